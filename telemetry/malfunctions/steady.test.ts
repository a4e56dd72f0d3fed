import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeGateways, type TestGateway } from '../ingest/testing/gateways.ts'
import { malfunctionViews } from '../views/malfunction.ts'
import type { MalfunctionKind } from './kinds.ts'
import { closeMalfunctions, openMalfunctions } from './malfunctions.ts'
import { refreshMalfunctions } from './refresh.ts'

let db: TestDatabase
let knex: Knex
let gateway: TestGateway
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  const [made] = await makeGateways(knex, { devices: 12 })
  if (!made) throw new Error('no gateway')
  gateway = made
})
afterAll(() => db?.close())
beforeEach(() => knex('malfunctions').delete())
afterEach(() => vi.useRealTimers())

const deviceId = (at = 0) => gateway.devices[at]?.id ?? 0
const open = (kind: MalfunctionKind = 'error-status', detail = {}) =>
  knex.transaction((trx) => openMalfunctions(trx, [{ kind, deviceId: deviceId(), at: new Date(), detail }]))
const close = (kind: MalfunctionKind = 'error-status') =>
  knex.transaction((trx) => closeMalfunctions(trx, [{ kind, deviceId: deviceId(), at: new Date() }]))
/** Lets this many minutes pass, by the database's clock. */
async function pass(minutes: number): Promise<void> {
  const ago = knex.raw(`make_interval(secs => ?)`, [minutes * 60])
  await knex('malfunctions').update({
    changed_at: knex.raw('changed_at - ?', [ago]),
    right_since: knex.raw('right_since - ?', [ago]),
  })
  await knex('malfunction_history').update({ at: knex.raw('at - ?', [ago]) })
}
interface Row {
  id: number
  returned: number
  unsteady: boolean
  openedAt: Date
  over: boolean
  right: boolean
}
const all = () =>
  many<Row>(
    knex,
    `SELECT id, returned, unsteady, opened_at AS "openedAt", closed_at IS NOT NULL AS over, right_since IS NOT NULL AS right FROM malfunctions ORDER BY id`,
  )
const types = async () =>
  (await many<{ type: string }>(knex, 'SELECT type FROM malfunction_history ORDER BY id')).map(({ type }) => type)

describe('a malfunction that comes back [GW-4] [LIVE-1]', () => {
  it('is the same incident within ten minutes: start, acknowledgement and assignment stay', async () => {
    const [id] = await open('error-status', { try: 1 })
    await knex('malfunctions').update({ acknowledged_at: new Date(), detail: { try: 1 } })
    const [before] = await all()
    await close()
    await pass(9)
    expect(await open('error-status', { try: 2 })).toEqual([id])
    expect(await all()).toEqual([{ ...before, returned: 1 }])
    expect(await knex('malfunctions').first('detail', 'acknowledged_at')).toMatchObject({
      detail: { try: 2 },
      acknowledged_at: expect.any(Date),
    })
    expect(await types()).toEqual(['opened', 'closed', 'returned'])
    const [view] = await malfunctionViews(knex, { deviceId: deviceId() })
    expect(view?.view).toMatchObject({ id, returned: 1, unsteady: false })
  })

  it('is a new one later, and so are another kind and what a person did', async () => {
    await open()
    await close()
    await pass(10.1)
    await open()
    await open('sensor-dirty')
    await open('emergency-open')
    await close('emergency-open')
    await open('emergency-open')
    expect(await all()).toMatchObject(Array(5).fill({ returned: 0 }))
  })

  it('does not depend on the clock of the process', async () => {
    for (const hours of [1, -1, 24]) {
      await knex('malfunctions').delete()
      const [id] = await open()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      await close()
      vi.useRealTimers()
      await pass(9)
      expect(await open()).toEqual([id])
      await close()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hours * 3_600_000 })
      await pass(10.1)
      expect(await open()).not.toEqual([id])
      vi.useRealTimers()
    }
  })

  it('stays open after three times within an hour, until it has been over for ten minutes', async () => {
    const [id] = await open()
    for (const minute of [5, 5, 5]) {
      await close()
      await pass(minute)
      await open()
    }
    expect(await all()).toMatchObject([{ id, returned: 3, unsteady: true, over: false }])
    expect(await close()).toEqual([id])
    expect(await close()).toEqual([])
    expect(await all()).toMatchObject([{ id, unsteady: true, over: false, right: true }])
    await pass(9.5)
    expect(await refreshMalfunctions(knex)).toMatchObject({ closed: 0 })
    // Wrong again: counted from the beginning, without an entry in the history.
    expect(await open()).toEqual([id])
    expect(await all()).toMatchObject([{ id, returned: 4, unsteady: true, over: false, right: false }])
    await close()
    await pass(10.1)
    expect(await refreshMalfunctions(knex)).toMatchObject({ closed: 1 })
    expect(await all()).toMatchObject([{ id, unsteady: false, over: true, right: false }])
    expect((await types()).filter((type) => type === 'returned')).toHaveLength(3)
    expect((await types()).at(-1)).toBe('closed')
  })

  it('is not unsteady if it returns slowly', async () => {
    await open()
    for (let round = 0; round < 5; round += 1) {
      await close()
      await pass(9)
      await open()
      await pass(25)
    }
    expect(await all()).toMatchObject([{ returned: 5, unsteady: false }])
  })

  it('closes at once when monitoring ends, unsteady or not', async () => {
    await open()
    await knex('malfunctions').update({ unsteady: true })
    await knex('devices').where({ id: deviceId() }).update({ monitoring: false })
    await close()
    await knex('devices').where({ id: deviceId() }).update({ monitoring: true })
    expect(await all()).toMatchObject([{ over: true, unsteady: false }])
  })

  it('returns once, whoever reports it at the same moment', async () => {
    const [id] = await open()
    await close()
    const answers = await Promise.all([1, 2, 3, 4].map(() => open()))
    expect(answers.flat()).toEqual([id])
    expect(await all()).toMatchObject([{ id, returned: 1, over: false }])
  })

  it('storms of many devices in any order cause no deadlock', async () => {
    const openings = gateway.devices.map(({ id }) => ({ kind: 'error-status' as const, deviceId: id, at: new Date() }))
    await knex.transaction((trx) => openMalfunctions(trx, openings))
    const turns = Array.from({ length: 12 }, (_, turn) => (turn % 2 ? [...openings].reverse() : openings))
    await Promise.all([
      ...turns.map((list, turn) =>
        knex.transaction((trx) => (turn % 3 ? openMalfunctions(trx, list) : closeMalfunctions(trx, list))),
      ),
      ...[1, 2, 3].map(() => refreshMalfunctions(knex)),
    ])
    expect(await all()).toHaveLength(12)
  })
})
