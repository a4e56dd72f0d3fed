import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { plantUser } from '../../db/testing/fixtures.ts'
import { issueDeviceCommand } from '../../telemetry/commands/testing/issue.ts'
import { connectGateway, startPortal, type TestPortal } from '../../telemetry/commands/testing/portal.ts'
import { request as deviceRequest } from '../../telemetry/commands/testing/site.ts'
import { codeOf, link, makeWay, request, requestAsGuest, reserve, type Way } from './testing/way.ts'

let db: TestDatabase
let knex: Knex
let portal: TestPortal
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  portal = await startPortal(knex)
})
afterAll(async () => {
  await portal.stop()
  await db.close()
})

interface Given {
  way: Way
  id: number
}
const family = ({ id }: Given) => knex('reservations').where({ id }).orWhere({ parent_id: id })

describe('a right that ends between request and dispatch', () => {
  it.each<[string, string, (given: Given) => PromiseLike<unknown>]>([
    [
      'a cancellation',
      'reservation-not-reserved',
      (given) => family(given).update({ state: 'STORNO', ended_at: new Date() }),
    ],
    ['its end', 'reservation-over', (given) => family(given).update({ ends_at: new Date(Date.now() - 1_000) })],
    [
      'another device',
      'device-not-yours',
      ({ way, id }) =>
        knex('reservations').where({ parent_id: id, device_id: way.barrier }).update({ device_id: way.elsewhere }),
    ],
    [
      'a block',
      'user-blocked',
      ({ way }) => knex('blocked_users').insert({ user_id: way.userId, zone_id: way.zoneId, block_reason: 'damage' }),
    ],
    [
      'maintenance',
      'under-maintenance',
      ({ way }) =>
        knex('maintenance_periods').insert({
          scope: 'device',
          device_id: way.barrier,
          reason: 'Paint',
          starts_at: new Date(Date.now() - 60_000),
        }),
    ],
  ])('%s: nothing is sent, and the command log says %s [CTRL-2] [CTRL-8]', async (_what, reason, end) => {
    const way = await makeWay(knex)
    const gateway = await connectGateway(portal.url, way.token)
    const id = await reserve(knex, way)
    expect(codeOf(await request(way, id))).toBe('ok')
    await end({ way, id })
    await portal.link.dispatchPending()
    expect(gateway.deviceCommands).toEqual([])
    expect(await knex('device_commands').where({ device_id: way.barrier })).toMatchObject([
      { state: 'failed', reason, sent_at: null },
    ])
    gateway.socket.close()
  })

  it.each<[string, (userId: number, way: Way) => PromiseLike<unknown>]>([
    ['the zone', (userId, way) => knex('user_zones').where({ user_id: userId, zone_id: way.zoneId }).delete()],
    ['the account', (userId) => knex('users').where({ id: userId }).update({ state: 'DEACTIVATED' })],
  ])('stops the command of an operator who lost %s [ACC-5] [CTRL-8] [ASVS V8.3.2]', async (what, take) => {
    const way = await makeWay(knex)
    const gateway = await connectGateway(portal.url, way.token)
    const userId = await plantUser(knex, `operator-${what.replace(' ', '-')}`, 'Reservation Manager')
    await knex('user_zones').insert({ user_id: userId, zone_id: way.zoneId })
    const command = (place: number, allowedBy: 'operator' | 'emergency') =>
      knex.transaction((trx) =>
        issueDeviceCommand(trx, { ...deviceRequest(way, 'open', place), allowedBy, userId }, new Date()),
      )
    await command(1, 'operator')
    await portal.link.dispatchPending()
    await expect.poll(() => gateway.deviceCommands.length).toBe(1)
    await command(2, 'operator')
    await command(3, 'emergency')
    await take(userId, way)
    await portal.link.dispatchPending()
    expect(gateway.deviceCommands).toHaveLength(1)
    expect(
      await knex('device_commands').whereIn('device_id', way.deviceIds.slice(2)).orderBy('device_id'),
    ).toMatchObject([
      { state: 'failed', reason: 'not-authorized', sent_at: null },
      { state: 'failed', reason: 'not-authorized', sent_at: null },
    ])
    gateway.socket.close()
  })

  it('stops the command of a revoked link, and of no other [TICK-3] [CTRL-8]', async () => {
    const way = await makeWay(knex)
    const gateway = await connectGateway(portal.url, way.token)
    const id = await reserve(knex, way)
    const token = await link(knex, id)
    expect(codeOf(await requestAsGuest(way, token))).toBe('ok')
    await knex('tokens').where({ reservation_id: id }).update({ revoked_at: new Date() })
    await portal.link.dispatchPending()
    expect(await knex('device_commands').where({ device_id: way.barrier })).toMatchObject([
      { state: 'failed', reason: 'eticket-invalid', sent_at: null },
    ])
    expect(codeOf(await requestAsGuest(way, await link(knex, id)))).toBe('ok')
    await portal.link.dispatchPending()
    await expect.poll(() => gateway.deviceCommands.length).toBe(1)
    gateway.socket.close()
  })
})
