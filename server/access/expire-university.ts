import type { Knex } from 'knex'
import { groupsValidDays } from '../../contract/university.ts'
import { many } from '../../db/sql.ts'
import { enrolUniversity, lockUniversity } from './enrol-university.ts'

/** Ends enrolments of people whose university has not confirmed their groups for too long (rule A-8). */
export async function expireUniversity(knex: Knex): Promise<void> {
  const companies = await many<{ id: number }>(
    knex,
    `select distinct l.tenant_id as id from university_links l
     join event_users eu on eu.user_id = l.user_id and eu.source like 'university-%'
     where l.state = 'linked' and l.tenant_id is not null
       and coalesce(l.checked_at, l.linked_at) <= now() - make_interval(days => ?) order by 1`,
    [groupsValidDays],
  )
  for (const { id } of companies)
    await knex.transaction(async (trx) => {
      await lockUniversity(trx, id)
      await enrolUniversity(trx, { tenantId: id })
    })
}
