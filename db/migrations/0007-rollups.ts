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
const ofReadings = measured
  .map(
    (name) => `count(${name})::integer AS ${name}_n, sum(${name}::float8) AS ${name}_sum,
      min(${name})::real AS ${name}_min, max(${name})::real AS ${name}_max`,
  )
  .join(', ')
const ofHours = measured
  .map(
    (name) => `sum(${name}_n)::integer AS ${name}_n, sum(${name}_sum) AS ${name}_sum,
      min(${name}_min) AS ${name}_min, max(${name}_max) AS ${name}_max`,
  )
  .join(', ')

/**
 * Readings and occupancy added up by time, how far that is done, what may be dropped after it, and what TimescaleDB takes over of it.
 */
export const up = `
CREATE TABLE readings_1_hour (
  device_id integer NOT NULL,
  bucket    timestamptz NOT NULL,
  samples   integer NOT NULL,${columns},
  PRIMARY KEY (device_id, bucket)
);
COMMENT ON TABLE readings_1_hour IS 'Readings by UTC hour: count, sum, minimum and maximum of each value. Outlives the readings';
CREATE TABLE readings_6_hours (LIKE readings_1_hour INCLUDING ALL);
COMMENT ON TABLE readings_6_hours IS 'The same by quarter of a UTC day, from the hours';
CREATE TABLE readings_1_day (LIKE readings_1_hour INCLUDING ALL);
COMMENT ON TABLE readings_1_day IS 'The same by UTC day, from the hours';

CREATE TABLE device_usage_1_hour (
  device_id   integer NOT NULL,
  bucket      timestamptz NOT NULL,
  site_id     integer,
  occupied_ms integer NOT NULL,
  known_ms    integer NOT NULL,
  PRIMARY KEY (device_id, bucket),
  CHECK (occupied_ms BETWEEN 0 AND known_ms AND known_ms <= 3600000)
);
COMMENT ON TABLE device_usage_1_hour IS 'How long in a UTC hour the status of the device was known, and how long occupied. Outlives the reports';
COMMENT ON COLUMN device_usage_1_hour.site_id IS 'Site of the place when the hour was rolled up; empty = no place';

CREATE TABLE site_usage_1_hour (
  site_id     integer NOT NULL,
  bucket      timestamptz NOT NULL,
  occupied_ms bigint NOT NULL,
  known_ms    bigint NOT NULL,
  PRIMARY KEY (site_id, bucket)
);
COMMENT ON TABLE site_usage_1_hour IS 'The sum of device_usage_1_hour over the places of a site';

CREATE INDEX readings_1_hour_bucket ON readings_1_hour (bucket);
CREATE INDEX readings_6_hours_bucket ON readings_6_hours (bucket);
CREATE INDEX readings_1_day_bucket ON readings_1_day (bucket);
CREATE INDEX device_usage_1_hour_bucket ON device_usage_1_hour (bucket);
CREATE INDEX site_usage_1_hour_bucket ON site_usage_1_hour (bucket);

CREATE TABLE rollup_state (
  single        boolean PRIMARY KEY DEFAULT true CHECK (single),
  closing_until timestamptz NOT NULL DEFAULT '-infinity',
  rolled_until  timestamptz NOT NULL DEFAULT '-infinity',
  raw_from      timestamptz NOT NULL DEFAULT '-infinity',
  CHECK (rolled_until <= closing_until)
);
INSERT INTO rollup_state DEFAULT VALUES;
COMMENT ON TABLE rollup_state IS 'How far readings and reports are rolled up';
COMMENT ON COLUMN rollup_state.closing_until IS 'Data of an earlier time are late: their writer lists the hour in rollup_late';
COMMENT ON COLUMN rollup_state.rolled_until IS 'Whole hours before it are rolled up, except those in rollup_late';
COMMENT ON COLUMN rollup_state.raw_from IS 'Older readings and reports were dropped; their rollups are never computed again';

-- Only appended to and emptied, note by note by their own number: the same hour may be noted again while the first note is being worked off.
CREATE TABLE rollup_late (
  id        bigint GENERATED ALWAYS AS IDENTITY,
  device_id integer NOT NULL,
  hour      timestamptz NOT NULL
);
CREATE INDEX rollup_late_device ON rollup_late (device_id, hour);
COMMENT ON TABLE rollup_late IS 'Hours of devices with data after their rollup, to be rolled up again';

-- Until when readings and reports may go: whole hours that are rolled up, and for which nothing waits to be rolled up again.
CREATE FUNCTION droppable_until(before_time timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(before_time, rolled_until, (SELECT min(hour) FROM rollup_late WHERE hour >= raw_from)) FROM rollup_state
$$;

-- Months, or days of hypertables, of both streams that end until then, the oldest first; bytes with indexes, compressed where they are.
CREATE FUNCTION old_partitions(before_time timestamptz)
RETURNS TABLE (stream text, part text, until timestamptz, bytes bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'readings'::regclass) = 'p' THEN
    RETURN QUERY
      SELECT i.inhparent::regclass::text, c.relname::text, ends.at, pg_total_relation_size(c.oid)
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      CROSS JOIN LATERAL (SELECT (to_timestamp(right(c.relname, 7) || ' +00', 'YYYY_MM TZH') AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC' AS at) ends
      WHERE i.inhparent IN ('readings'::regclass, 'device_reports'::regclass) AND ends.at <= before_time
      ORDER BY 3, 1;
  ELSE
    RETURN QUERY EXECUTE
      'SELECT c.hypertable_name::text, c.chunk_name::text, c.range_end, size.total_bytes
       FROM timescaledb_information.chunks c
       JOIN (SELECT chunk_name, total_bytes FROM chunks_detailed_size(''readings'')
         UNION ALL SELECT chunk_name, total_bytes FROM chunks_detailed_size(''device_reports'')) size ON size.chunk_name = c.chunk_name
       WHERE c.hypertable_schema = ''public'' AND c.hypertable_name IN (''readings'', ''device_reports'') AND c.range_end <= $1
       ORDER BY 3, 1' USING before_time;
  END IF;
END $$;

-- Drops of these what may go, at most so many, and returns how many. The state is locked first, as whoever rolls up does, and says from now
-- on that what is older is known by the hour only: what is dropped must not be taken for hours in which nothing happened.
CREATE FUNCTION drop_partitions(before_time timestamptz, most integer DEFAULT NULL) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  old record;
  limit_time timestamptz;
  native boolean := (SELECT relkind FROM pg_class WHERE oid = 'readings'::regclass) = 'p';
  dropped integer := 0;
BEGIN
  PERFORM FROM rollup_state FOR UPDATE;
  limit_time := droppable_until(before_time);
  FOR old IN SELECT * FROM old_partitions(limit_time) LIMIT most LOOP
    IF native THEN
      EXECUTE format('DROP TABLE %I', old.part);
    ELSE
      EXECUTE 'SELECT count(*) FROM drop_chunks($1::regclass, older_than => $2)' USING old.stream, old.until;
    END IF;
    dropped := dropped + 1;
  END LOOP;
  IF dropped > 0 THEN
    UPDATE rollup_state SET raw_from = greatest(raw_from, date_trunc(CASE WHEN native THEN 'month' ELSE 'day' END, limit_time, 'UTC'));
  END IF;
  RETURN dropped;
END $$;

-- What the server offers to this database: 'community', 'apache' or 'none'.
CREATE FUNCTION storage_edition() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'timescaledb') THEN 'none'
    WHEN current_setting('timescaledb.license', true) = 'timescale' THEN 'community' ELSE 'apache' END
$$;

-- Whether rolled-up readings are continuous aggregates here, not tables of our own.
CREATE FUNCTION has_aggregates() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT relkind = 'v' FROM pg_class WHERE oid = 'readings_1_hour'::regclass
$$;

-- The hypertable behind a rollup that is a continuous aggregate, else the rollup itself: what is rolled up already is copied into it.
CREATE FUNCTION rollup_table(rollup text) RETURNS regclass LANGUAGE plpgsql STABLE AS $$
DECLARE
  found regclass;
BEGIN
  IF NOT has_aggregates() THEN
    RETURN rollup::regclass;
  END IF;
  EXECUTE 'SELECT format(''%I.%I'', materialization_hypertable_schema, materialization_hypertable_name)::regclass
    FROM timescaledb_information.continuous_aggregates WHERE view_schema = ''public'' AND view_name = $1' INTO STRICT found USING rollup;
  RETURN found;
END $$;

-- Puts continuous aggregates in the place of our own rollups, with what these hold: of what was dropped there are no readings to add up again.
CREATE FUNCTION make_aggregates() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  each text;
  all_rollups text[] := ARRAY['readings_1_hour', 'readings_6_hours', 'readings_1_day'];
BEGIN
  PERFORM FROM rollup_state FOR UPDATE;
  FOREACH each IN ARRAY all_rollups LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', each, each || '_own');
  END LOOP;
  EXECUTE $cagg$CREATE MATERIALIZED VIEW readings_1_hour WITH (timescaledb.continuous, timescaledb.materialized_only = true) AS
    SELECT device_id, time_bucket('1 hour', at) AS bucket, count(*)::integer AS samples, ${ofReadings}
    FROM readings GROUP BY 1, 2 WITH NO DATA$cagg$;
  EXECUTE $cagg$CREATE MATERIALIZED VIEW readings_6_hours WITH (timescaledb.continuous, timescaledb.materialized_only = true) AS
    SELECT device_id, time_bucket('6 hours', bucket) AS bucket, sum(samples)::integer AS samples, ${ofHours}
    FROM readings_1_hour GROUP BY 1, 2 WITH NO DATA$cagg$;
  EXECUTE $cagg$CREATE MATERIALIZED VIEW readings_1_day WITH (timescaledb.continuous, timescaledb.materialized_only = true) AS
    SELECT device_id, time_bucket('1 day', bucket) AS bucket, sum(samples)::integer AS samples, ${ofHours}
    FROM readings_1_hour GROUP BY 1, 2 WITH NO DATA$cagg$;
  FOREACH each IN ARRAY all_rollups LOOP
    EXECUTE format('INSERT INTO %s SELECT * FROM %I', rollup_table(each), each || '_own');
    EXECUTE format('DROP TABLE %I', each || '_own');
  END LOOP;
END $$;

-- Uses what the server offers now, as far as that takes no time: a grown database is moved by a command. Returns what it changed.
CREATE FUNCTION ensure_storage() RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  stream text;
  changed text[] := '{}';
BEGIN
  IF storage_edition() <> 'community' OR (SELECT relkind FROM pg_class WHERE oid = 'readings'::regclass) = 'p' THEN
    RETURN changed;
  END IF;
  FOREACH stream IN ARRAY ARRAY['readings', 'device_reports'] LOOP
    IF (SELECT NOT compression_enabled FROM timescaledb_information.hypertables WHERE hypertable_schema = 'public' AND hypertable_name = stream) THEN
      EXECUTE format('ALTER TABLE %I SET (timescaledb.compress, timescaledb.compress_segmentby = ''device_id'', timescaledb.compress_orderby = ''at'')', stream);
      changed := changed || ('compression of ' || stream);
    END IF;
  END LOOP;
  IF NOT has_aggregates() AND NOT EXISTS (SELECT FROM readings_1_hour) THEN
    PERFORM make_aggregates();
    changed := changed || 'continuous aggregates'::text;
  END IF;
  RETURN changed;
END $$;

-- Drops rolled-up readings of a rollup ('readings_1_hour' ...) older than a time, of continuous aggregates whole chunks; returns how many rows or chunks.
CREATE FUNCTION drop_rollups(rollup text, before_time timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  dropped bigint;
BEGIN
  IF has_aggregates() THEN
    EXECUTE 'SELECT count(*) FROM drop_chunks($1::regclass, older_than => $2)' INTO dropped USING rollup, before_time;
  ELSE
    EXECUTE format('WITH gone AS (DELETE FROM %I WHERE bucket < $1 RETURNING 1) SELECT count(*) FROM gone', rollup) INTO dropped USING before_time;
  END IF;
  RETURN dropped;
END $$;
`
