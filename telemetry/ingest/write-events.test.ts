import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { decode } from '../messages/decode.ts'
import { DeviceRegistry } from './ingest-registry.ts'
import { makeGateways, type TestGateway } from './testing/gateways.ts'
import { writeBatch } from './write.ts'

let db: TestDatabase
let knex: Knex
let gateway: TestGateway
const now = new Date()
beforeAll(async () => {
  db = await createTestDatabase({})
  knex = db.knex
})
afterAll(() => db?.close())
beforeEach(async () => {
  const [made] = await makeGateways(knex)
  if (!made) throw new Error('no gateway')
  gateway = made
  await knex('outbox').delete()
})

let ids = 0
async function write(...said: object[]): Promise<void> {
  const devices = await new DeviceRegistry(knex).devices(gateway, now.getTime())
  const messages = said.map((each) => ({ id: `e${++ids}`, device: 'D-1', at: now.toISOString(), ...each }))
  const decoded = decode({ messages }, devices, now.getTime())
  if (!decoded.ok || decoded.refused.length > 0) throw new Error(JSON.stringify(decoded))
  await writeBatch(knex, decoded.messages, { now, careful: true })
}
const event = (name: string, value?: string) => ({ kind: 'event', event: name, ...(value ? { value } : {}) })
const queued = () =>
  knex('access_events')
    .where({ gateway_id: gateway.gatewayId })
    .orderBy('id')
    .select<{ event: string; value: string | null; outcome: string | null }[]>('event', 'value', 'outcome')
const facts = () => knex('outbox').whereNotNull('fact').orderBy('id').pluck<string[]>('fact')

describe('events at doors', () => {
  it('are queued for evaluation with one fact for all; events that open nothing are only noted [GW-8]', async () => {
    await write(event('plate-seen', 'DD-HF 2026'), event('rfid-seen', 'ABC'), event('entry'), event('button'))
    expect(await queued()).toEqual([
      { event: 'plate-seen', value: 'DD-HF 2026', outcome: null },
      { event: 'rfid-seen', value: 'ABC', outcome: null },
      { event: 'entry', value: null, outcome: 'noted' },
      { event: 'button', value: null, outcome: 'noted' },
    ])
    expect(await facts()).toEqual(['control.accessEvent'])
  })

  it('wake nobody if none of them can open; readings queue nothing', async () => {
    await write(event('exit'), { kind: 'reading', temperature: 4 })
    expect(await queued()).toEqual([{ event: 'exit', value: null, outcome: 'noted' }])
    expect(await facts()).toEqual([])
  })

  it('keep a PIN only until it is evaluated, whatever was typed [CTRL-1]', async () => {
    await write(event('pin-entered', '12345674'), event('pin-entered', 'a1#'), event('pin-entered', 'reservation:17'))
    const kept = await knex('gateway_events').where({ gateway_id: gateway.gatewayId }).orderBy('id').pluck('value')
    expect(kept).toEqual([null, null, 'reservation:17'])
    expect((await queued()).map(({ value }) => value)).toEqual(['12345674', 'a1#', 'reservation:17'])
  })

  it('are queued together with the message or not at all', async () => {
    await knex.raw(`ALTER TABLE gateway_events ADD CONSTRAINT no_poison CHECK (value <> 'poison')`)
    await expect(write(event('rfid-seen', 'poison'), event('rfid-seen', 'ABC'))).rejects.toThrow('no_poison')
    await knex.raw('ALTER TABLE gateway_events DROP CONSTRAINT no_poison')
    expect(await queued()).toEqual([])
  })
})
