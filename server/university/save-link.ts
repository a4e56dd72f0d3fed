import type { Knex } from 'knex'
import type { UniversityGroup } from '../../contract/university.ts'
import { enrolUniversity, lockUniversity } from '../access/enrol-university.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/** What a university says about a person who has just signed in there. */
export interface Affiliation {
  readonly tenantId: number
  readonly issuer: string
  readonly subject: string
  readonly groups: readonly UniversityGroup[]
}

const constraints = { university_links_university_subject_key: { code: 'university-taken' } } as const

/** Links an account with a university and enrols its owner (rule A-8). If two people use one university account, the first keeps it. */
export async function saveLink(
  trx: Knex.Transaction,
  refuse: Refuse<'university-taken'>,
  userId: number,
  { tenantId, issuer, subject, groups }: Affiliation,
  now: Date,
): Promise<void> {
  await lockUniversity(trx, tenantId)
  const link = { university: issuer, subject, groups: [...groups], tenant_id: tenantId, state: 'linked' }
  const times = { linked_at: now, checked_at: now }
  await translateConstraints(trx, refuse, constraints, () =>
    trx('university_links')
      .insert({ user_id: userId, ...link, ...times })
      .onConflict('user_id')
      .merge({ ...link, ...times }),
  )
  await enrolUniversity(trx, { userId })
}

/** Stores the groups that the university named at a login, if the account is linked with it: a lost group ends its enrolments. */
export async function checkLink(
  trx: Knex.Transaction,
  userId: number,
  { tenantId, issuer, subject, groups }: Affiliation,
  now: Date,
): Promise<void> {
  await lockUniversity(trx, tenantId)
  const checked = await trx('university_links')
    .where({ user_id: userId, university: issuer, subject, state: 'linked' })
    .update({ groups: [...groups], tenant_id: tenantId, checked_at: now })
  if (checked > 0) await enrolUniversity(trx, { userId })
}
