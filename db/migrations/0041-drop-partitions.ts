/** What is dropped of readings and reports: only what is rolled up, seen before it goes, one part at a time where that is wished. */
export const up = `
DROP FUNCTION drop_partitions(timestamptz);
DROP FUNCTION drop_stream_partitions(timestamptz);

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

-- Drops of these what may go, at most so many, and answers how many. The state is locked first, as whoever rolls up does, and says from now
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
`
