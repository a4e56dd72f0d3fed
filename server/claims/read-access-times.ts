import type { Knex } from 'knex'
import type { BoughtRules } from '../../contract/reservations/view.ts'
import { soldBy } from '../../db/models/sold-by.ts'
import { prepared } from '../../db/sql.ts'
import { matchesWhitelist } from '../../machines/booking/permission.ts'
import type { AccessTime, TariffStage } from '../../machines/booking/types.ts'
import { displayTexts } from '../../telemetry/views/names.ts'
import type { Person } from '../access/zone-access.ts'
import { boughtRules } from './bought-rules.ts'

/** An access time of a site with the data for booking it. */
export interface SiteAccessTime extends AccessTime {
  readonly siteId: number
  readonly zoneId: number
  readonly name: string
  readonly names: Record<string, string>
  /** Tax of the zone's tenant. */
  readonly taxRatePercent: number
  readonly tenantId: number
  readonly rules: Readonly<BoughtRules>
}

interface Row extends Omit<SiteAccessTime, 'permitted' | 'stages' | 'names' | 'rules'>, Readonly<BoughtRules> {
  translations: Record<string, Record<string, string>>
  whitelist: string | null
  entitled: boolean
  email: string | null
  stages: TariffStage[]
}

/**
 * Reads the access times of zones at sites, and whether a person may use each (rule A-2): by code, enrolment,
 * membership or whitelist, or as a public one.
 */
export async function readAccessTimes(
  trx: Knex,
  where: { siteIds: readonly number[]; zoneIds: readonly number[] },
  person: Person | null,
): Promise<SiteAccessTime[]> {
  const rows = await prepared<Row>(trx, accessTimesSql, {
    siteIds: [...where.siteIds],
    zoneIds: [...where.zoneIds],
    userId: person?.userId ?? 0,
    memberOf: [...(person?.zoneIds ?? [])],
  })
  return rows.map(({ translations, whitelist, entitled, email, ...row }) => ({
    ...row,
    names: displayTexts(translations, 'name'),
    permitted: permitted(row.mode, { whitelist, entitled, email }),
    rules: boughtRules(row),
  }))
}

function permitted(
  mode: AccessTime['mode'],
  { whitelist, entitled, email }: { whitelist: string | null; entitled: boolean; email: string | null },
): boolean {
  if (entitled) return true
  if (whitelist !== null) return email !== null && matchesWhitelist(email, whitelist)
  return mode === 'public'
}

const accessTimesSql = `
  select sz.site_id as "siteId", e.id, e.zone_id as "zoneId", e.name, e.translations, e.mode,
    array(select device_type_id from event_device_types where event_id = e.id order by 1) as "deviceTypeIds",
    e.starts_on::text as "startsOn", e.ends_on::text as "endsOn", e.full_day as "fullDay",
    to_char(e.daily_from, 'HH24:MI') as "dailyFrom", e.daily_until::text as "dailyUntil", e.single_day as "singleDay",
    e.slot_minutes as "slotMinutes", e.min_duration_minutes as "minDurationMinutes", e.max_duration_minutes as "maxDurationMinutes",
    e.prebook_min_minutes as "prebookMinMinutes", e.prebook_max_minutes as "prebookMaxMinutes",
    e.refund_until_minutes as "refundUntilMinutes", e.licence_plate_mandatory or si.licence_plate_mandatory as "licencePlateMandatory",
    e.guest_ticket_allowed as "guestTicketAllowed", e.sms_enabled as "smsEnabled", e.gps_enabled as "gpsEnabled", e.lpr_enabled as "lprEnabled",
    e.entry_limit as "entryLimit", e.exit_limit as "exitLimit", e.grace_minutes as "graceMinutes",
    nullif(trim(e.email_whitelist), '') as whitelist, t.tax_rate_percent::float as "taxRatePercent", z.tenant_id as "tenantId",
    ${soldBy('z.tenant_id', 'PAYMENT')} as "paymentSold",
    (e.zone_id = any (:memberOf)
      or exists (select from user_codes uc join codes c on c.id = uc.code_id
                 where uc.user_id = :userId and c.zone_id = e.zone_id and (c.event_id is null or c.event_id = e.id))
      or exists (select from event_users eu where eu.user_id = :userId and eu.event_id = e.id)) as entitled,
    (select email from users where id = :userId) as email,
    coalesce((select jsonb_agg(jsonb_build_object('untilMinutes', s.until_minutes, 'priceCents', s.price_cents) order by s.until_minutes)
              from tariff_stages s where s.tariff_id = e.tariff_id), '[]') as stages
  from events e
  join zones z on z.id = e.zone_id
  join tenants t on t.id = z.tenant_id
  join site_zones sz on sz.zone_id = e.zone_id
  join sites si on si.id = sz.site_id
  where sz.site_id = any (:siteIds) and e.zone_id = any (:zoneIds) and e.deleted_at is null
  order by sz.site_id, e.id`
