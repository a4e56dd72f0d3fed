import { remove } from '../../contract/identity-providers.ts'
import { IdentityProvider } from '../../db/models/people.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { endLinks } from './end-links.ts'
import { removal } from './removal.ts'
import { fieldsOf } from './row.ts'

/** Removes the provider of a company, and with a university the links with it. Accounts stay linked: the same provider may come back. */
export default handle(remove, async ({ input, trx, now, refuse }) => {
  const { tenantId, version } = input
  const provider = await lockVersion(trx, refuse, {
    row: IdentityProvider.query(trx).findById(tenantId),
    seen: version,
    current: (kept) => ({ ...fieldsOf(kept), clientSecret: null }),
    forRemoval: true,
  })
  await checkRemoval(trx, refuse, { removal, id: tenantId, seen: input.world, now })
  await provider.$query(trx).delete()
  await endLinks(trx, tenantId)
  return { tenantId }
})
