import type { Knex } from 'knex'
import type * as z from 'zod'
import type {
  guestAccessMethod,
  guestBarrier,
  guestDeviceType,
  guestMedia,
  guestReservation,
  sharedPaymentMethod,
  sharedTenant,
  sharedTransaction,
  sharedZone,
} from '../../contract/eticket.ts'
import type { Language } from '../../contract/session.ts'
import { many } from '../../db/sql.ts'
import { wireTime } from '../kernel/sql.ts'
import type { Summary } from './summary.ts'

type With<S extends z.ZodType, I = number> = z.output<S> & { id: I }

export interface DeviceBeside {
  readonly deviceId: number
  readonly type: With<typeof guestDeviceType>
  readonly methods: readonly With<typeof guestAccessMethod>[]
  readonly media: readonly With<typeof guestMedia, string>[]
}
export interface SiteBeside {
  readonly barriers: readonly With<typeof guestBarrier>[]
  readonly media: readonly With<typeof guestMedia, string>[]
  readonly zones: readonly (With<typeof sharedZone> & { tenant: With<typeof sharedTenant> })[]
}
type Child = With<typeof guestReservation, string> & { deviceId: number }
type Transaction = With<typeof sharedTransaction> & { method: z.output<typeof sharedPaymentMethod>['name'] }

const media = (
  owner: string,
) => `(select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'fileName', m.file_name, 'contentType', m.content_type,
  'bytes', m.bytes) order by m.file_name, m.id), '[]') from media m where m.kind = 'picture' and ${owner})`

/** Types, access methods and pictures of the devices of a summary. */
export async function readDevicesBeside(trx: Knex, { devices }: Summary, language: Language): Promise<DeviceBeside[]> {
  return many<DeviceBeside>(
    trx,
    `select d.id as "deviceId", jsonb_build_object('id', t.id, 'icon', t.icon,
        'name', coalesce(t.translations -> ? ->> 'displayName', t.display_name)) as type,
       (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'icon', a.icon, 'attributes', a.attributes,
           'name', coalesce(a.translations -> ? ->> 'displayName', a.display_name),
           'description', coalesce(a.translations -> ? ->> 'description', a.description)) order by a.id), '[]')
        from device_method_links l join device_access_methods a on a.id = l.access_method_id where l.device_id = d.id) as methods,
       ${media('m.device_id = d.id')} as media
     from devices d join device_types t on t.id = d.device_type_id where d.id = any (?) order by d.sequence_number, d.id`,
    [language, language, language, devices.map(({ id }) => id)],
  )
}

/** Barriers and pictures of the site; its zones with their tenants, except for guests. */
export async function readSiteBeside(trx: Knex, { site, purpose }: Summary, language: Language): Promise<SiteBeside> {
  const [found] = await many<SiteBeside>(
    trx,
    `select (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'description', b.description, 'direction', b.type,
          'pathNumber', b.path_number) order by b.path_number), '[]') from barriers b where b.site_id = s.id) as barriers,
       ${media('m.site_id = s.id')} as media,
       (select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name, 'supportInfo',
          coalesce(z.translations -> ? ->> 'additionalSupportInfo', z.additional_support_info),
          'tenant', jsonb_build_object('id', t.id, 'name', t.name)) order by z.name, z.id), '[]')
        from site_zones sz join zones z on z.id = sz.zone_id join tenants t on t.id = z.tenant_id
        where sz.site_id = s.id and ?) as zones
     from sites s where s.id = ?`,
    [language, purpose !== 'eticket', site.id],
  )
  return found ?? { barriers: [], media: [], zones: [] }
}

/** Reservations of companion devices. */
export async function readChildrenBeside(trx: Knex, { reservationId }: Summary): Promise<Child[]> {
  return many<Child>(
    trx,
    `select c.api_id as id, c.number, c.state, ${wireTime('c.starts_at')} as start, ${wireTime('c.ends_at')} as end, c.device_id as "deviceId"
     from reservations c where c.parent_id = ? order by c.id`,
    [reservationId],
  )
}

/** Lines of the ledger: for summary links only. */
export async function readTransactionsBeside(trx: Knex, { reservationId }: Summary): Promise<Transaction[]> {
  return many<Transaction>(
    trx,
    `select id, kind, ${wireTime('created_at')} as at, case kind when 'refund' then amount_cents else -amount_cents end as "amountCents",
       coalesce(payment_method, 'credit') as method
     from transactions where reservation_id = ? order by id`,
    [reservationId],
  )
}
