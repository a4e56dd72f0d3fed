import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { add, edit, list, makeToken, newGateway, read, remove } from '../../contract/gateways.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { told } from '../../telemetry/commands/testing/site.ts'
import { authenticateGateway } from '../../telemetry/gateways/authenticate.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let call: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  call = busCalls(db.knex, world)
})
afterAll(() => db.close())

let made = 0
const fields = (more: Partial<z.input<typeof add.input>> = {}) => ({
  ...newGateway,
  name: 'Harbour',
  hardwareId: `HF-${(made += 1)}`,
  ...more,
})
async function added(more: Parameters<typeof fields>[0] = {}) {
  const given = fields(more)
  const { gatewayId } = await call.done('admin', add, given)
  const { version } = await call.ask('admin', read, { gatewayId })
  return { gatewayId, version, given }
}
const pushed = async (gatewayId: number) =>
  (await told(db.knex))
    .flatMap(({ changes }) => changes)
    .filter(({ kind, id }) => kind === 'gateway' && id === gatewayId)

describe('gateways [ADM-5]', () => {
  it('are added with every field and read; nobody has heard of them yet', async () => {
    const given = {
      label: 'Box 7',
      comment: 'left of the stairs',
      premiseLocation: 'Basement',
      siteId: world.own.siteId,
      monitoring: false,
      maintenanceState: 'Installation',
      sendMail: false,
      allowOfflineCaching: true,
    }
    const { gatewayId, given: all } = await added(given)
    expect(await call.ask('admin', read, { gatewayId })).toMatchObject({
      id: gatewayId,
      ...all,
      site: { id: world.own.siteId, name: 'Site own' },
      ...{ lastMessageAt: null, linked: false, clockAheadMs: null, devices: 0, tokens: [] },
    })
    expect((await pushed(gatewayId)).at(-1)).toMatchObject({ rooms: ['all'], view: { name: 'Harbour' } })
  })

  it('have a name and a hardware id without spaces around them, and a site that exists [ADM-20]', async () => {
    const wrong = fields({ name: ' ', hardwareId: ' x', label: 'ä'.repeat(46), siteId: 0 })
    expect(inShort(await call.refused('admin', add, wrong))).toEqual([
      'bad-input',
      'name field-not-empty',
      'label field-too-long',
      'hardwareId field-whitespace',
      'siteId field-greater',
    ])
    const nowhere = fields({ siteId: 999_999 })
    expect(inShort(await call.refused('admin', add, nowhere))).toEqual(['bad-input', 'siteId field-not-found'])
  })

  it('have a hardware id of their own, also when two take it at once', async () => {
    const same = fields()
    const ends = await Promise.all([1, 2].map(() => call.send('admin', add, same)))
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1)
    const { gatewayId, version, given } = await added()
    const taken = await call.refused('admin', edit, { gatewayId, version, ...given, hardwareId: same.hardwareId })
    expect(inShort(taken)).toEqual(['gateway-id-taken', 'hardwareId gateway-id-taken'])
  })

  it('are edited as they were seen; a message or a link in between is no edit', async () => {
    const { gatewayId, version, given } = await added()
    await db.knex('gateways').where({ id: gatewayId }).update({ last_message_at: new Date(), linked: true })
    const saved = await call.done('admin', edit, { gatewayId, version, ...given, name: 'Quay' })
    expect(saved.version).toBeGreaterThan(version)
    const stale = await call.refused('admin', edit, { gatewayId, version, ...given, name: 'Mine' })
    expect(stale).toMatchObject({ code: 'changed-meanwhile', current: { values: { name: 'Quay' } } })
    expect((await pushed(gatewayId)).at(-1)).toMatchObject({ view: { name: 'Quay', linked: true } })
  })

  it('that begin to cache get their reservations', async () => {
    const { gatewayId, version, given } = await added()
    await call.done('admin', edit, { gatewayId, version, ...given, allowOfflineCaching: true })
    expect(await db.knex('reservation_handouts').where({ gateway_id: gatewayId })).toHaveLength(1)
  })

  it('are marked after 3 and after 6 hours without a message, and found by that [GW-3]', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const { siteId } = world.foreign
    for (const [name, at] of [
      ['fresh', hoursAgo(1)],
      ['late', hoursAgo(4)],
      ['silent', hoursAgo(7)],
      ['never', null],
    ] as const) {
      const { gatewayId } = await added({ name, siteId })
      await db.knex('gateways').where({ id: gatewayId }).update({ last_message_at: at })
    }
    const { rows } = await call.ask('admin', list, { sort: '-lastMessageAt', filters: { siteId } })
    expect(rows.filter(({ name }) => !name.startsWith('GW')).map(({ name, silence }) => [name, silence])).toEqual([
      ['fresh', 'heard'],
      ['late', 'late'],
      ['silent', 'silent'],
      ['never', 'never'],
    ])
    const late = await call.ask('admin', list, { filters: { siteId, silence: 'late' } })
    expect(late.rows.map(({ name }) => name)).toEqual(['late'])
  })
})

describe('tokens of gateways [ADM-5]', () => {
  it('are made once, are not kept in the audit trail, and let the gateway in', async () => {
    const { gatewayId } = await added()
    const { token, orderKey, url } = await call.done('admin', makeToken, { gatewayId })
    expect(url).toMatch(/\/gateway\/v1\/messages$/)
    expect(await authenticateGateway(db.knex, token)).toMatchObject({ gatewayId })
    const audit = JSON.stringify(await db.knex('commands').where({ name: 'gateways.makeToken' }))
    expect(audit).not.toContain(token)
    expect(audit).not.toContain(orderKey)
  })

  it('are valid by twos while they are rotated; the last one can be ended at once', async () => {
    const { gatewayId } = await added()
    const make = async (keepLast = true) => (await call.done('admin', makeToken, { gatewayId, keepLast })).token
    const valid = (tokens: string[]) =>
      Promise.all(tokens.map(async (token) => (await authenticateGateway(db.knex, token)) !== null))
    const tokens = [await make(), await make(), await make()]
    expect(await valid(tokens)).toEqual([false, true, true])
    expect((await call.ask('admin', read, { gatewayId })).tokens).toHaveLength(2)
    tokens.push(await make(false))
    expect(await valid(tokens)).toEqual([false, false, false, true])
  })
})

describe('the removal of gateways [ADM-5]', () => {
  it('names devices, barriers and parking lots in the way', async () => {
    const { gatewayId, version } = await added()
    const [box] = world.own.gateway.devices
    const device = (type: string, name: string) =>
      insert(db.knex, 'devices', {
        ...{ name, type, hardware_id: name, gateway_id: gatewayId },
        ...{ site_id: world.own.siteId, device_type_id: box?.typeId },
      })
    const boxId = await device('LOCKER', 'Box')
    const lotId = await device('PARKING_LOT', 'Lot')
    const gate = { description: 'Gate', path_number: 700, type: 'entrance', site_id: world.own.siteId }
    const barrierId = await insert(db.knex, 'barriers', { ...gate, gateway_id: gatewayId })
    expect(await call.refused('admin', remove, { gatewayId, version })).toMatchObject({
      code: 'gateway-in-use',
      dependants: [
        { kind: 'device', count: 1, first: [{ id: boxId, name: 'Box' }] },
        { kind: 'barrier', count: 1, first: [{ id: barrierId, name: 'Gate' }] },
        { kind: 'parking-lot', count: 1, first: [{ id: lotId, name: 'Lot' }] },
      ],
    })
  })

  it('is refused while retired devices are remembered', async () => {
    const { gatewayId, version } = await added()
    const [box] = world.own.gateway.devices
    await insert(db.knex, 'devices', {
      ...{ name: 'Old', hardware_id: 'old', gateway_id: gatewayId, retired_at: new Date() },
      ...{ site_id: world.own.siteId, device_type_id: box?.typeId },
    })
    expect(await call.refused('admin', remove, { gatewayId, version })).toMatchObject({ code: 'gateway-remembered' })
  })

  it('ends its tokens and takes it from open lists; not of a version that nobody sees any more', async () => {
    const { gatewayId, version, given } = await added()
    const { token } = await call.done('admin', makeToken, { gatewayId })
    const saved = await call.done('admin', edit, { gatewayId, version, ...given })
    expect(inShort(await call.refused('admin', remove, { gatewayId, version }))).toEqual(['changed-meanwhile'])
    await call.done('admin', remove, { gatewayId, version: saved.version })
    expect(await authenticateGateway(db.knex, token)).toBeNull()
    expect((await pushed(gatewayId)).at(-1)).toMatchObject({ view: null })
    expect(inShort(await call.refused('admin', remove, { gatewayId, version: saved.version }))).toEqual(['not-found'])
  })
})
