import type { Knex } from 'knex'
import { enrolUniversity, lockUniversity } from '../access/enrol-university.ts'

/** Ends all links with the university of a company, and what they enrolled people in. */
export async function endLinks(trx: Knex.Transaction, tenantId: number): Promise<void> {
  await lockUniversity(trx, tenantId)
  await trx('university_links').where({ tenant_id: tenantId }).delete()
  await enrolUniversity(trx, { tenantId })
}
