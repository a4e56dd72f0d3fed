import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OrderFrame } from '../../contract/gateway.ts'
import { connect } from '../../db/connect.ts'
import { type Embedded, startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { issueDeviceCommand } from '../../telemetry/commands/testing/issue.ts'
import { verify } from '../../telemetry/gateways/testing/verify.ts'
import { stopwatch } from '../testing/figures.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { type Mosquitto, startMosquitto } from './testing/mosquitto.ts'

/** Batches before, during and after each fault. */
const batches = Number(process.env['MQTT_BATCHES'] ?? 60)
const perBatch = 5

const secret = 'the-portals-own-password'
let dir: string
let database: Embedded
let knex: Knex
let world: World
let broker: Mosquitto
const portals: RunningPortal[] = []
let gateway: MqttClient
const replies: { batch: number; stored: number; duplicate: number; refused: object[] }[] = []
const orders: OrderFrame[] = []
/** What the gateway keeps until its reply has come. */
const unanswered = new Map<number, string>()
const acknowledgedMs: number[] = []
let sent = 0
let faults = 0

const own = () => world.own.gateway
const topic = (name: string): string => `holdfast/v1/${own().hardwareId}/${name}`
const portal = async (roles: string): Promise<RunningPortal> => {
  const started = await startPortal({
    databaseUrl: database.url,
    env: { HOLDFAST_ROLES: roles, MQTT_URL: `mqtt://holdfast:${secret}@127.0.0.1:${broker.port}` },
  })
  portals.push(started)
  return started
}
/** How many sessions at the broker each process holds, as the database knows. */
const shares = async (): Promise<number[]> => {
  const { rows } = await knex.raw<{ rows: { held: number }[] }>(
    `SELECT count(*)::integer AS held FROM pg_locks WHERE locktype = 'advisory' AND classid = 727005 AND granted GROUP BY pid ORDER BY 1`,
  )
  return rows.map(({ held }) => held)
}
const stored = async (): Promise<number> => {
  const [row] = await knex('readings').count<{ count: number }[]>()
  return row?.count ?? 0
}
/** Publishes batches of readings; resolves when the broker has them all. */
const send = async (count: number): Promise<void> => {
  const device = own().devices[0]?.hardwareId
  await Promise.all(
    Array.from({ length: count }, async () => {
      const batch = (sent += 1)
      const messages = Array.from({ length: perBatch }, (_, index) => {
        const number = batch * perBatch + index
        const at = new Date(Date.now() - 3_600_000 + number).toISOString()
        return { id: `a-${number}`, at, device, kind: 'reading', temperature: 4.5 }
      })
      const body = JSON.stringify({ batch, messages })
      unanswered.set(batch, body)
      const passed = stopwatch()
      await gateway.publishAsync(topic('up'), body, { qos: 1 })
      acknowledgedMs.push(passed())
    }),
  )
}
/** Sends again what has no reply, as the protocol says, until everything has one. */
const insist = async (): Promise<void> => {
  const again = async (): Promise<number> => {
    const bodies = [...unanswered.values()]
    await Promise.all(bodies.map((body) => gateway.publishAsync(topic('up'), body, { qos: 1 })))
    return bodies.length
  }
  await expect.poll(again, { interval: 2_000 }).toBe(0)
}
/** All that was sent stands in the database, once, and every batch has got its reply. */
const settled = async (): Promise<void> => {
  await expect.poll(stored, { interval: 200 }).toBe(sent * perBatch)
  await expect.poll(() => new Set(replies.map(({ batch }) => batch)).size).toBe(sent)
  expect(replies.flatMap(({ refused }) => refused)).toEqual([])
  expect(replies.reduce((sum, reply) => sum + reply.stored, 0)).toBeLessThanOrEqual(sent * perBatch)
}

describe('a broker of one’s own [GW-7]', () => {
  beforeAll(async () => {
    dir = mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-mqtt-'))
    database = await startEmbedded({ dir, temporary: true })
    knex = connect(database.url, { max: 4, name: 'test' })
    await migrate(knex)
    world = await makeWorld(knex)
    broker = await startMosquitto({ holdfast: secret, [own().hardwareId]: own().token, other: 'another' })
    await portal('web,relay,jobs,ingest')
    await portal('ingest')
    gateway = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      username: own().hardwareId,
      password: own().token,
      clientId: own().hardwareId,
      clean: false,
      reconnectPeriod: 200,
      will: { topic: topic('presence'), payload: Buffer.from('offline'), qos: 1, retain: true },
    })
    gateway.on('message', (name, payload) => {
      const frame = JSON.parse(payload.toString()) as object
      if (name === topic('orders')) orders.push(frame as OrderFrame)
      else if ('stored' in frame) {
        const reply = frame as (typeof replies)[number]
        replies.push(reply)
        unanswered.delete(reply.batch)
      }
    })
    // That they are subscribed they say themselves.
    const subscribed = () =>
      portals.reduce((sum, { output }) => sum + output().split('connected to the MQTT broker').length - 1, 0)
    await vi.waitFor(async () => {
      expect(await shares()).toEqual([4, 5])
      expect(subscribed()).toBeGreaterThanOrEqual(9)
    })
    await gateway.subscribeAsync([topic('orders'), topic('replies')], { qos: 1 })
    await gateway.publishAsync(topic('presence'), 'online', { qos: 1, retain: true })
  })
  afterAll(async () => {
    await gateway?.endAsync(true)
    for (const each of portals) if (each.child.exitCode === null) await each.end()
    await broker?.stop()
    await knex?.destroy()
    await database?.stop()
    if (dir) rmSync(dir, { recursive: true, force: true })
  })

  it('two processes share its sessions, and every message is stored once', async () => {
    await expect.poll(shares).toEqual([4, 5])
    await send(batches)
    await settled()
    expect(replies.reduce((sum, reply) => sum + reply.stored, 0)).toBe(sent * perBatch)
  })

  it('an order goes to the gateway that said it is there, signed, and its answer comes back', async () => {
    const linked = () => knex('gateways').where({ id: own().id }).first<{ linked: boolean }>('linked')
    await expect.poll(linked).toEqual({ linked: true })
    const device = own().devices[0]
    const issued = await knex.transaction((trx) =>
      issueDeviceCommand(
        trx,
        {
          deviceId: device?.id ?? 0,
          gatewayId: own().id,
          action: 'open',
          allowedBy: 'operator',
          userId: null,
          timeoutSeconds: 30,
          supportCode: () => 'HF-TEST-1',
        },
        new Date(),
      ),
    )
    await expect.poll(() => orders.length).toBe(1)
    const [frame] = orders as [OrderFrame]
    expect([frame.order, verify(frame, own().orderKey)]).toEqual([issued?.deviceCommandId, true])
    const at = new Date().toISOString()
    const answer = { id: 'answer-1', at, device: frame.device, kind: 'answer', order: frame.order, result: 'accepted' }
    await gateway.publishAsync(topic('up'), JSON.stringify({ messages: [answer] }), { qos: 1 })
    const state = () => knex('device_commands').where({ id: frame.order }).first<{ state: string }>('state')
    await expect.poll(state).toEqual({ state: 'taken' })
  })

  it('a process is killed while it stores: the other goes on with its sessions', async () => {
    const flow = send(batches)
    await portals[1]?.end('SIGKILL')
    faults += 1
    await flow
    await send(batches)
    await settled()
    await expect.poll(shares).toEqual([9])
  })

  it('the broker is restarted while it passes batches on: what has no reply is sent again, and stored once', async () => {
    const flow = send(batches)
    await broker.restart()
    faults += 1
    await flow
    await send(batches)
    await insist()
    await settled()
    expect([unanswered.size, await stored()]).toEqual([0, sent * perBatch])
  })

  it('the database refuses for a while, and nothing else fails: what came meanwhile is stored and answered', async () => {
    await knex.raw('ALTER TABLE gateway_tokens RENAME TO gateway_tokens_away')
    faults += 1
    await send(batches)
    await expect.poll(() => portals[0]?.output()).toContain('cannot store a batch, retrying')
    await knex.raw('ALTER TABLE gateway_tokens_away RENAME TO gateway_tokens')
    await settled()
  })

  it('no process is there for a while: the broker keeps what came, and the next one takes it', async () => {
    const flow = send(batches)
    await portals[0]?.end()
    faults += 1
    await flow
    await send(batches)
    await portal('web,relay,jobs,ingest')
    await settled()
    const times = acknowledgedMs.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
    const n = sent * perBatch
    const lost = Math.max(0, n - (await stored()))
    const dup = Math.max(0, replies.reduce((sum, reply) => sum + reply.stored, 0) - n, (await stored()) - n)
    expect([lost, dup]).toEqual([0, 0])
    console.log(
      JSON.stringify({
        test: 'MQTT',
        n,
        faults,
        lost,
        dup,
        p50: at(0.5),
        p95: at(0.95),
        p99: at(0.99),
        pass: lost === 0 && dup === 0,
      }),
    )
  })

  it('nobody writes or reads in another’s name', async () => {
    const other = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      username: 'other',
      password: 'another',
      protocolVersion: 5,
    })
    const heard: string[] = []
    other.on('message', (name) => heard.push(name))
    await other.subscribeAsync('holdfast/v1/#', { qos: 1 }).catch(() => {})
    const before = await stored()
    const at = new Date().toISOString()
    const forged = {
      messages: [{ id: 'f-1', at, device: own().devices[0]?.hardwareId, kind: 'reading', temperature: 9 }],
    }
    await other.publishAsync(topic('up'), JSON.stringify(forged), { qos: 1 }).catch(() => {})
    await send(5)
    await settled()
    expect([await stored(), heard]).toEqual([before + 5 * perBatch, []])
    await other.endAsync()
  })
})
