import { remove } from '../../contract/sites/admin.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { Reservation } from '../../db/models/reservations.ts'
import { Barrier, Device, Gateway, Site } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'

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
  const own = <Q extends { where(column: string, value: number): Q }>(query: Q) => query.where('site_id', siteId)
  await refuseDependants(refuse, [
    { kind: 'gateway', rows: own(Gateway.query(trx)) },
    { kind: 'device', rows: own(Device.query(trx)) },
    { kind: 'barrier', rows: own(Barrier.query(trx)), nameColumn: 'description' },
    { kind: 'reservation', rows: own(Reservation.query(trx)), nameColumn: 'number' },
    {
      kind: 'maintenance-period',
      rows: own(MaintenancePeriod.query(trx)).modify('plannedOrActive', now),
      nameColumn: 'reason',
    },
  ])
  await translateConstraints(trx, refuse, log, () => site.$query(trx).delete())
  return { siteId }
})
