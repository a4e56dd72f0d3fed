import pg from 'pg'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { sameText, sumOf } from './copy.ts'
import { MoveError } from './error.ts'
import { mustBeCurrent, mustBeQuiet } from './ready.ts'

const streams = ['readings', 'device_reports'] as const

/**
 * Makes a database use its server's TimescaleDB: partitions become hypertables, rollups continuous aggregates (community edition). The
 * hypertables come in one transaction, during which the disk holds both; the aggregates afterwards. Can be run again after any failure.
 * Returns what changed. Throws a MoveError that says what to do.
 */
export async function adoptTimescale(url: string, say: (line: string) => void): Promise<string[]> {
  const knex = connect(url, { max: 2, name: 'holdfast-move' })
  const client = new pg.Client({ connectionString: url, application_name: 'holdfast-move', keepAlive: true })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`${sameText}; SET statement_timeout = 0; SET lock_timeout = '10s'`)
    await mustBeCurrent(client, 'database')
    await mustBeQuiet(client, 'database')
    await makeExtension(client)
    const changed: string[] = []
    await client.query('BEGIN')
    for (const stream of streams) if (await toHypertable(client, stream, say)) changed.push(`${stream} is a hypertable`)
    if (changed.length > 0) await client.query(noPartitions)
    await mustBeQuiet(client, 'database')
    await client.query('COMMIT')
    if (await toAggregates(client)) changed.push('rolled-up readings are continuous aggregates')
    await migrate(knex)
    await client.query('ANALYZE')
    return changed
  } finally {
    await client.end()
    await knex.destroy()
  }
}

/** Without the preloaded library, creating the extension would end the session; its settings show whether it is loaded. */
async function makeExtension(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ available: boolean; loaded: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'timescaledb') AS available,
       current_setting('timescaledb.disable_load', true) IS NOT NULL AS loaded`,
  )
  if (!rows[0]?.available)
    throw new MoveError('This server has no TimescaleDB: install it there, or move to a server that has it.')
  if (!rows[0].loaded)
    throw new MoveError(
      "TimescaleDB is installed but not loaded: set shared_preload_libraries = 'timescaledb' in postgresql.conf and restart the server.",
    )
  await client.query('CREATE EXTENSION IF NOT EXISTS timescaledb')
  // In some versions it is complete only for sessions that begin afterwards; a query makes this one load it.
  await client.query('SELECT storage_edition()')
}

/** Replaces a stream by a hypertable by day. Returns false if it already is one. */
async function toHypertable(client: pg.Client, stream: string, say: (line: string) => void): Promise<boolean> {
  const ask = async (sql: string): Promise<string[]> =>
    (await client.query<{ value: string }>(sql, [stream])).rows.map(({ value }) => value)
  const [kind] = await ask('SELECT relkind AS value FROM pg_class WHERE oid = $1::regclass')
  if (kind !== 'p') return false
  const indexes = await ask(
    `SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS value FROM pg_index WHERE indrelid = $1::regclass`,
  )
  const parts = await ask(
    'SELECT inhrelid::regclass::text AS value FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
  )
  const [comment] = await ask(`SELECT quote_nullable(obj_description($1::regclass, 'pg_class')) AS value`)
  await client.query(`LOCK ${stream}; ALTER TABLE ${stream} RENAME TO ${stream}_native`)
  await client.query(
    `CREATE TABLE ${stream} (LIKE ${stream}_native INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS)`,
  )
  await client.query(
    `SELECT create_hypertable('${stream}', 'at', chunk_time_interval => interval '1 day', create_default_indexes => false)`,
  )
  for (const part of parts) {
    const { rowCount } = await client.query(`INSERT INTO ${stream} SELECT * FROM ${part} ORDER BY at`)
    if ((rowCount ?? 0) > 0) say(`${part}: ${(rowCount ?? 0).toLocaleString('en')} rows are in the hypertable`)
  }
  const before = await sumOf(client, { name: `${stream}_native`, columns: `${stream}_native.*`, estimate: 0 })
  const after = await sumOf(client, { name: stream, columns: `${stream}.*`, estimate: 0 })
  if (before !== after) throw new MoveError(`${stream} had ${before}, and has ${after}. Nothing was kept.`)
  await client.query(`DROP TABLE ${stream}_native`)
  for (const definition of indexes) await client.query(definition)
  await client.query(`COMMENT ON TABLE ${stream} IS ${comment ?? 'NULL'}`)
  return true
}

/** Hypertables need no partitions. */
const noPartitions = `CREATE OR REPLACE FUNCTION ensure_partitions(from_time timestamptz, until_time timestamptz) RETURNS integer LANGUAGE sql AS 'SELECT 0'`

/** Replaces our rollups by continuous aggregates. Returns false if the edition has none, or they exist. */
async function toAggregates(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ wanted: boolean }>(
    `SELECT storage_edition() = 'community' AND NOT has_aggregates() AS wanted`,
  )
  if (!rows[0]?.wanted) return false
  await client.query('SELECT make_aggregates()')
  return true
}
