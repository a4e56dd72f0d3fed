import { own } from '../../contract/identity-providers.ts'
import { IdentityProvider, User } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Returns the sign-in that is linked with the caller's account, and those of the caller's companies. */
export default answer(own, async ({ actor, trx }) => {
  const user = await User.query(trx).findById(actor.userId).select('sso_issuer', 'password_hash')
  const providers = await IdentityProvider.query(trx)
    .where({ enabled: true })
    .whereIn('tenant_id', [...actor.tenantIds])
    .orderBy('label')
  const issuer = user?.ssoIssuer ?? null
  const label = providers.find((provider) => provider.issuer === issuer)?.label ?? null
  return {
    linked: issuer === null ? null : { label },
    offered: providers.map(({ tenantId, label: name }) => ({ tenantId, label: name })),
    hasPassword: (user?.passwordHash ?? null) !== null,
  }
})
