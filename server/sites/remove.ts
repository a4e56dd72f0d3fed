import { remove } from '../../contract/sites/admin.ts'
import { Site } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { removal } from './removal.ts'

/** Commands stay in the log for good, also those to devices that were moved elsewhere since. */
const log = {
  device_commands_site_id_fkey: { code: 'in-use' },
  control_runs_site_id_fkey: { code: 'in-use' },
} as const

/** Removes a site with its pictures and its plan (rule S-3). Refused, with names, while anything stands there, was reserved there or is maintained. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { siteId, version } = input
  const site = await lockVersion(trx, refuse, {
    row: Site.query(trx).findById(siteId).modify('visibleTo', actor),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  await refuseDependants(refuse, removal.dependants(trx, [siteId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: siteId, seen: input.world, now })
  await translateConstraints(trx, refuse, log, () => site.$query(trx).delete())
  return { siteId }
})
