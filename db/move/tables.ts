import type pg from 'pg'

/** A table to copy. */
export interface Table {
  /** Quoted, with its schema. */
  readonly name: string
  /** Writable columns, quoted. */
  readonly columns: string
  /** Rows by the planner's estimate, for the progress only. */
  readonly estimate: number
}

/** Not copied: migrating creates them, and processes belong to their database. */
const left = ['migrations', 'migrations_lock', 'processes']

/** Returns the tables to copy, ours and those of the job queue, by name. Partitions and hypertables count as one. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
       (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       greatest(0, coalesce((SELECT sum(p.reltuples) FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid), c.reltuples))::float8 AS estimate
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT c.relispartition AND c.relkind IN ('r', 'p')
       AND (n.nspname = 'public' AND c.relname <> ALL ($1) OR n.nspname = 'graphile_worker' AND c.relname ~ '^_private_')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY n.nspname DESC, c.relname`,
    [left],
  )
  const aggregates = await client.query<{ has: boolean }>('SELECT has_aggregates() AS has')
  return aggregates.rows[0]?.has ? [...rows, ...(await rollups(client))] : rows
}

/** Returns the continuous aggregates: views with the columns of their tables. */
async function rollups(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT format('public.%I', c.relname) AS name,
       (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns,
       0::float8 AS estimate
     FROM pg_class c WHERE c.oid IN ('public.readings_1_hour'::regclass, 'public.readings_6_hours'::regclass, 'public.readings_1_day'::regclass) ORDER BY 1`,
  )
  return rows
}

/** Returns the table that takes the rows: a continuous aggregate has one of its own. */
export async function writtenTo(client: pg.Client, name: string): Promise<string> {
  const rollup = /^public\.(readings_(1_hour|6_hours|1_day))$/.exec(name)?.[1]
  if (rollup === undefined) return name
  const { rows } = await client.query<{ name: string }>('SELECT rollup_table($1)::text AS name', [rollup])
  return rows[0]?.name ?? name
}

/** Returns the names of tables that one side lacks, or whose columns differ. */
export function differingTables(source: readonly Table[], target: readonly Table[]): string[] {
  const columns = new Map(target.map(({ name, columns: of }) => [name, of]))
  const missing = source.filter(({ name, columns: of }) => columns.get(name) !== of).map(({ name }) => name)
  const known = new Set(source.map(({ name }) => name))
  return [...missing, ...target.flatMap(({ name }) => (known.has(name) ? [] : name))]
}
