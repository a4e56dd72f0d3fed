import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { matchesWhitelist } from '../../machines/booking/permission.ts'

/** What a person may do in a zone: book (open), know that it exists but is closed (private), or nothing (absent). */
export interface ZoneAccess {
  readonly id: number
  readonly name: string
  readonly private: boolean
  readonly open: boolean
  /** What opens a private zone. */
  readonly by: 'code' | 'whitelist' | 'enrolment' | 'member' | null
  readonly blocked: boolean
}
export interface Person {
  readonly userId: number
  readonly tenantIds: readonly number[]
  readonly zoneIds: readonly number[]
  readonly seesAll: boolean
}

type Fact = 'readable' | 'own' | 'member' | 'code' | 'enrolled'
type Row = Pick<ZoneAccess, 'id' | 'name' | 'private' | 'blocked'> &
  Record<Fact, boolean> & { email: string | null; whitelists: string[] }

/**
 * Returns the zones, of sites or all, that a person (null = signed out) may see, and whether each is open to them (rule
 *
 */
export async function readZoneAccess(
  trx: Knex,
  person: Person | null,
  siteIds: readonly number[] | null = null,
): Promise<ZoneAccess[]> {
  const rows = await prepared<Row>(
    trx,
    `select z.id, z.name, z.private, z.readable_without_login as readable,
       z.tenant_id = any (:tenantIds) as own, z.id = any (:zoneIds) as member,
       exists (select from user_codes uc join codes c on c.id = uc.code_id where uc.user_id = :userId and c.zone_id = z.id) as code,
       exists (select from event_users eu join events e on e.id = eu.event_id
               where eu.user_id = :userId and e.zone_id = z.id and e.deleted_at is null) as enrolled,
       exists (select from blocked_users b where b.user_id = :userId and b.zone_id = z.id and b.state = 'blocked') as blocked,
       (select email from users where id = :userId) as email,
       array(select e.email_whitelist from events e
             where e.zone_id = z.id and e.deleted_at is null and e.email_whitelist is not null) as whitelists
     from zones z
     where :siteIds::int[] is null or z.id in (select zone_id from site_zones where site_id = any (:siteIds::int[]))
     order by z.id`,
    {
      userId: person?.userId ?? 0,
      tenantIds: [...(person?.tenantIds ?? [])],
      zoneIds: [...(person?.zoneIds ?? [])],
      siteIds: siteIds === null ? null : [...siteIds],
    },
  )
  return rows.map((row) => access(row, person)).filter((zone) => zone !== null)
}

function access(row: Row, person: Person | null): ZoneAccess | null {
  const { id, name, blocked } = row
  const by = openedBy(row)
  const zone = { id, name, private: row.private, blocked }
  if (row.private) {
    if (by !== null || person?.seesAll) return { ...zone, open: true, by }
    return row.own ? { ...zone, open: false, by: null } : null
  }
  return row.readable || row.own || by !== null || person?.seesAll ? { ...zone, open: true, by: null } : null
}

function openedBy(row: Row): ZoneAccess['by'] {
  if (row.code) return 'code'
  if (row.enrolled) return 'enrolment'
  const { email } = row
  if (email !== null && row.whitelists.some((list) => matchesWhitelist(email, list))) return 'whitelist'
  return row.member ? 'member' : null
}
