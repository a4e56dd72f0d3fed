import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { command } from '../../contract/control.ts'
import { add, edit, read } from '../../contract/device-access-methods.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { readDevices } from '../../telemetry/views/device-rows.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

type Input = z.input<typeof add.input>

let db: TestDatabase
let world: World
let bus: ReturnType<typeof busCalls>
let client: pg.Client
let told: unknown[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  bus = busCalls(db.knex, world)
  client = new pg.Client({ connectionString: db.url })
  await client.connect()
  client.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')))
  await client.query('listen rights')
})
afterAll(async () => {
  await client.end()
  await db.close()
})

const boxId = () => world.own.gateway.devices[0]?.id ?? 0
let methods = 0
const method = (more: Partial<Input>): Input => ({
  name: `method-${++methods}`,
  displayName: 'Handle',
  description: null,
  icon: null,
  attributes: ['open'],
  disableControlWhenInState: true,
  translations: { texts: {} },
  ...more,
})
/** A method that the box has. */
async function given(more: Partial<Input>): Promise<number> {
  const { accessMethodId } = await bus.done('admin', add, method(more))
  await db.knex('device_method_links').insert({ access_method_id: accessMethodId, device_id: boxId() })
  return accessMethodId
}
async function changed(accessMethodId: number, more: Partial<Input>): Promise<void> {
  const { version } = await bus.ask('admin', read, { accessMethodId })
  await bus.done('admin', edit, { accessMethodId, version, ...method(more) })
}

beforeEach(async () => {
  await db.knex('device_commands').delete()
  await db.knex('device_method_links').delete()
  await db.knex('device_states').update({ status: 'free', door_state: 'open', reachable: true })
})

describe('no control when already there', () => {
  const answerTo = async (action: 'open' | 'close') => {
    const answer = await bus.send('rm', command, { deviceId: boxId(), action })
    await db.knex('device_commands').delete()
    return answer.ok ? 'ok' : answer.refusal.code
  }
  const seen = async () => (await readDevices(db.knex, { ids: [boxId()] }))[0]?.repeatable

  it('refuses to open what is open; without it the button opens again, and screens know [ADM-9] [CTRL-2]', async () => {
    expect(await answerTo('open')).toBe('already-in-state')
    const id = await given({ name: 'again' })
    expect([await answerTo('open'), await seen()]).toEqual(['already-in-state', []])
    await changed(id, { name: 'again', disableControlWhenInState: false })
    expect([await answerTo('open'), await seen()]).toEqual(['ok', ['open']])
  })

  it('counts for the ways of its method alone [ADM-9]', async () => {
    await given({ name: 'pin only', attributes: ['pin'], disableControlWhenInState: false })
    expect([await answerTo('open'), await seen()]).toEqual(['already-in-state', []])
    await given({ name: 'open only', disableControlWhenInState: false })
    await db.knex('device_states').update({ door_state: 'closed' })
    expect([await answerTo('close'), await seen()]).toEqual(['already-in-state', ['open']])
  })

  it('counts when one of several methods says so [ADM-9]', async () => {
    await given({ name: 'loose', attributes: ['open', 'close'], disableControlWhenInState: false })
    await given({ name: 'strict', attributes: ['open'] })
    expect([await answerTo('open'), await seen()]).toEqual(['already-in-state', ['close']])
  })
})

describe('devices in use', () => {
  let marks = 0
  /** Returns what `work` announces: notifications arrive in the order of commits, so everything stands before a mark of our own. */
  async function announced(work: Promise<unknown>): Promise<unknown[]> {
    told = []
    await work
    marks += 1
    const mark = `mark ${marks}`
    await db.knex.raw(`select pg_notify('rights', ?)`, [JSON.stringify(mark)])
    await expect.poll(() => told.includes(mark)).toBe(true)
    return told.filter((each) => each !== mark)
  }
  const handouts = async () => Number((await db.knex('reservation_handouts').count<{ count: number }[]>())[0]?.count)

  it('follow a change of ways: open screens read again, caching gateways get their reservations [ADM-9]', async () => {
    await db.knex('gateways').where({ id: world.own.gateway.id }).update({ allow_offline_caching: true })
    const id = await given({ name: 'followed' })
    const before = await handouts()
    const announcement = { all: true, again: true }
    expect(await announced(changed(id, { name: 'followed', attributes: ['open', 'pin'] }))).toEqual([announcement])
    expect(await handouts()).toBe(before + 1)
    expect(await announced(changed(id, { name: 'followed', attributes: ['open', 'pin'], icon: 'pin' }))).toEqual([])
    expect(await handouts()).toBe(before + 1)
    await db.knex('device_method_links').delete()
    expect(await announced(changed(id, { name: 'followed' }))).toEqual([])
  })
})
