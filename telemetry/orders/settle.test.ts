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

  describe('a gateway whose clock is behind: its reports are judged by when it had the order, by the same clock [CTRL-8]', () => {
    it.each([
      ['with its answer', 'sent', ['both']],
      ['after its answer', 'sent', ['answer', 'report']],
      ['after it was acknowledged and answered', 'taken', ['answer', 'report']],
      ['with its answer, after it was acknowledged', 'taken', ['both']],
    ] as const)('comes %s', async (_, state, pieces) => {
      const { site, deviceId, orderId } = await sentOrder(state)
      const words = { answers: [answer(site, orderId, 'accepted', -59)], reports: [report(deviceId, -57)] }
      const only = { answer: { answers: words.answers }, report: { reports: words.reports }, both: words }
      for (const piece of pieces) await settle(only[piece], at(2))
      expect(await stateOf(database.knex, orderId)).toMatchObject({ state: 'confirmed', late: false })
    })

    it('what was made before it had the order confirms nothing, with the answer or after it', async () => {
      const { site, deviceId, orderId } = await sentOrder('taken')
      await settle({ answers: [answer(site, orderId, 'accepted', -3)], reports: [report(deviceId, -4)] }, at(1))
      await settle({ reports: [report(deviceId, -3.001)] }, at(1))
      expect((await stateOf(database.knex, orderId)).state).toBe('taken')
    })

    it('what was made before its clock was set back confirms nothing: it is further from the answer than the order has been out', async () => {
      const { site, deviceId, orderId } = await sentOrder('taken')
      const [accepted, buffered] = [answer(site, orderId, 'accepted', -299), report(deviceId, -120)]
      await settle({ answers: [accepted], reports: [buffered] }, at(1))
      await settle({ reports: [buffered] }, at(10))
      expect((await stateOf(database.knex, orderId)).state).toBe('taken')
      await settle({ reports: [report(deviceId, -290)] }, at(10))
      expect((await stateOf(database.knex, orderId)).state).toBe('confirmed')
    })

    it('after the deadline it counts too, whichever of its last words comes first', async () => {
      for (const first of ['done', 'report'] as const) {
        const { site, deviceId, orderId } = await sentOrder('taken')
        await settle({ answers: [answer(site, orderId, 'accepted', -59)] }, at(1))
        const last = {
          done: { answers: [answer(site, orderId, 'done', -39.9)] },
          report: { reports: [report(deviceId, -40)] },
        }
        await settle(last[first], at(20))
        await settle(last[first === 'done' ? 'report' : 'done'], at(21))
        expect(await stateOf(database.knex, orderId)).toMatchObject({ state: 'confirmed', late: true })
        const before = await kept(database.knex, orderId)
        await settle({ answers: [answer(site, orderId, 'accepted', -60)] }, at(22))
        expect(await kept(database.knex, orderId), 'what is confirmed is left alone').toEqual(before)
      }
    })

    it('belongs to the last order that the gateway had, also when that has failed', async () => {
      const { site, deviceId, orderId: first } = await sentOrder('taken')
      await database
        .knex('orders')
        .where({ id: first })
        .update({ state: 'failed', reason: 'not-in-time', settled_at: at(15) })
      const second = await issue(database.knex, site, 'open', 0, at(20))
      await markSent(database.knex, second, at(20))
      await settle({ answers: [answer(site, second, 'failed', -39, 'jammed')] }, at(21))
      await settle({ reports: [report(deviceId, -38)] }, at(22))
      expect(await stateOf(database.knex, first)).toMatchObject({ state: 'failed', reason: 'not-in-time' })
      expect(await stateOf(database.knex, second)).toMatchObject({ state: 'failed', reason: 'jammed' })
    })

    it('an answer about another gateway’s order says nothing', async () => {
      const { deviceId, orderId } = await sentOrder()
      const other = await makeSite(database.knex)
      await settle(
        { answers: [{ ...answer(other, orderId, 'accepted', -3), deviceId }], reports: [report(deviceId, -2)] },
        at(2),
      )
      expect((await stateOf(database.knex, orderId)).state).toBe('sent')
    })

    it('is written once, apart from what the gateway answered; a clock that is right writes nothing', async () => {
      const { site, orderId } = await sentOrder('taken')
      await settle({ answers: [answer(site, orderId, 'accepted', -3)] }, at(1))
      const first = await kept(database.knex, orderId)
      expect(first).toMatchObject({ state: 'taken', had_at: at(-3), answered_at: null, answer: null })
      const none = { orderIds: [], deviceIds: [] }
      expect(await settle({ answers: [answer(site, orderId, 'accepted', -3)] }, at(2))).toEqual(none)
      expect(await settle({ answers: [answer(site, orderId, 'done', -2)] }, at(2))).toEqual(none)
      expect(await kept(database.knex, orderId)).toEqual(first)
      const right = await sentOrder('sent')
      await settle({ answers: [answer(right.site, right.orderId, 'done', 2)] }, at(3))
      expect(await settle({ answers: [answer(right.site, right.orderId, 'accepted', 1)] }, at(3))).toEqual(none)
      expect(await kept(database.knex, right.orderId)).toMatchObject({
        had_at: null,
        answered_at: at(2),
        answer: { result: 'done' },
      })
    })
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
