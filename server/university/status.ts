import type { Knex } from 'knex'
import { groupsValidDays, status, type UniversityGroup } from '../../contract/university.ts'
import { IdentityProvider } from '../../db/models/people.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'

interface Row {
  readonly label: string | null
  readonly groups: UniversityGroup[]
  readonly linkedAt: Date
  readonly checkedAt: Date
}

/** Returns the caller's link with a university, and the universities of their companies. */
export default answer(status, async ({ actor, trx }) => {
  const universities = await IdentityProvider.query(trx)
    .where({ university: true, enabled: true })
    .whereIn('tenant_id', [...actor.tenantIds])
    .orderBy('label')
    .select('tenant_id', 'label')
  return {
    link: await readLink(trx, actor.userId),
    universities: universities.map(({ tenantId, label }) => ({ tenantId, label })),
  }
})

async function readLink(trx: Knex, userId: number) {
  const [link] = await many<Row>(
    trx,
    `select p.label, l.groups, l.linked_at as "linkedAt", coalesce(l.checked_at, l.linked_at) as "checkedAt"
     from university_links l
     left join identity_providers p on p.tenant_id = l.tenant_id and p.issuer = l.university and p.university
     where l.user_id = ? and l.state = 'linked'`,
    [userId],
  )
  if (!link) return null
  const validUntil = new Date(link.checkedAt.getTime() + groupsValidDays * 86_400_000)
  const [linkedAt, checkedAt] = [link.linkedAt.toISOString(), link.checkedAt.toISOString()]
  return { ...link, linkedAt, checkedAt, validUntil: validUntil.toISOString() }
}
