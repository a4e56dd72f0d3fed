import type pg from 'pg'

/** A table with rows of its own, as it is copied. */
export interface Table {
  /** Quoted, with its schema. */
  readonly name: string
  /** Columns that take values, quoted. */
  readonly columns: string
  /** Rows as the planner knows them: for the progress only. */
  readonly estimate: number
}

/** Made by whoever migrates, on both sides alike; living processes belong to their database. */
const left = ['migrations', 'migrations_lock', 'processes']

/** What is copied: our tables, and the jobs that wait, by name. Partitions and hypertables count as one. */
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

/** Continuous aggregates are views: their columns are those of the tables that they stand for. */
async function rollups(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT format('public.%I', c.relname) AS name,
       (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns,
       0::float8 AS estimate
     FROM pg_class c WHERE c.oid IN ('public.readings_1_hour'::regclass, 'public.readings_6_hours'::regclass, 'public.readings_1_day'::regclass) ORDER BY 1`,
  )
  return rows
}

/** Where the rows of a table are written: behind a continuous aggregate stands a table of its own. */
export async function writtenTo(client: pg.Client, name: string): Promise<string> {
  const rollup = /^public\.(readings_(1_hour|6_hours|1_day))$/.exec(name)?.[1]
  if (rollup === undefined) return name
  const { rows } = await client.query<{ name: string }>('SELECT rollup_table($1)::text AS name', [rollup])
  return rows[0]?.name ?? name
}

/** The tables of the source with what the target must have too; the names that one side lacks, or whose columns differ, come as `differing`. */
export function compareTables(source: readonly Table[], target: readonly Table[]): { differing: string[] } {
  const columns = new Map(target.map(({ name, columns: of }) => [name, of]))
  const missing = source.filter(({ name, columns: of }) => columns.get(name) !== of).map(({ name }) => name)
  const known = new Set(source.map(({ name }) => name))
  return { differing: [...missing, ...target.flatMap(({ name }) => (known.has(name) ? [] : name))] }
}
