import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { malfunctionKinds } from '../../contract/devices.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeGateways, type TestGateway } from '../ingest/testing/gateways.ts'
import { explanations } from './causes.ts'
import type { MalfunctionKind } from './kinds.ts'
import { closeMalfunctions, openMalfunctions } from './malfunctions.ts'
import { refreshMalfunctions } from './refresh.ts'

/** The columns that causeSql needs of an open malfunction. */
interface Incident {
  readonly id: number
  readonly kind: MalfunctionKind
  /** Null = of the gateway as a whole. */
  readonly deviceId: number | null
  readonly gatewayId: number
}

/** causeSql restated: the open malfunction that explains this one, or null: one root cause is one incident. */
function causeOf(one: Incident, open: readonly Incident[]): number | null {
  if (one.deviceId === null) return null
  for (const { by, of } of explanations[one.kind] ?? []) {
    const cause = open.find(
      (each) =>
        each.kind === by &&
        (of === 'device' ? each.deviceId === one.deviceId : each.deviceId === null && each.gatewayId === one.gatewayId),
    )
    if (cause) return cause.id
  }
  return null
}

const of = (id: number, kind: MalfunctionKind, deviceId: number | null, gatewayId = 1): Incident => ({
  id,
  kind,
  deviceId,
  gatewayId,
})

describe('the cause of a malfunction [LIVE-1] [GW-4]', () => {
  const silent = of(90, 'gateway-silent', null)
  const elsewhere = of(91, 'gateway-silent', null, 2)
  const unreachable = of(92, 'unreachable', 7)
  it.each([
    ['not-responding behind a silent gateway', of(1, 'not-responding', 7), [silent, unreachable], 90],
    ['unreachable behind a silent gateway', unreachable, [unreachable, silent], 90],
    ['not-responding of an unreachable device', of(1, 'not-responding', 7), [unreachable], 92],
    ['not-responding beside an unreachable device', of(1, 'not-responding', 8), [unreachable], null],
    ['unreachable behind a gateway that speaks', unreachable, [elsewhere], null],
    ['unreachable of a device that does not respond', unreachable, [of(1, 'not-responding', 7)], null],
    ['an error of a device behind a silent gateway', of(1, 'error-status', 7), [silent], null],
    ['a door left open of an unreachable device', of(1, 'stuck-door', 7), [unreachable, silent], null],
    ['the silent gateway itself', silent, [silent, elsewhere, unreachable], null],
  ] as const)('%s', (_name, one, open, cause) => {
    expect(causeOf(one, open)).toBe(cause)
  })

  it('is never itself caused by its effect, and one step leads to a root cause', () => {
    for (const [kind, list] of Object.entries(explanations))
      for (const { by } of list) {
        expect(explanations[by]?.some((deeper) => deeper.by === kind) ?? false).toBe(false)
        // The deeper cause stands first, so that nothing is folded into something folded.
        for (const { by: deeper } of explanations[by] ?? []) expect(list[0]?.by).toBe(deeper)
      }
  })
})

describe('the database', () => {
  let db: TestDatabase
  let knex: Knex
  let gateways: TestGateway[]
  beforeAll(async () => {
    db = await createTestDatabase()
    knex = db.knex
    gateways = await makeGateways(knex, { gateways: 2, devices: 2 })
  })
  afterAll(() => db?.close())

  const place = (at: number) => {
    const gateway = gateways[at % 2]
    const device = gateway?.devices[Math.floor(at / 2) % 2]
    return { gatewayId: gateway?.gatewayId ?? 0, deviceId: device?.id ?? 0 }
  }
  interface Row {
    id: number
    kind: MalfunctionKind
    deviceId: number | null
    gatewayId: number
    causeId: number | null
  }
  const open = async () =>
    (
      await knex.raw<{ rows: Row[] }>(
        `SELECT id, kind, device_id AS "deviceId", gateway_id AS "gatewayId", cause_id AS "causeId" FROM malfunctions WHERE closed_at IS NULL ORDER BY id`,
      )
    ).rows
  const obey = (rows: readonly Row[]) =>
    expect(rows.map(({ id, causeId }) => [id, causeId])).toEqual(rows.map((row) => [row.id, causeOf(row, rows)]))

  it('folds by the same rule: at once when something opens, and at the next refresh when its cause comes or goes [LIVE-1]', async () => {
    const step = fc.record({
      kind: fc.constantFrom(...malfunctionKinds.slice(0, 7)),
      at: fc.nat(3),
      close: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await knex('malfunctions').delete()
        for (const { kind, at, close } of steps) {
          const { gatewayId, deviceId } = place(at)
          const what = { kind, at: new Date(), ...(kind === 'gateway-silent' ? { gatewayId } : { deviceId }) }
          const before = await open()
          const opened = await knex.transaction((trx) =>
            close ? closeMalfunctions(trx, [what]).then(() => []) : openMalfunctions(trx, [what]),
          )
          const after = await open()
          for (const row of after.filter(({ id }) => opened.includes(id)))
            expect(row.causeId).toBe(causeOf(row, before))
          await refreshMalfunctions(knex)
          obey(await open())
        }
      }),
      { numRuns: 25 },
    )
  })
})
