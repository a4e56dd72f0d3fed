import type { Knex } from 'knex'

interface Groups {
  readonly enrolUniversityStaff: boolean
  readonly enrolUniversityStudents: boolean
}

/**
 * Enrols everybody whose linked university account is in a group that the access time lets in, and nobody else of the
 * university; enrolments by code and by operators stay (rule A-6). The caller has locked the access time.
 */
export async function enrolUniversity(trx: Knex, eventId: number, groups: Groups): Promise<void> {
  const sources = [
    ...(groups.enrolUniversityStaff ? ['university-staff'] : []),
    ...(groups.enrolUniversityStudents ? ['university-students'] : []),
  ]
  const members = `select l.user_id, 'university-' || g as source from university_links l, unnest(l.groups) g
    where l.state = 'linked' and 'university-' || g = any (:sources)`
  await trx.raw(
    `delete from event_users eu where eu.event_id = :eventId and eu.source like 'university-%'
       and (eu.user_id, eu.source) not in (${members})`,
    { eventId, sources },
  )
  await trx.raw(
    `insert into event_users (event_id, user_id, source) select :eventId::int, user_id, source from (${members}) m
     on conflict do nothing`,
    { eventId, sources },
  )
}
