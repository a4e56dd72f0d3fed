import type { Knex } from 'knex'
import { preview } from '../../contract/events.ts'
import { Tenant, Zone } from '../../db/models/people.ts'
import { Code, Event, Tariff } from '../../db/models/reservations.ts'
import { Site } from '../../db/models/sites.ts'
import { previewAccessTime } from '../../machines/booking/preview-access-time.ts'
import { answer } from '../kernel/bus/handle.ts'
import { hasProduct } from './checks.ts'

/** What could be booked with values that are not saved (rule EV-5), at the first site of the zone by id. */
export default answer(preview, async ({ input, actor, trx, now, refuse }) => {
  const { zoneId, eventId, emailWhitelist, enrolUniversityStaff, enrolUniversityStudents, ...values } = input
  const zone = await Zone.query(trx).findById(zoneId).modify('visibleTo', actor)
  const event =
    eventId === null ? null : await Event.query(trx).findById(eventId).where({ zone_id: zoneId }).modify('kept')
  if (!zone || event === undefined) return refuse('not-found')
  const timeZone = await timeZoneOf(trx, zone)
  const stages = await stagesOf(trx, zone, values.tariffId)
  const paymentSold = await hasProduct(trx, zone.tenantId, 'PAYMENT')
  const accessTime = { ...values, id: eventId ?? 0, permitted: true, paymentSold, stages, ...unusedByPreview }
  const days = previewAccessTime(accessTime, await bookableTypes(trx, zoneId), { now, timeZone })
  const patterns = emailWhitelist?.split(', ') ?? []
  return {
    timeZone,
    days: days.map(({ date, bookable, closedBy }) => ({
      date,
      bookable: bookable && {
        ...bookable,
        firstStart: bookable.firstStart.toISOString(),
        lastStart: bookable.lastStart.toISOString(),
      },
      closedBy: closedBy && { code: closedBy.code, params: closedBy.params },
    })),
    who: {
      everybody: values.mode === 'public' && patterns.length === 0 && !zone.private,
      patterns,
      codes: await codesFor(trx, zoneId, eventId),
      enrolled: eventId === null ? 0 : await enrolledIn(trx, eventId),
      staff: enrolUniversityStaff,
      students: enrolUniversityStudents,
    },
  }
})

/** Refunds and plates do not decide when somebody can book. */
const unusedByPreview = { refundUntilMinutes: 0, licencePlateMandatory: false }

async function timeZoneOf(trx: Knex, zone: Zone): Promise<string> {
  const inZone = trx('site_zones').select('site_id').where({ zone_id: zone.id })
  const site = await Site.query(trx).whereIn('id', inZone).orderBy('id').first()
  return site?.timeZone ?? (await Tenant.query(trx).findById(zone.tenantId).throwIfNotFound()).timeZone
}

/** Types of the places in use at the sites of a zone, ascending. */
async function bookableTypes(trx: Knex, zoneId: number): Promise<number[]> {
  const rows: { id: number }[] = await trx('devices as d')
    .join('site_zones as sz', 'sz.site_id', 'd.site_id')
    .join('device_types as t', 't.id', 'd.device_type_id')
    .where({ 'sz.zone_id': zoneId, 't.is_reservable': true })
    .whereNull('d.retired_at')
    .distinct('t.id as id')
    .orderBy('t.id')
  return rows.map(({ id }) => id)
}

async function stagesOf(trx: Knex, { tenantId }: Zone, tariffId: number | null) {
  if (tariffId === null) return []
  const tariff = await Tariff.query(trx)
    .findById(tariffId)
    .where({ tenant_id: tenantId })
    .withGraphFetched('stages(ascending)')
  return (tariff?.stages ?? []).map(({ untilMinutes, priceCents }) => ({ untilMinutes, priceCents }))
}

async function codesFor(trx: Knex, zoneId: number, eventId: number | null): Promise<number> {
  return Code.query(trx)
    .where({ zone_id: zoneId })
    .where((code) => {
      void code.whereNull('event_id').orWhere('event_id', eventId ?? 0)
    })
    .resultSize()
}

async function enrolledIn(trx: Knex, eventId: number): Promise<number> {
  const [row] = (await trx('event_users').where({ event_id: eventId }).countDistinct('user_id as count')) as {
    count: string
  }[]
  return Number(row?.count ?? 0)
}
