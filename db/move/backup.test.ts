import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Knex } from 'knex'
import { afterAll, expect, it } from 'vitest'
import { readHistory } from '../../telemetry/history/history.ts'
import { storageOf } from '../../telemetry/storage/storage.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { position, publish, replayAfter } from '../outbox.ts'
import { many, one } from '../sql.ts'
import { createTestDatabase } from '../testing/database.ts'
import { fillTables } from '../testing/fill-tables.ts'
import { plantSite } from '../testing/fixtures.ts'
import { saidFact, toldAfter } from '../testing/outbox.ts'
import { restored } from './restored.ts'

const dir = mkdtempSync(join(tmpdir(), 'holdfast-backup-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs a tool with a file as its input or output; on failure throws its output. */
async function run(program: string, args: string[], file: { from?: string; to?: string }): Promise<void> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => (said += String(text)))
  const ended = once(child, 'close')
  if (file.from) await pipeline(createReadStream(file.from), child.stdin)
  else child.stdin.end()
  if (file.to) await pipeline(child.stdout, createWriteStream(file.to))
  const [code] = (await ended) as [number]
  if (code !== 0) throw new Error(`${program}: ${said}`)
}

/** Rows and contents of every table, except for the server's own counters. */
async function contents(knex: Knex): Promise<Record<string, string>> {
  const tables = await many<{ name: string }>(
    knex,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('outbox', 'outbox_floor', 'relay_state') ORDER BY 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { n, sum } = await one<{ n: number; sum: string }>(
      knex,
      `SELECT count(*) AS n, coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS sum FROM ${name} t`,
    )
    found[name] = `${n} ${sum}`
  }
  return found
}

it('a backup is restored with every row, and the portal continues with it (T15) [OPS-3] [GW-5]', async () => {
  const source = await createTestDatabase()
  const target = await createTestDatabase({ empty: true })
  try {
    const { deviceIds } = await plantSite(source.knex, { devices: 3 })
    await source.knex.raw(
      `INSERT INTO readings (device_id, at, temperature, rssi) SELECT d, now() - n * interval '10 minutes', 20 + n % 9, -90
       FROM generate_series(1, 1000) n, unnest(?::integer[]) d`,
      [deviceIds],
    )
    await fillTables(source.knex)
    await source.knex('outbox').delete()
    const screen = await position(source.knex)
    await source.knex.transaction((trx) => publish(trx, [], saidFact('waits')))
    const file = join(dir, 'holdfast.dump')
    await run('pg_dump', ['--format=custom', `--dbname=${source.url}`], { to: file })
    const before = await contents(source.knex)
    // As the guide says.
    const timescale = (await storageOf(source.knex)).edition !== 'none'
    if (timescale) await target.knex.raw('CREATE EXTENSION IF NOT EXISTS timescaledb; SELECT timescaledb_pre_restore()')
    await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${target.url}`], {
      from: file,
    })
    if (timescale) await target.knex.raw('SELECT timescaledb_post_restore()')
    expect(await restored(target.url)).toBe(1)
    await target.knex.destroy()
    const knex = connect(target.url, { max: 2, name: 'test' })
    try {
      expect(await migrate(knex)).toEqual([])
      const after = await contents(knex)
      expect(after).toEqual(before)
      const filled = Object.values(after).filter((each) => !each.startsWith('0 ')).length
      console.log(JSON.stringify({ test: 'T15', n: filled, lost: 0, dup: 0, pass: true }))
      expect(filled).toBeGreaterThan(50)
      const wanted = {
        deviceIds,
        from: new Date(Date.now() - 8 * 86_400_000),
        until: new Date(),
        metrics: ['temperature' as const],
      }
      expect((await readHistory(knex, wanted)).readings).toBeGreaterThan(2_900)
      // Pending facts are handled, and an earlier screen starts with a new snapshot.
      const [waits] = await toldAfter(knex, { xid: '0', id: 0 })
      expect(waits).toMatchObject({ fact: 'gateways.silent', payload: { lastMessageAt: 'waits' } })
      expect(await replayAfter(knex, screen, ['zone:1'], 10)).toBe('too-old')
    } finally {
      await knex.destroy()
    }
  } finally {
    await source.close()
    await target.close()
  }
})
