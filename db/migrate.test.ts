import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { afterEach, expect, it, vi } from 'vitest'
import { connect } from './connect.ts'
import { describeSchema } from './describe.ts'
import { migrate, migrations } from './migrate.ts'
import { row } from './rows.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

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
  const { tables } = await row<{ tables: number }>(
    knex,
    "SELECT count(*) AS tables FROM pg_tables WHERE schemaname = 'public'",
  )
  return tables
}

it('runs every migration once and nothing the second time', async () => {
  const { knex } = await database({ empty: true })
  expect(await migrate(knex)).toEqual(migrations.map(({ name }) => name))
  expect(await migrate(knex)).toEqual([])
})

it('lets two processes start at once: one migrates, the other waits and finds it done', async () => {
  const { url, knex } = await database({ empty: true })
  const ran = await Promise.all([answerOf(start(url)), answerOf(start(url))])
  expect(ran.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, migrations.length])
  expect(await row(knex, 'SELECT count(*) AS ran FROM migrations')).toEqual({ ran: migrations.length })
})

it('leaves nothing behind when it is killed in the middle, and can be run again', async () => {
  const whole = await database({})
  const { url, knex } = await database({ empty: true })
  const migrating = async () => {
    const { busy } = await row<{ busy: number }>(
      knex,
      "SELECT count(*) AS busy FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted AND application_name = 'migrate-child' AND datname = current_database()",
    )
    return busy > 0
  }
  for (let round = 1; round <= 3; round += 1) {
    const running = start(url)
    await vi.waitFor(async () => expect(await migrating()).toBe(true), { timeout: 20_000, interval: 1 })
    running.kill('SIGKILL')
    await once(running, 'close')
    await vi.waitFor(async () => expect(await migrating()).toBe(false), { timeout: 20_000 })
    expect(await tables(knex), `tables after kill ${round}`).toBe(0)
  }
  await migrate(knex)
  expect(await describeSchema(knex)).toEqual(await describeSchema(whole.knex))
})

it('keeps its names without extension, so that a run of .js files finds what .ts files did', async () => {
  const { url } = await database({})
  const knex = connect(url)
  const names: string[] = await knex('migrations').orderBy('id').pluck('name')
  await knex.destroy()
  expect(names).toEqual(migrations.map(({ name }) => name))
  expect(names.filter((name) => /\.[jt]s$/.test(name))).toEqual([])
})
