import { enterCompany } from '../../contract/session.ts'
import { User } from '../../db/models/people.ts'
import { publish } from '../../db/outbox.ts'
import { handle } from '../kernel/bus/handle.ts'
import { companyOfPath } from './company-of-path.ts'
import { meChange } from './me.ts'

/** Makes the company of a login page that of the session (rule SE-16). Changes nothing for people who do not belong to it. */
export default handle(enterCompany, async ({ input, actor, trx }) => {
  const tenant = await companyOfPath(trx, input.path)
  if (!tenant || !actor.tenantIds.includes(tenant.id)) return { entered: false }
  await User.query(trx).findById(actor.userId).patch({ sessionTenantId: tenant.id })
  await publish(trx, [await meChange(trx, actor.userId)])
  return { entered: true }
})
