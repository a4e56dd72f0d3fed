import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { type Embedded, startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { expectAtMost, stopwatch } from '../testing/figures.ts'
import { freePort, type RunningPortal, startPortal } from '../testing/harness.ts'
import { postMessages } from '../testing/person.ts'
import { makeWorld, type World, type WorldGateway } from '../testing/world.ts'

/** Cycles of killing; the long form is asked for by the environment. */
const cycles = Number(process.env['T9_CYCLES'] ?? 4)

let dir: string
let database: Embedded
let knex: Knex
let world: World
let port: number
let portal: RunningPortal

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-durability-'))
  database = await startEmbedded({ dir, temporary: true, supervised: true })
  knex = connect(database.url, { max: 4, name: 'test' })
  await migrate(knex)
  world = await makeWorld(knex, { devices: 20 })
  port = await freePort()
  portal = await startPortal({ databaseUrl: database.url, port })
})
afterAll(async () => {
  await portal?.end('SIGKILL')
  await knex?.destroy()
  await database?.stop()
  if (dir) rmSync(dir, { recursive: true, force: true })
})

interface Load {
  acknowledged: Set<string>
  stop(): Promise<void>
}

/** Gateways that send batches without a pause, keep what was not acknowledged and send it again, as real ones do. */
function load(gateways: readonly WorldGateway[], mark: string): Load {
  const acknowledged = new Set<string>()
  let stopped = false
  const senders = gateways.flatMap((gateway) =>
    Array.from({ length: 2 }, async (_, lane) => {
      for (let batch = 0; !stopped; ) {
        const messages = Array.from({ length: 50 }, (__, index) => ({
          id: `${mark}-${lane}-${batch}-${index}`,
          at: new Date().toISOString(),
          device: gateway.devices[index % gateway.devices.length]?.hardwareId,
          kind: 'reading',
          temperature: 20 + (index % 10),
          supplyVoltage: 3.6,
        }))
        try {
          const response = await postMessages(`http://localhost:${port}`, gateway.token, messages)
          if (response.status !== 200) throw new Error(String(response.status))
          const reply = (await response.json()) as { stored: number; duplicate: number; refused: unknown[] }
          if (reply.stored + reply.duplicate !== messages.length) throw new Error(JSON.stringify(reply))
          for (const message of messages) acknowledged.add(`${gateway.id}/${message.id}`)
          batch += 1
        } catch {
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
    }),
  )
  return {
    acknowledged,
    async stop() {
      stopped = true
      await Promise.all(senders)
    },
  }
}

/** Acknowledged messages of a run that are not in the database, and how readings and receipts of the run compare. */
async function account(
  mark: string,
  acknowledged: ReadonlySet<string>,
): Promise<{ lost: number; receipts: number; readings: number }> {
  const rows = (await knex('gateway_receipts')
    .whereLike('message_id', `${mark}-%`)
    .select('gateway_id', 'message_id')) as { gateway_id: number; message_id: string }[]
  const stored = new Set(rows.map((row) => `${row.gateway_id}/${row.message_id}`))
  const lost = [...acknowledged].filter((key) => !stored.has(key)).length
  const [{ count }] = (await knex('readings').count({ count: '*' })) as [{ count: number }]
  return { lost, receipts: rows.length, readings: Number(count) }
}

describe('what is acknowledged is stored', () => {
  it(`the server killed with -9 ${cycles} times during ingest: nothing acknowledged is lost, nothing stored twice [GW-1]`, async () => {
    const before = await account('kill', new Set())
    const gateways = [world.own.gateway, world.foreign.gateway]
    const running = load(gateways, 'kill')
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const seen = running.acknowledged.size
      await expect.poll(() => running.acknowledged.size).toBeGreaterThan(seen + 500)
      await portal.end('SIGKILL')
      const passed = stopwatch()
      portal = await startPortal({ databaseUrl: database.url, port })
      expectAtMost('ms until it is ready again', passed(), 10_000)
    }
    await running.stop()
    const after = await account('kill', running.acknowledged)
    console.log(
      JSON.stringify({
        test: 'T9',
        n: running.acknowledged.size,
        faults: cycles,
        lost: after.lost,
        dup: after.readings - before.readings - after.receipts,
      }),
    )
    expect(running.acknowledged.size).toBeGreaterThan(1_000)
    expect(after.lost).toBe(0)
    expect(after.readings - before.readings).toBe(after.receipts)
  })

  it('the database killed with -9 under load: nothing acknowledged is lost and the portal works again by itself [GW-1]', async () => {
    const before = await account('crash', new Set())
    const running = load([world.own.gateway], 'crash')
    for (let cycle = 0; cycle < 3; cycle += 1) {
      const seen = running.acknowledged.size
      await expect.poll(() => running.acknowledged.size).toBeGreaterThan(seen + 300)
      const pid = database.pid()
      if (pid) process.kill(pid, 'SIGKILL')
      const again = running.acknowledged.size
      await expect.poll(() => running.acknowledged.size).toBeGreaterThan(again + 300)
    }
    await running.stop()
    await expect.poll(async () => (await fetch(`${portal.url}/health/ready`)).status).toBe(200)
    const after = await account('crash', running.acknowledged)
    console.log(
      JSON.stringify({
        test: 'T10',
        n: running.acknowledged.size,
        faults: 3,
        lost: after.lost,
        dup: after.readings - before.readings - after.receipts,
      }),
    )
    expect(after.lost).toBe(0)
    expect(after.readings - before.readings).toBe(after.receipts)
  })

  it('stops gracefully under load: the exit is clean', async () => {
    const running = load([world.own.gateway], 'stop')
    await expect.poll(() => running.acknowledged.size).toBeGreaterThan(200)
    const passed = stopwatch()
    const code = await portal.end('SIGTERM')
    expectAtMost('ms until it has stopped', passed(), 15_000)
    await running.stop()
    expect(code).toBe(0)
    expect((await account('stop', running.acknowledged)).lost).toBe(0)
    portal = await startPortal({ databaseUrl: database.url, port })
  })
})
