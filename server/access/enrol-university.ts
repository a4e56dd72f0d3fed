import type { Knex } from 'knex'
import { groupsValidDays } from '../../contract/university.ts'

/** Enrolments of one access time, of all of a company's, or of one person in them. */
interface Which {
  readonly eventId?: number
  readonly tenantId?: number
  readonly userId?: number
}

/**
 * Enrols everybody whose account is linked with the company's university and, as it said within the last 90 days, in a
 * group that the access time lets in,
 * and nobody else of the university; enrolments by code and by operators stay (rule A-6). The caller has locked the
 * access time, or the zones of the company.
 */
export async function enrolUniversity(trx: Knex, { eventId, tenantId, userId }: Which): Promise<void> {
  const which = { eventId: eventId ?? null, tenantId: tenantId ?? null, userId: userId ?? null }
  await trx.raw(
    `delete from event_users eu using events e, zones z
     where e.id = eu.event_id and z.id = e.zone_id and eu.source like 'university-%'
       and ${chosen} and (:userId::int is null or eu.user_id = :userId::int)
       and not exists (${members} and l.user_id = eu.user_id and 'university-' || g = eu.source)`,
    which,
  )
  await trx.raw(
    `insert into event_users (event_id, user_id, source)
     select e.id, m.user_id, m.source from events e join zones z on z.id = e.zone_id
       cross join lateral (${members}) m
     where e.deleted_at is null and ${chosen} and (:userId::int is null or m.user_id = :userId::int)
     on conflict do nothing`,
    which,
  )
}

const chosen = `(:eventId::int is null or e.id = :eventId::int) and (:tenantId::int is null or z.tenant_id = :tenantId::int)`

/** Who the university of the zone's company lets into the access time, with the group as source (aliases e and z). */
const members = `select l.user_id, 'university-' || g as source from university_links l, unnest(l.groups) g
  where l.state = 'linked' and l.tenant_id = z.tenant_id
    and coalesce(l.checked_at, l.linked_at) > now() - make_interval(days => ${groupsValidDays})
    and (g = 'staff' and e.enrol_university_staff or g = 'students' and e.enrol_university_students)`

/** Call it before links with the company's university change: an access time that is added or edited waits for it. */
export async function lockUniversity(trx: Knex, tenantId: number): Promise<void> {
  await trx.raw('select id from zones where tenant_id = ? order by id for no key update', [tenantId])
}
