import pg from 'pg'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { withoutRules } from './constraints.ts'
import { copyTable, sameText, sumOf } from './copy.ts'
import { MoveError } from './error.ts'
import { moveOutbox } from './outbox.ts'
import { createProgress } from './progress.ts'
import { mustBeCurrent, mustBeEmpty, mustBeQuiet, unfinished } from './ready.ts'
import { differingTables, type Table, tablesOf } from './tables.ts'

export interface Moved {
  readonly tables: number
  readonly rows: number
  readonly seconds: number
}

/** Tables that hold counters of the server itself; `moveOutbox` translates them. */
const ofTheServer = ['public.outbox', 'public.outbox_floor', 'public.relay_state']

/**
 * Copies a whole database into an empty one, from one snapshot into one transaction. Counts and checksums of every table are compared
 * before the commit. The source is only read and must not be written to meanwhile. Throws a MoveError that says what to do.
 */
export async function move(from: string, to: string, say: (line: string) => void): Promise<Moved> {
  const began = performance.now()
  const source = await open(from, 'source')
  try {
    const target = await open(to, 'target')
    try {
      if ((await identity(source)) === (await identity(target)))
        throw new MoveError('Source and target are the same database.')
      await mustBeCurrent(source, 'source')
      await mustBeQuiet(source, 'source')
      await mustBeEmpty(target)
      await prepare(target, to)
      const done = await copyAll(source, target, say)
      await target.query('ANALYZE')
      return { ...done, seconds: (performance.now() - began) / 1_000 }
    } finally {
      await target.end()
    }
  } finally {
    await source.end()
  }
}

async function open(url: string, what: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'holdfast-move', keepAlive: true })
  // A lost connection fails the running query; without a listener it would end the process before that is reported.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new MoveError(`The ${what} cannot be reached: ${(error as Error).message}`)
  }
  await client.query(
    `${sameText}; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '10s'`,
  )
  return client
}

async function identity(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid AS id FROM pg_database WHERE datname = current_database()`,
  )
  return rows[0]?.id ?? ''
}

/** Creates the schema of this release, marked as unfinished for a second try. */
async function prepare(target: pg.Client, url: string): Promise<void> {
  const knex = connect(url, { max: 2, name: 'holdfast-move' })
  try {
    await migrate(knex)
  } finally {
    await knex.destroy()
  }
  await target.query(`COMMENT ON TABLE migrations IS '${unfinished}'`)
}

async function copyAll(source: pg.Client, target: pg.Client, say: (line: string) => void) {
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await target.query('BEGIN')
  const tables = await tablesOf(source)
  const differing = differingTables(tables, await tablesOf(target))
  if (differing.length > 0) throw new MoveError(`Source and target have different tables: ${differing.join(', ')}.`)
  const plain = tables.filter(({ name }) => !ofTheServer.includes(name))
  const putBack = await withoutRules(target)
  await target.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
  const progress = createProgress(plain, say)
  let rows = 0
  for (const table of plain) rows += await copyTable(source, target, table, progress)
  rows += await moveOutbox(source, target)
  await moveSequences(source, target)
  say('Everything is copied; foreign keys are checked.')
  await putBack()
  await compare(source, target, plain, say)
  await mustBeQuiet(source, 'source')
  await target.query('COMMENT ON TABLE migrations IS NULL')
  await target.query('COMMIT')
  return { tables: tables.length, rows }
}

async function moveSequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname IN ('public', 'graphile_worker') AND sequencename !~ '^migrations'`,
  )
  for (const { name } of rows) {
    const { rows: at } = await source.query<{ last: string; called: boolean }>(
      `SELECT last_value AS last, is_called AS called FROM ${name}`,
    )
    await target.query('SELECT setval($1::regclass, $2, $3)', [name, at[0]?.last, at[0]?.called])
  }
}

async function compare(
  source: pg.Client,
  target: pg.Client,
  tables: readonly Table[],
  say: (line: string) => void,
): Promise<void> {
  const wrong: string[] = []
  for (const table of tables) {
    const [before, after] = await Promise.all([sumOf(source, table), sumOf(target, table)])
    if (before !== after) wrong.push(`${table.name} had ${before}, and has ${after}`)
  }
  if (wrong.length > 0) throw new MoveError(`The copy differs: ${wrong.join('; ')}. Nothing was kept.`)
  say(`Counts and checksums of ${tables.length} tables are the same.`)
}
