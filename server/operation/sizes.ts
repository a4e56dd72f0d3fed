import type { Knex } from 'knex'
import type { TableSize } from '../../contract/operation.ts'
import { many } from '../../db/sql.ts'
import { editionOf } from '../../telemetry/storage/storage.ts'
import { wireTime } from '../kernel/sql.ts'

/**
 * SQL: each table with its storage. TimescaleDB's internal tables of compressed chunks and aggregates count as part of
 * the visible table.
 */
const plainRoots = `select c.oid as root, c.oid, false as compressed from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition`
const timescaleRoots = `
  union all select format('%I.%I', h.schema_name, h.table_name)::regclass, format('%I.%I', c.schema_name, c.table_name)::regclass, true
    from _timescaledb_catalog.hypertable h join _timescaledb_catalog.hypertable c on c.id = h.compressed_hypertable_id where h.schema_name = 'public'
  union all select format('%I.%I', a.user_view_schema, a.user_view_name)::regclass, format('%I.%I', h.schema_name, h.table_name)::regclass, false
    from _timescaledb_catalog.continuous_agg a join _timescaledb_catalog.hypertable h on h.id = a.mat_hypertable_id
  union all select format('%I.%I', a.user_view_schema, a.user_view_name)::regclass, format('%I.%I', c.schema_name, c.table_name)::regclass, true
    from _timescaledb_catalog.continuous_agg a join _timescaledb_catalog.hypertable h on h.id = a.mat_hypertable_id
    join _timescaledb_catalog.hypertable c on c.id = h.compressed_hypertable_id`

/** Returns the sizes on disk of all tables, the largest first; row counts are the server's estimates. */
export async function readSizes(knex: Knex): Promise<TableSize[]> {
  const { edition } = await editionOf(knex)
  const roots = `${plainRoots}${edition === 'none' ? '' : timescaleRoots}`
  return many(
    knex,
    `with recursive roots as (${roots}), tree as (
       select root, oid, compressed from roots
       union all select tree.root, i.inhrelid, tree.compressed from tree join pg_inherits i on i.inhparent = tree.oid
     ), sized as (
       select tree.root, tree.compressed, tree.oid <> tree.root and not tree.compressed as part, coalesce(pg_total_relation_size(tree.oid), 0) as bytes,
         coalesce(pg_indexes_size(tree.oid), 0) as index_bytes, coalesce(pg_total_relation_size(c.reltoastrelid), 0) as toast_bytes,
         case when c.relkind = 'r' and not tree.compressed and c.reltuples >= 0 then c.reltuples end as rows,
         s.n_dead_tup, greatest(s.last_vacuum, s.last_autovacuum) as vacuumed_at
       from tree join pg_class c on c.oid = tree.oid left join pg_stat_all_tables s on s.relid = tree.oid
     )
     select case when n.nspname = 'public' then r.relname else n.nspname || '.' || r.relname end as name,
       sum(sized.bytes)::bigint as bytes, sum(sized.bytes - index_bytes - toast_bytes)::bigint as "tableBytes", sum(index_bytes)::bigint as "indexBytes",
       sum(toast_bytes)::bigint as "toastBytes", nullif(sum(sized.bytes) filter (where compressed), 0)::bigint as "compressedBytes",
       round(sum(sized.rows))::bigint as rows, count(*) filter (where part)::int as partitions, coalesce(sum(n_dead_tup), 0)::bigint as "deadRows",
       ${wireTime('max(vacuumed_at)')} as "vacuumedAt"
     from sized join pg_class r on r.oid = sized.root join pg_namespace n on n.oid = r.relnamespace
     group by 1 order by bytes desc, name`,
  )
}

/** Returns the bytes on disk of some tables with everything that belongs to them. */
export async function bytesOf(knex: Knex, tables: readonly string[]): Promise<number> {
  const sizes = await readSizes(knex)
  return sizes.filter(({ name }) => tables.includes(name)).reduce((sum, { bytes }) => sum + bytes, 0)
}
