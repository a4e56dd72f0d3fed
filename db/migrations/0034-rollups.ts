const measured = ['temperature', 'humidity', 'supply_voltage', 'rssi', 'rx_timeouts', 'retries']
const columns = measured
  .map(
    (name) => `
  ${name}_n integer NOT NULL,
  ${name}_sum double precision,
  ${name}_min real,
  ${name}_max real`,
  )
  .join(',')

/** Rolled-up readings that can be put together exactly, how long devices were occupied, and how far both are done. */
export const up = `
DROP FUNCTION roll_up_readings;
DROP TABLE readings_5_minutes, readings_1_hour, readings_1_day, rollup_state, rollup_late_hours;

CREATE TABLE readings_1_hour (
  device_id integer NOT NULL,
  bucket    timestamptz NOT NULL,
  samples   integer NOT NULL,${columns},
  PRIMARY KEY (device_id, bucket)
);
CREATE TABLE readings_1_day (LIKE readings_1_hour INCLUDING ALL);
COMMENT ON TABLE readings_1_hour IS 'Readings by UTC hour: of each value how many, sum, least and greatest. Outlives the readings';
COMMENT ON TABLE readings_1_day IS 'The same by UTC day, made of the hours';

CREATE TABLE device_usage_1_hour (
  device_id   integer NOT NULL,
  bucket      timestamptz NOT NULL,
  site_id     integer,
  occupied_ms integer NOT NULL,
  known_ms    integer NOT NULL,
  PRIMARY KEY (device_id, bucket),
  CHECK (occupied_ms BETWEEN 0 AND known_ms AND known_ms <= 3600000)
);
COMMENT ON TABLE device_usage_1_hour IS 'How long of a UTC hour the device told whether somebody is there, and that somebody is. Outlives the reports';
COMMENT ON COLUMN device_usage_1_hour.site_id IS 'Where the place stood when the hour was rolled up, it is counted there; empty = no place';

CREATE TABLE site_usage_1_hour (
  site_id     integer NOT NULL,
  bucket      timestamptz NOT NULL,
  occupied_ms bigint NOT NULL,
  known_ms    bigint NOT NULL,
  PRIMARY KEY (site_id, bucket)
);
COMMENT ON TABLE site_usage_1_hour IS 'The sum of device_usage_1_hour over the places of a site';

CREATE TABLE rollup_state (
  single        boolean PRIMARY KEY DEFAULT true CHECK (single),
  closing_until timestamptz NOT NULL DEFAULT '-infinity',
  rolled_until  timestamptz NOT NULL DEFAULT '-infinity',
  raw_from      timestamptz NOT NULL DEFAULT '-infinity',
  CHECK (rolled_until <= closing_until)
);
INSERT INTO rollup_state DEFAULT VALUES;
COMMENT ON TABLE rollup_state IS 'How far readings and reports are rolled up';
COMMENT ON COLUMN rollup_state.closing_until IS 'What comes of a time before it is late: whoever writes it notes its hour in rollup_late';
COMMENT ON COLUMN rollup_state.rolled_until IS 'Whole hours before it are rolled up, but for those in rollup_late';
COMMENT ON COLUMN rollup_state.raw_from IS 'Older readings and reports were dropped: what they led to is never computed again';

-- Only appended to and emptied. No key: the same hour may be noted again while the first note is being worked off.
CREATE TABLE rollup_late (
  device_id integer NOT NULL,
  hour      timestamptz NOT NULL
);
CREATE INDEX rollup_late_device ON rollup_late (device_id, hour);
COMMENT ON TABLE rollup_late IS 'Hours of devices for which something came when they were rolled up already: to be rolled up again';

-- What is dropped must not be taken for hours in which nothing happened.
ALTER FUNCTION drop_partitions(timestamptz) RENAME TO drop_stream_partitions;
CREATE FUNCTION drop_partitions(before_time timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  dropped integer := drop_stream_partitions(before_time);
  kept_from timestamptz := date_trunc(CASE (SELECT relkind FROM pg_class WHERE oid = 'readings'::regclass) WHEN 'p' THEN 'month' ELSE 'day' END,
    before_time, 'UTC');
BEGIN
  IF dropped > 0 THEN
    UPDATE rollup_state SET raw_from = greatest(raw_from, kept_from);
  END IF;
  RETURN dropped;
END $$;
`
