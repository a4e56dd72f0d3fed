const measured = ['temperature', 'humidity', 'supply_voltage', 'rssi', 'rx_timeouts', 'retries']
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

/** What TimescaleDB's community edition adds: continuous aggregates under the names of our rollups, and compression. */
export const up = `
-- Notes are worked off by their own number: another one of the same hour may be written meanwhile.
ALTER TABLE rollup_late ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;

-- As before, and without whoever looks after the storage: it may compress or add up for minutes, and writes nothing that screens show.
CREATE OR REPLACE FUNCTION outbox_horizon() RETURNS xid8 LANGUAGE sql STABLE AS $$
  SELECT coalesce(min(running.xid), pg_snapshot_xmax(pg_current_snapshot()))
  FROM pg_snapshot_xip(pg_current_snapshot()) AS running (xid)
  WHERE NOT EXISTS (
    SELECT FROM pg_stat_activity AS other
    WHERE other.backend_xid = running.xid::xid
      AND (other.datid <> (SELECT oid FROM pg_database WHERE datname = current_database()) OR other.application_name = 'holdfast-storage'))
$$;

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

-- Uses what the server offers now, as far as that takes no time: a grown database is moved by a command. Answers what it changed.
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

-- Drops rolled-up readings of a rollup ('readings_1_hour' ...) older than a time, of continuous aggregates whole chunks; answers how many rows or chunks.
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
