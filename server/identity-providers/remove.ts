import { remove } from '../../contract/identity-providers.ts'
import { IdentityProvider } from '../../db/models/people.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'
import { endLinks } from './end-links.ts'
import { fieldsOf } from './row.ts'

/** Removes the provider of a company, and with a university the links with it. Accounts stay linked: the same provider may come back. */
export default handle(remove, async ({ input, trx, refuse }) => {
  const { tenantId, version } = input
  const provider = await lockVersion(trx, refuse, {
    row: IdentityProvider.query(trx).findById(tenantId),
    seen: version,
    current: (kept) => ({ ...fieldsOf(kept), clientSecret: null }),
    forRemoval: true,
  })
  await provider.$query(trx).delete()
  await endLinks(trx, tenantId)
  return { tenantId }
})
