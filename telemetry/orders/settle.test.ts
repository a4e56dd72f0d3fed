import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import type { DeviceStatus, DoorState } from '../../machines/device.ts'
import { type DeviceReport, type OrderAnswer, settleOrders } from './settle.ts'
import { issue, kept, makeSite, markSent, stateOf, type TestSite } from './testing/site.ts'
import { lockDevices } from './transition.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const start = new Date('2026-11-21T10:00:00.000Z')
const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000)

/** An order issued and sent at second 0, with its deadline at second 15. */
async function sentOrder(
  state: 'sent' | 'taken' = 'sent',
): Promise<{ site: TestSite; deviceId: number; orderId: string }> {
  const site = await makeSite(database.knex)
  const orderId = await issue(database.knex, site, 'open', 0, start)
  await markSent(database.knex, orderId, start, state)
  return { site, deviceId: site.deviceIds[0] ?? 0, orderId }
}
const report = (
  deviceId: number,
  seconds: number,
  doorState: DoorState | null = 'open',
  status: DeviceStatus = 'free',
): DeviceReport => ({
  deviceId,
  status,
  doorState,
  at: at(seconds),
})
const answer = (
  site: TestSite,
  orderId: string,
  result: OrderAnswer['result'],
  seconds: number,
  reason?: string,
): OrderAnswer => ({
  gatewayId: site.gatewayId,
  deviceId: site.deviceIds[0] ?? 0,
  orderId,
  result,
  reason,
  at: at(seconds),
})
const settle = (words: { answers?: OrderAnswer[]; reports?: DeviceReport[] }, now: Date) =>
  database.knex.transaction(async (trx) => {
    const said = [...(words.answers ?? []), ...(words.reports ?? [])]
    await lockDevices(trx, [...new Set(said.map(({ deviceId }) => deviceId))])
    return settleOrders(trx, { answers: [], reports: [], ...words }, now)
  })

describe('settling orders', () => {
  it('the device’s own report confirms, and the confirmed state is kept with its time [CTRL-1]', async () => {
    const { deviceId, orderId } = await sentOrder('taken')
    const settled = await settle({ reports: [report(deviceId, 2)] }, at(3))
    expect(settled).toEqual({ orderIds: [orderId], deviceIds: [deviceId] })
    expect(await stateOf(database.knex, orderId)).toEqual({ state: 'confirmed', reason: null, late: false })
    expect(await database.knex('device_states').where({ device_id: deviceId }).first()).toMatchObject({
      wished: 'open',
      confirmed: 'open',
      confirmed_at: at(2),
    })
  })

  it('the gateway’s done alone confirms nothing [CTRL-1]', async () => {
    const { site, orderId } = await sentOrder()
    await settle({ answers: [answer(site, orderId, 'accepted', 1), answer(site, orderId, 'done', 2)] }, at(3))
    expect((await stateOf(database.knex, orderId)).state).toBe('taken')
  })

  it.each([
    ['refused', 'already-open'],
    ['failed', 'jammed'],
  ] as const)('%s fails the order with the gateway’s reason [CTRL-5]', async (result, reason) => {
    const { site, orderId } = await sentOrder()
    await settle({ answers: [answer(site, orderId, result, 1, reason)] }, at(2))
    expect(await stateOf(database.knex, orderId)).toEqual({ state: 'failed', reason, late: false })
    const row = await kept(database.knex, orderId)
    expect(row).toMatchObject({ answer: { result, reason }, answered_at: at(1), settled_at: at(2) })
  })

  it('a report made before the order was sent confirms nothing, however late it comes [CTRL-8]', async () => {
    const { deviceId, orderId } = await sentOrder()
    expect(await settle({ reports: [report(deviceId, -1)] }, at(5))).toEqual({ orderIds: [], deviceIds: [] })
    expect((await stateOf(database.knex, orderId)).state).toBe('sent')
  })

  it('a report that shows something else settles nothing', async () => {
    const { deviceId, orderId } = await sentOrder('taken')
    await settle({ reports: [report(deviceId, 2, 'closed')] }, at(3))
    expect((await stateOf(database.knex, orderId)).state).toBe('taken')
  })

  it('doubled answers and reports change nothing more, not even the version', async () => {
    const { site, deviceId, orderId } = await sentOrder()
    const words = { answers: [answer(site, orderId, 'accepted', 1)], reports: [report(deviceId, 2)] }
    await settle(
      { answers: [...words.answers, ...words.answers], reports: [...words.reports, ...words.reports] },
      at(3),
    )
    const first = await kept(database.knex, orderId)
    expect(await settle(words, at(4))).toEqual({ orderIds: [], deviceIds: [] })
    expect(await kept(database.knex, orderId)).toEqual(first)
  })

  it('a report after the deadline settles late, with or without the job that watches deadlines [CTRL-8]', async () => {
    const { deviceId, orderId } = await sentOrder('taken')
    await settle({ reports: [report(deviceId, 14)] }, at(20))
    expect(await stateOf(database.knex, orderId)).toMatchObject({ state: 'confirmed', late: true })
  })

  it('a late refusal of an unknown order fails it, and says so', async () => {
    const { site, orderId } = await sentOrder()
    await settle({ answers: [answer(site, orderId, 'refused', 2, 'already-open')] }, at(20))
    expect(await stateOf(database.knex, orderId)).toEqual({ state: 'failed', reason: 'already-open', late: true })
  })

  it('a report ten minutes past the deadline is no echo of the order', async () => {
    const { deviceId, orderId } = await sentOrder()
    await settle({ reports: [report(deviceId, 16 + 600)] }, at(700))
    expect((await stateOf(database.knex, orderId)).state).toBe('sent')
  })

  it('a report belongs to the last order sent before it [CTRL-8]', async () => {
    const { site, deviceId, orderId: first } = await sentOrder()
    await settle({ answers: [answer(site, first, 'failed', 1, 'jammed')] }, at(1))
    const second = await issue(database.knex, site, 'open', 0, at(10))
    await markSent(database.knex, second, at(10))
    await settle({ reports: [report(deviceId, 5), report(deviceId, 12)] }, at(13))
    expect(await stateOf(database.knex, first)).toMatchObject({ state: 'failed', reason: 'jammed' })
    expect(await stateOf(database.knex, second)).toMatchObject({ state: 'confirmed' })
  })

  it('hears only the gateway and the device of the order, and no order that was never sent [GW-2]', async () => {
    const { site, orderId } = await sentOrder()
    const other = await makeSite(database.knex)
    const queued = await issue(database.knex, other, 'open', 0, start)
    const foreign = { ...answer(other, orderId, 'failed', 1), deviceId: site.deviceIds[0] ?? 0 }
    const wrongDevice = { ...answer(site, orderId, 'failed', 1), deviceId: site.deviceIds[1] ?? 0 }
    const words = [foreign, wrongDevice, answer(other, queued, 'failed', 1), answer(site, 'no-uuid', 'failed', 1)]
    expect(await settle({ answers: words }, at(2))).toEqual({ orderIds: [], deviceIds: [] })
    expect((await stateOf(database.knex, orderId)).state).toBe('sent')
    expect((await stateOf(database.knex, queued)).state).toBe('queued')
  })

  it('in whatever pieces the words come, a report in time ends in the same outcome', async () => {
    const { knex } = database
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(['accepted', 'done', 'report'] as const, { minLength: 3 }),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        async (words, cuts) => {
          const { site, deviceId, orderId } = await sentOrder()
          let piece: { answers: OrderAnswer[]; reports: DeviceReport[] } = { answers: [], reports: [] }
          for (const [place, word] of words.entries()) {
            if (word === 'report') piece.reports.push(report(deviceId, 3))
            else piece.answers.push(answer(site, orderId, word, word === 'done' ? 2 : 1))
            if (!cuts[place] && place < 2) continue
            await settle(piece, at(4))
            piece = { answers: [], reports: [] }
          }
          expect(await stateOf(knex, orderId)).toEqual({ state: 'confirmed', reason: null, late: false })
        },
      ),
      { numRuns: 25 },
    )
  })
})
