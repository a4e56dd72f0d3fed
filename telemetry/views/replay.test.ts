import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomChange } from '../../contract/changes.ts'
import { position, publish } from '../../db/outbox.ts'
import { withRetry } from '../../db/retry.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { toldAfter } from '../../db/testing/outbox.ts'
import { actions, deviceStatuses } from '../../machines/device.ts'
import { applyCommandOutcomes } from '../commands/command-outcomes.ts'
import { expireDeviceCommands } from '../commands/expire.ts'
import { issueDeviceCommand } from '../commands/testing/issue.ts'
import { makeSite, request, type TestSite } from '../commands/testing/site.ts'
import { lockDevices, touchDevices } from '../commands/transition.ts'
import { countedAsLinked, markLinked, markUnlinked } from '../links/link-state.ts'
import { closeMalfunctions, openMalfunctions } from '../malfunctions/malfunctions.ts'
import { deviceChanges, deviceViews } from './device.ts'
import { deviceCommandChanges, deviceCommandViews } from './device-command.ts'
import { malfunctionChanges, malfunctionViews } from './malfunction.ts'

const linkProcess = '00000000-0000-4000-8000-000000000001'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ max: 8 })
})
afterAll(() => database.close())

const start = new Date('2026-11-21T10:00:00.000Z').getTime()
const place = fc.integer({ min: 0, max: 2 })
const seconds = fc.integer({ min: 0, max: 60 })
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('issue' as const), place, action: fc.constantFrom(...actions), seconds }),
  fc.record({ do: fc.constant('send' as const), place, seconds }),
  fc.record({
    do: fc.constant('report' as const),
    place,
    seconds,
    status: fc.constantFrom(...deviceStatuses),
    door: fc.constantFrom('open' as const, 'closed' as const),
  }),
  fc.record({ do: fc.constant('expire' as const), seconds }),
  fc.record({ do: fc.constantFrom('link' as const, 'unlink' as const) }),
  fc.record({ do: fc.constantFrom('break' as const, 'mend' as const), place, seconds }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** One thing that happens, as the portal writes it. */
async function happen(knex: Knex, site: TestSite, step: Step): Promise<void> {
  const deviceId = 'place' in step ? (site.deviceIds[step.place] ?? 0) : 0
  const now = new Date(start + ('seconds' in step ? step.seconds : 0) * 1_000)
  if (step.do === 'issue') {
    await knex.transaction((trx) => issueDeviceCommand(trx, request(site, step.action, step.place), now))
  } else if (step.do === 'send') {
    await knex.transaction(async (trx) => {
      await lockDevices(trx, [deviceId])
      const sent = await trx('device_commands')
        .where({ device_id: deviceId, state: 'queued' })
        .update({ state: 'taken', sent_at: now, taken_at: now, version: trx.raw(`nextval('change_version')`) })
        .returning<{ id: string }[]>('id')
      if (!sent[0]) return
      await touchDevices(trx, [deviceId])
      const changes = [...(await deviceChanges(trx, [deviceId])), ...(await deviceCommandChanges(trx, [sent[0].id]))]
      await publish(trx, changes)
    })
  } else if (step.do === 'report') {
    await knex.transaction(async (trx) => {
      await lockDevices(trx, [deviceId])
      await trx('device_states')
        .where({ device_id: deviceId })
        .update({
          status: step.status,
          status_at: now,
          door_state: step.door,
          version: trx.raw(`nextval('change_version')`),
        })
      const report = { deviceId, status: step.status, doorState: step.door, at: now }
      await applyCommandOutcomes(trx, { answers: [], reports: [report] }, now)
      await publish(trx, await deviceChanges(trx, [deviceId]))
    })
  } else if (step.do === 'expire') {
    await expireDeviceCommands(knex, now)
  } else if (step.do === 'link') {
    await markLinked(knex, site.gatewayId, linkProcess)
  } else if (step.do === 'unlink') {
    const [counted] = await countedAsLinked(knex, -3_600, linkProcess, [site.gatewayId])
    if (counted) await markUnlinked(knex, site.gatewayId, counted.link)
  } else {
    await knex.transaction(async (trx) => {
      await lockDevices(trx, [deviceId])
      const change = step.do === 'break' ? openMalfunctions : closeMalfunctions
      const ids = await change(trx, [{ kind: 'error-status', deviceId, at: now }])
      await publish(trx, await malfunctionChanges(trx, ids))
    })
  }
}

type Rows = Map<string, Pick<RoomChange, 'version' | 'view'>>
function apply(rows: Rows, { kind, id, version, view }: Omit<RoomChange, 'rooms'>): void {
  const before = rows.get(`${kind}:${id}`)
  if (!before || version >= before.version) rows.set(`${kind}:${id}`, { version, view })
}
async function snapshot(knex: Knex, site: TestSite): Promise<Rows> {
  const rows: Rows = new Map()
  const scope = { siteIds: [site.siteId] }
  const views = [await deviceViews(knex, scope), await malfunctionViews(knex, scope)]
  for (const deviceId of site.deviceIds)
    views.push((await deviceCommandViews(knex, { deviceId, last: 1_000 })) as never)
  for (const change of views.flat()) apply(rows, change)
  return rows
}
const visible = (rows: Rows): [string, unknown][] =>
  [...rows]
    .flatMap(([key, { view }]) => (view === null ? [] : [[key, view] as [string, unknown]]))
    .sort(([a], [b]) => (a < b ? -1 : 1))

describe('watched views', () => {
  it('an old snapshot plus the pushed changes equals the new snapshot, whatever happened at once [LIVE-6]', async () => {
    const { knex } = database
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { maxLength: 12 }),
        fc.array(anyStep, { minLength: 4, maxLength: 24 }),
        async (before, after) => {
          const site = await makeSite(knex, { devices: 3 })
          for (const step of before) await happen(knex, site, step)
          const cursor = await position(knex)
          const rows = await snapshot(knex, site)
          for (let next = 0; next < after.length; next += 4) {
            await Promise.all(after.slice(next, next + 4).map((step) => withRetry(() => happen(knex, site, step))))
          }
          const fresh = await snapshot(knex, site)
          const rooms = new Set([`site:${site.siteId}`, ...site.deviceIds.map((id) => `device:${id}`)])
          for (const { changes } of await toldAfter(knex, cursor)) {
            for (const change of changes) if (change.rooms.some((room) => rooms.has(room))) apply(rows, change)
          }
          expect(visible(rows)).toEqual(visible(fresh))
        },
      ),
      { numRuns: 40 },
    )
  })
})
