import type { Knex } from 'knex'
import type { Language } from '../../contract/session.ts'
import { soldBy } from '../../db/models/sold-by.ts'
import { prepared } from '../../db/sql.ts'
import type { About } from './render.ts'

export interface Wanted {
  readonly place: number
  readonly userId: number
  readonly group: string
  readonly reservationId: number | null
  readonly gatewayId: number | null
}

/** The recipient of a message, what it is about, and what decides whether and how it is sent. */
export interface Addressee extends About {
  readonly place: number
  readonly email: string
  readonly active: boolean
  readonly siteId: number | null
  /** The person's settings; null = never set. */
  readonly mail: boolean | null
  readonly sms: boolean | null
  readonly maintenanceMails: boolean
  /** As the person typed it. */
  readonly mobile: string | null
  readonly consents: boolean
  /** The tenant has bought SMS, and the access time allows them. */
  readonly smsAllowed: boolean
}
interface Row extends Omit<Addressee, 'reservation'> {
  readonly reservationId: number | null
  readonly number: number
  readonly device: string
  readonly start: Date
  readonly end: Date
  readonly priceCents: number
  readonly language: Language
}

/** Reads the recipients of many messages at once, in the same order; people who do not exist have no row. */
export async function readAddressees(trx: Knex, wanted: readonly Wanted[]): Promise<Addressee[]> {
  const found = await prepared<Row>(
    trx,
    `select w.place, u.email, u.language, u.state = 'ACTIVE' as active,
       coalesce(nullif(u.full_name, ''), u.username) as name, ns.mail, ns.sms,
       u.allow_maintenance_mails as "maintenanceMails", u.mobile_number as mobile,
       u.wants_sms and u.sms_consent_at is not null as consents,
       coalesce((r.rules ->> 'smsEnabled')::boolean, e.sms_enabled, false)
         and ${soldBy('z.tenant_id', 'SMS')} as "smsAllowed",
       coalesce(nullif(btrim(z.email_sender_name), ''), z.name, t.label, t.name, 'Holdfast') as sender,
       s.id as "siteId", coalesce(s.full_name, s.name) as site, coalesce(s.time_zone, 'Europe/Berlin') as "timeZone",
       coalesce(nullif(g.label, ''), g.name) as gateway,
       r.id as "reservationId", r.number, r.starts_at as start, r.ends_at as end, r.price_cents as "priceCents", d.name as device
     from jsonb_to_recordset(?::jsonb) as w (place integer, "userId" integer, "group" text, "reservationId" integer, "gatewayId" integer)
     join users u on u.id = w."userId"
     left join notification_settings ns on ns.user_id = u.id and ns.kind = w."group"
     left join reservations r on r.id = w."reservationId"
     left join devices d on d.id = r.device_id
     left join events e on e.id = r.event_id
     left join gateways g on g.id = w."gatewayId"
     left join sites s on s.id = coalesce(r.site_id, g.site_id)
     left join zones z on z.id = coalesce(e.zone_id, (select min(zone_id) from site_zones where site_id = s.id))
     left join tenants t on t.id = z.tenant_id
     order by w.place`,
    [JSON.stringify(wanted)],
  )
  return found.map(({ reservationId, number, device, start, end, priceCents, ...rest }) => ({
    ...rest,
    reservation: reservationId === null ? null : { id: reservationId, number, device, start, end, priceCents },
  }))
}
