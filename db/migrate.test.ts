import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { afterEach, expect, it, vi } from 'vitest'
import { connect } from './connect.ts'
import { migrate, migrations } from './migrate.ts'
import { one } from './sql.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { describeSchema } from './testing/describe.ts'

const child = fileURLToPath(new URL('./testing/migrate-child.ts', import.meta.url))
const open: TestDatabase[] = []
const database = async (options: { empty?: boolean }) => {
  const made = await createTestDatabase(options)
  open.push(made)
  return made
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

const start = (url: string) =>
  spawn(process.execPath, ['--import', 'tsx', child, url], { stdio: ['ignore', 'pipe', 'inherit'] })

async function answerOf(running: ReturnType<typeof start>): Promise<string[]> {
  let output = ''
  running.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(running, 'close')) as [number | null]
  expect(code).toBe(0)
  return JSON.parse(output.split('\n')[1] ?? '') as string[]
}

async function tables(knex: Knex): Promise<number> {
  const { tables } = await one<{ tables: number }>(
    knex,
    "SELECT count(*) AS tables FROM pg_tables WHERE schemaname = 'public'",
  )
  return tables
}

it('runs every migration once and none the second time', async () => {
  const { knex } = await database({ empty: true })
  expect(await migrate(knex)).toEqual(migrations.map(({ name }) => name))
  expect(await migrate(knex)).toEqual([])
})

it('lets two processes start at once: one migrates, the other waits and has nothing to do', async () => {
  const { url, knex } = await database({ empty: true })
  const ran = await Promise.all([answerOf(start(url)), answerOf(start(url))])
  expect(ran.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, migrations.length])
  expect(await one(knex, 'SELECT count(*) AS ran FROM migrations')).toEqual({ ran: migrations.length })
})

it.each(['devices', 'reservations', 'device_commands'])(
  'leaves nothing behind when it is killed while it makes %s, and can be run again',
  async (table) => {
    const whole = await database({})
    const { url, knex } = await database({ empty: true })
    const children = (state: string) =>
      one<{ count: number }>(
        knex,
        `SELECT count(*) AS count FROM pg_stat_activity
         WHERE application_name = 'migrate-child' AND datname = current_database() AND ${state}`,
      )
    // An uncommitted table of the same name stops the migration right there.
    const inTheWay = await knex.transaction()
    await inTheWay.raw(`CREATE TABLE ${table} ()`)
    const running = start(url)
    await vi.waitFor(async () => expect(await children("wait_event_type = 'Lock'")).toEqual({ count: 1 }))
    running.kill('SIGKILL')
    await once(running, 'close')
    await inTheWay.rollback()
    await vi.waitFor(async () => expect(await children('true')).toEqual({ count: 0 }))
    expect(await tables(knex)).toBe(0)
    await migrate(knex)
    expect(await describeSchema(knex)).toEqual(await describeSchema(whole.knex))
  },
)

it('names migrations without extension, so that .js files recognise what .ts files ran', async () => {
  const { url } = await database({})
  const knex = connect(url)
  const names: string[] = await knex('migrations').orderBy('id').pluck('name')
  await knex.destroy()
  expect(names).toEqual(migrations.map(({ name }) => name))
  expect(names.filter((name) => /\.[jt]s$/.test(name))).toEqual([])
})
