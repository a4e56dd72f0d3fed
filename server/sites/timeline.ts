import type { Knex } from 'knex'
import type * as z from 'zod'
import { maxTimelineEvents, timeline } from '../../contract/sites/timeline.ts'
import { seesSite } from '../access/scope.ts'
import { answer } from '../kernel/bus/handle.ts'
import { planChange } from './plan-view.ts'
import { readAccess, readDeviceCommands } from './timeline/commands.ts'
import { readTimelineDevices } from './timeline/devices.ts'
import { inOrder, type Piece, type Told } from './timeline/piece.ts'
import { readReports } from './timeline/reports.ts'
import { readReservations } from './timeline/reservations.ts'
import { readSilence } from './timeline/silence.ts'
import { readMaintenance, readMalfunctions } from './timeline/troubles.ts'

const dayMs = 86_400_000
const maxMs = 366 * dayMs
/** Maximum number of devices times days read at once. */
const maxDeviceDays = 5_000
const ofDevices = [readReports, readSilence, readReservations, readDeviceCommands, readAccess]
const sources = [...ofDevices, readMalfunctions, readMaintenance]

/** Returns what happened at a site of the caller's zones, up to now, as much as fits into one reply. */
export default answer(timeline, async ({ input, actor, trx, now, refuse }) => {
  const from = Date.parse(input.from)
  const until = Math.min(Date.parse(input.until), now.getTime())
  if (!(from < until)) return refuse('span-empty')
  if (until - from > maxMs) return refuse('span-too-long')
  if (!(await seesSite(trx, actor, input.siteId))) return refuse('not-found')
  return readTimeline(trx, input.siteId, from, until)
})

/** Returns the timeline of a site over (from, until], ms; cut after some thousands of events, between two moments. */
export async function readTimeline(
  trx: Knex,
  siteId: number,
  from: number,
  until: number,
): Promise<z.input<typeof timeline.reply>> {
  const found = await readTimelineDevices(trx, siteId, from)
  const devices = found.map(({ device }) => device)
  const { view } = await planChange(trx, siteId)
  if (!view) throw new Error(`site ${siteId} has no plan`)
  const readable = from + Math.floor((maxDeviceDays / Math.max(1, devices.length)) * dayMs)
  const piece: Piece = { siteId, deviceIds: devices.map(({ id }) => id), from, until: Math.min(until, readable) }
  const told: Told[] = []
  for (const read of sources) told.push(await read(trx, piece))
  const complete = Math.min(...told.map((each) => each.coveredUntil))
  const all = inOrder(told.flatMap(({ events }) => events).filter(({ at }) => at <= complete))
  const coveredUntil = all.length > maxTimelineEvents ? (all[maxTimelineEvents - 1]?.at ?? complete) : complete
  return {
    from,
    until,
    coveredUntil,
    cut: coveredUntil < until,
    plan: { ...view, devices: found.map(({ device: { id, name }, place }) => ({ id, name, place })) },
    devices,
    standing: inOrder(told.flatMap(({ standing }) => standing)),
    events: all.filter(({ at }) => at <= coveredUntil),
  }
}
