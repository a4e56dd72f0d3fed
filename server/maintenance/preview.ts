import type { Knex } from 'knex'
import { type PlannedItem, preview } from '../../contract/maintenance.ts'
import { Device } from '../../db/models/sites.ts'
import { answer } from '../kernel/bus/handle.ts'
import { refuseField } from '../kernel/bus/refuse.ts'
import { wireTime } from '../kernel/sql.ts'
import { mobileNumber } from '../messages/mobile-number.ts'
import { readAddressees } from '../messages/read-about.ts'
import { type Consequence, consider } from './consider.ts'
import { type PeriodSpan, periodSpan, spanField } from './period-span.ts'
import { refundOf } from './read-affected.ts'
import { covers, readTarget, type Target } from './target.ts'

/** Maximum number of listed reservations; all are counted. */
const most = 500

/** Previews what setting a period would do now, for operators of its zones (rules MT-3 to MT-8). Writes nothing. */
export default answer(preview, async ({ input, actor, trx, now, refuse }) => {
  const target = await readTarget(trx, actor, input)
  if (!target) return refuse('not-found')
  const span = periodSpan(input, now)
  if (typeof span === 'string') return refuseField(refuse, span, spanField(span))
  const { version, items } = await consider(trx, target, span, { asked: input, now })
  const shown = items.map((item) => ({ item, refundCents: refundBy(item, span, now) }))
  const names = await deviceNames(trx, items)
  const running = items.filter(({ outcome }) => outcome === 'loses-access')
  const count = (outcome: string) => items.filter((item) => item.outcome === outcome).length
  return {
    version,
    target: {
      scope: target.scope,
      id: target.id,
      name: target.name,
      timeZone: target.timeZone,
      safetyWord: target.name,
    },
    devices: target.devices,
    counts: { moves: count('move'), cannotMove: count('cannot-move'), losesAccess: running.length },
    items: shown.slice(0, most).map(({ item, refundCents }) => wireItem(item, refundCents, names)),
    refundCents: shown.reduce((sum, { refundCents }) => sum + refundCents, 0),
    messages: await messagesOf(trx, items),
    untold: items.filter(({ affected }) => affected.userId === null).length,
    suggestedStart: latest(running.map(({ affected }) => affected.end)),
    overlaps: await readOverlaps(trx, target, span),
  }
})

/** A moved reservation has a place, so the period is no reason for a refund. */
function refundBy({ affected, outcome }: Consequence, span: PeriodSpan, now: Date): number {
  return outcome === 'move' ? 0 : refundOf(affected, [{ from: span.start, until: span.end }], now)
}

function wireItem(
  { affected, outcome, toDeviceId, triesUntil }: Consequence,
  refundCents: number,
  names: ReadonlyMap<number, string>,
): PlannedItem {
  return {
    reservationId: affected.id,
    number: affected.number,
    person: affected.person,
    start: affected.start.toISOString(),
    end: affected.end.toISOString(),
    site: { id: affected.siteId, name: affected.siteName, timeZone: affected.timeZone },
    device: { id: affected.deviceId, name: affected.deviceName },
    outcome,
    to: toDeviceId === null ? null : { id: toDeviceId, name: names.get(toDeviceId) ?? '' },
    triesUntil: triesUntil?.toISOString() ?? null,
    priceCents: affected.priceCents,
    refundCents,
    language: affected.language,
  }
}

async function deviceNames(trx: Knex, items: readonly Consequence[]): Promise<Map<number, string>> {
  const ids = items.flatMap(({ toDeviceId }) => (toDeviceId === null ? [] : [toDeviceId]))
  const found = await Device.query(trx)
    .findByIds([...new Set(ids)])
    .select('id', 'name')
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Counts e-mails and text messages by language. Nobody can switch off the message about a lost place. */
async function messagesOf(trx: Knex, items: readonly Consequence[]) {
  const people = await readAddressees(
    trx,
    items.flatMap(({ affected: { id, userId } }, place) =>
      userId === null ? [] : [{ place, userId, group: 'maintenance', reservationId: id, gatewayId: null }],
    ),
  )
  const byLanguage = new Map<string, { language: string; mails: number; sms: number }>()
  for (const person of people.filter(({ active }) => active)) {
    const sum = byLanguage.get(person.language) ?? { language: person.language, mails: 0, sms: 0 }
    sum.mails += 1
    if (person.smsAllowed && person.consents && person.sms !== false && mobileNumber(person.mobile)) sum.sms += 1
    byLanguage.set(person.language, sum)
  }
  return [...byLanguage.values()].sort((a, b) => b.mails - a.mails || (a.language < b.language ? -1 : 1))
}

function latest(times: readonly Date[]): string | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime()))).toISOString()
}

/** Periods that already cover a part of it. */
async function readOverlaps(trx: Knex, target: Target, span: PeriodSpan) {
  const { rows } = await trx.raw<{
    rows: { id: number; scope: Target['scope']; name: string; start: string; end: string | null }[]
  }>(
    `select m.id, m.scope, coalesce(d.name, s.name, z.name) as name, ${wireTime('m.starts_at')} as start, ${wireTime('m.ends_at')} as end
     from maintenance_periods m
     left join devices d on d.id = m.device_id left join sites s on s.id = m.site_id left join zones z on z.id = m.zone_id
     where m.revoked_at is null and m.span && tstzrange(:start, :end, '[)') and m.id in (
       select dm.maintenance_period_id from device_maintenance dm join devices d on d.id = dm.device_id where ${covers[target.scope]})
     order by m.starts_at, m.id`,
    { targetId: target.id, start: span.start, end: span.end },
  )
  return rows
}
