import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import type { DeviceStatus, DoorState } from '../../machines/device.ts'
import { applyCommandOutcomes, type DeviceAnswer, type DeviceReport } from './command-outcomes.ts'
import { issue, kept, makeSite, markSent, stateOf, type TestSite } from './testing/site.ts'
import { lockDevices } from './transition.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const start = new Date('2026-11-21T10:00:00.000Z')
const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000)

/** A command issued and sent at second 0, with its deadline at second 15. */
async function sentDeviceCommand(
  state: 'sent' | 'taken' = 'sent',
): Promise<{ site: TestSite; deviceId: number; deviceCommandId: string }> {
  const site = await makeSite(database.knex)
  const deviceCommandId = await issue(database.knex, site, 'open', 0, start)
  await markSent(database.knex, deviceCommandId, start, state)
  return { site, deviceId: site.deviceIds[0] ?? 0, deviceCommandId }
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
  deviceCommandId: string,
  result: DeviceAnswer['result'],
  seconds: number,
  reason?: string,
): DeviceAnswer => ({
  gatewayId: site.gatewayId,
  deviceId: site.deviceIds[0] ?? 0,
  deviceCommandId,
  result,
  reason,
  at: at(seconds),
})
const settle = (words: { answers?: DeviceAnswer[]; reports?: DeviceReport[] }, now: Date) =>
  database.knex.transaction(async (trx) => {
    const said = [...(words.answers ?? []), ...(words.reports ?? [])]
    await lockDevices(trx, [...new Set(said.map(({ deviceId }) => deviceId))])
    return applyCommandOutcomes(trx, { answers: [], reports: [], ...words }, now)
  })

describe('outcomes of commands', () => {
  it("a device's own report confirms, and the confirmed state is stored with its time [CTRL-1]", async () => {
    const { deviceId, deviceCommandId } = await sentDeviceCommand('taken')
    const settled = await settle({ reports: [report(deviceId, 2)] }, at(3))
    expect(settled).toEqual({ deviceCommandIds: [deviceCommandId], deviceIds: [deviceId] })
    expect(await stateOf(database.knex, deviceCommandId)).toEqual({ state: 'confirmed', reason: null, late: false })
    expect(await database.knex('device_states').where({ device_id: deviceId }).first()).toMatchObject({
      requested: 'open',
      confirmed: 'open',
      confirmed_at: at(2),
    })
  })

  it('the gateway’s ‘done’ alone confirms nothing [CTRL-1]', async () => {
    const { site, deviceCommandId } = await sentDeviceCommand()
    await settle(
      { answers: [answer(site, deviceCommandId, 'accepted', 1), answer(site, deviceCommandId, 'done', 2)] },
      at(3),
    )
    expect((await stateOf(database.knex, deviceCommandId)).state).toBe('taken')
  })

  it.each([
    ['refused', 'already-open'],
    ['failed', 'jammed'],
  ] as const)('%s fails the command with the gateway’s reason [CTRL-5]', async (result, reason) => {
    const { site, deviceCommandId } = await sentDeviceCommand()
    await settle({ answers: [answer(site, deviceCommandId, result, 1, reason)] }, at(2))
    expect(await stateOf(database.knex, deviceCommandId)).toEqual({ state: 'failed', reason, late: false })
    const row = await kept(database.knex, deviceCommandId)
    expect(row).toMatchObject({ answer: { result, reason }, answered_at: at(1), settled_at: at(2) })
  })

  it('a report made before the command was sent confirms nothing, however late it arrives [CTRL-8]', async () => {
    const { deviceId, deviceCommandId } = await sentDeviceCommand()
    expect(await settle({ reports: [report(deviceId, -1)] }, at(5))).toEqual({ deviceCommandIds: [], deviceIds: [] })
    expect((await stateOf(database.knex, deviceCommandId)).state).toBe('sent')
  })

  describe('a gateway whose clock is slow: its reports are compared with when it had the command, by its own clock [CTRL-8]', () => {
    it.each([
      ['with its answer', 'sent', ['both']],
      ['after its answer', 'sent', ['answer', 'report']],
      ['after it was acknowledged and answered', 'taken', ['answer', 'report']],
      ['with its answer, after it was acknowledged', 'taken', ['both']],
    ] as const)('comes %s', async (_, state, pieces) => {
      const { site, deviceId, deviceCommandId } = await sentDeviceCommand(state)
      const words = { answers: [answer(site, deviceCommandId, 'accepted', -59)], reports: [report(deviceId, -57)] }
      const only = { answer: { answers: words.answers }, report: { reports: words.reports }, both: words }
      for (const piece of pieces) await settle(only[piece], at(2))
      expect(await stateOf(database.knex, deviceCommandId)).toMatchObject({ state: 'confirmed', late: false })
    })

    it('a report made before it had the command confirms nothing, with or after the answer', async () => {
      const { site, deviceId, deviceCommandId } = await sentDeviceCommand('taken')
      await settle({ answers: [answer(site, deviceCommandId, 'accepted', -3)], reports: [report(deviceId, -4)] }, at(1))
      await settle({ reports: [report(deviceId, -3.001)] }, at(1))
      expect((await stateOf(database.knex, deviceCommandId)).state).toBe('taken')
    })

    it('a report made before its clock was set back confirms nothing: it is further from the answer than the command has been out', async () => {
      const { site, deviceId, deviceCommandId } = await sentDeviceCommand('taken')
      const [accepted, buffered] = [answer(site, deviceCommandId, 'accepted', -299), report(deviceId, -120)]
      await settle({ answers: [accepted], reports: [buffered] }, at(1))
      await settle({ reports: [buffered] }, at(10))
      expect((await stateOf(database.knex, deviceCommandId)).state).toBe('taken')
      await settle({ reports: [report(deviceId, -290)] }, at(10))
      expect((await stateOf(database.knex, deviceCommandId)).state).toBe('confirmed')
    })

    it('after the deadline it counts too, whichever of the last messages comes first', async () => {
      for (const first of ['done', 'report'] as const) {
        const { site, deviceId, deviceCommandId } = await sentDeviceCommand('taken')
        await settle({ answers: [answer(site, deviceCommandId, 'accepted', -59)] }, at(1))
        const last = {
          done: { answers: [answer(site, deviceCommandId, 'done', -39.9)] },
          report: { reports: [report(deviceId, -40)] },
        }
        await settle(last[first], at(20))
        await settle(last[first === 'done' ? 'report' : 'done'], at(21))
        expect(await stateOf(database.knex, deviceCommandId)).toMatchObject({ state: 'confirmed', late: true })
        const before = await kept(database.knex, deviceCommandId)
        await settle({ answers: [answer(site, deviceCommandId, 'accepted', -60)] }, at(22))
        expect(await kept(database.knex, deviceCommandId), 'what is confirmed is left alone').toEqual(before)
      }
    })

    it('a report belongs to the last command that the gateway had, even if that has failed', async () => {
      const { site, deviceId, deviceCommandId: first } = await sentDeviceCommand('taken')
      await database
        .knex('device_commands')
        .where({ id: first })
        .update({ state: 'failed', reason: 'not-in-time', settled_at: at(15) })
      const second = await issue(database.knex, site, 'open', 0, at(20))
      await markSent(database.knex, second, at(20))
      await settle({ answers: [answer(site, second, 'failed', -39, 'jammed')] }, at(21))
      await settle({ reports: [report(deviceId, -38)] }, at(22))
      expect(await stateOf(database.knex, first)).toMatchObject({ state: 'failed', reason: 'not-in-time' })
      expect(await stateOf(database.knex, second)).toMatchObject({ state: 'failed', reason: 'jammed' })
    })

    it('an answer about another gateway’s command is ignored', async () => {
      const { deviceId, deviceCommandId } = await sentDeviceCommand()
      const other = await makeSite(database.knex)
      await settle(
        { answers: [{ ...answer(other, deviceCommandId, 'accepted', -3), deviceId }], reports: [report(deviceId, -2)] },
        at(2),
      )
      expect((await stateOf(database.knex, deviceCommandId)).state).toBe('sent')
    })

    it("the clock offset is stored once, apart from the gateway's answer; a correct clock stores nothing", async () => {
      const { site, deviceCommandId } = await sentDeviceCommand('taken')
      await settle({ answers: [answer(site, deviceCommandId, 'accepted', -3)] }, at(1))
      const first = await kept(database.knex, deviceCommandId)
      expect(first).toMatchObject({ state: 'taken', had_at: at(-3), answered_at: null, answer: null })
      const none = { deviceCommandIds: [], deviceIds: [] }
      expect(await settle({ answers: [answer(site, deviceCommandId, 'accepted', -3)] }, at(2))).toEqual(none)
      expect(await settle({ answers: [answer(site, deviceCommandId, 'done', -2)] }, at(2))).toEqual(none)
      expect(await kept(database.knex, deviceCommandId)).toEqual(first)
      const right = await sentDeviceCommand('sent')
      await settle({ answers: [answer(right.site, right.deviceCommandId, 'done', 2)] }, at(3))
      expect(await settle({ answers: [answer(right.site, right.deviceCommandId, 'accepted', 1)] }, at(3))).toEqual(none)
      expect(await kept(database.knex, right.deviceCommandId)).toMatchObject({
        had_at: null,
        answered_at: at(2),
        answer: { result: 'done' },
      })
    })
  })

  it('a report of another state closes nothing', async () => {
    const { deviceId, deviceCommandId } = await sentDeviceCommand('taken')
    await settle({ reports: [report(deviceId, 2, 'closed')] }, at(3))
    expect((await stateOf(database.knex, deviceCommandId)).state).toBe('taken')
  })

  it('repeated answers and reports change nothing more, not even the version', async () => {
    const { site, deviceId, deviceCommandId } = await sentDeviceCommand()
    const words = { answers: [answer(site, deviceCommandId, 'accepted', 1)], reports: [report(deviceId, 2)] }
    await settle(
      { answers: [...words.answers, ...words.answers], reports: [...words.reports, ...words.reports] },
      at(3),
    )
    const first = await kept(database.knex, deviceCommandId)
    expect(await settle(words, at(4))).toEqual({ deviceCommandIds: [], deviceIds: [] })
    expect(await kept(database.knex, deviceCommandId)).toEqual(first)
  })

  it('a report after the deadline closes it late, with or without the job that watches deadlines [CTRL-8]', async () => {
    const { deviceId, deviceCommandId } = await sentDeviceCommand('taken')
    await settle({ reports: [report(deviceId, 14)] }, at(20))
    expect(await stateOf(database.knex, deviceCommandId)).toMatchObject({ state: 'confirmed', late: true })
  })

  it('a late refusal of an unknown command fails it, with that reason', async () => {
    const { site, deviceCommandId } = await sentDeviceCommand()
    await settle({ answers: [answer(site, deviceCommandId, 'refused', 2, 'already-open')] }, at(20))
    expect(await stateOf(database.knex, deviceCommandId)).toEqual({
      state: 'failed',
      reason: 'already-open',
      late: true,
    })
  })

  it('a report ten minutes past the deadline does not belong to the command', async () => {
    const { deviceId, deviceCommandId } = await sentDeviceCommand()
    await settle({ reports: [report(deviceId, 16 + 600)] }, at(700))
    expect((await stateOf(database.knex, deviceCommandId)).state).toBe('sent')
  })

  it('a report belongs to the last command sent before it [CTRL-8]', async () => {
    const { site, deviceId, deviceCommandId: first } = await sentDeviceCommand()
    await settle({ answers: [answer(site, first, 'failed', 1, 'jammed')] }, at(1))
    const second = await issue(database.knex, site, 'open', 0, at(10))
    await markSent(database.knex, second, at(10))
    await settle({ reports: [report(deviceId, 5), report(deviceId, 12)] }, at(13))
    expect(await stateOf(database.knex, first)).toMatchObject({ state: 'failed', reason: 'jammed' })
    expect(await stateOf(database.knex, second)).toMatchObject({ state: 'confirmed' })
  })

  it('only the gateway and the device of the command count, and no command that was never sent [GW-2]', async () => {
    const { site, deviceCommandId } = await sentDeviceCommand()
    const other = await makeSite(database.knex)
    const queued = await issue(database.knex, other, 'open', 0, start)
    const foreign = { ...answer(other, deviceCommandId, 'failed', 1), deviceId: site.deviceIds[0] ?? 0 }
    const wrongDevice = { ...answer(site, deviceCommandId, 'failed', 1), deviceId: site.deviceIds[1] ?? 0 }
    const words = [foreign, wrongDevice, answer(other, queued, 'failed', 1), answer(site, 'no-uuid', 'failed', 1)]
    expect(await settle({ answers: words }, at(2))).toEqual({ deviceCommandIds: [], deviceIds: [] })
    expect((await stateOf(database.knex, deviceCommandId)).state).toBe('sent')
    expect((await stateOf(database.knex, queued)).state).toBe('queued')
  })

  it('whatever order and batches the messages come in, a report in time has the same outcome', async () => {
    const { knex } = database
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(['accepted', 'done', 'report'] as const, { minLength: 3 }),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        async (words, cuts) => {
          const { site, deviceId, deviceCommandId } = await sentDeviceCommand()
          let piece: { answers: DeviceAnswer[]; reports: DeviceReport[] } = { answers: [], reports: [] }
          for (const [place, word] of words.entries()) {
            if (word === 'report') piece.reports.push(report(deviceId, 3))
            else piece.answers.push(answer(site, deviceCommandId, word, word === 'done' ? 2 : 1))
            if (!cuts[place] && place < 2) continue
            await settle(piece, at(4))
            piece = { answers: [], reports: [] }
          }
          expect(await stateOf(knex, deviceCommandId)).toEqual({ state: 'confirmed', reason: null, late: false })
        },
      ),
      { numRuns: 25 },
    )
  })
})
