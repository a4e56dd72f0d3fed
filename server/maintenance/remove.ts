import { change } from '../../contract/changes.ts'
import { remove } from '../../contract/maintenance.ts'
import { Reservation } from '../../db/models/reservations.ts'
import { nextVersion, publish } from '../../db/outbox.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPeriod } from './lock-period.ts'
import { readPeriods } from './period-view.ts'

/** Deletes a period that never was (rule MT-15): taken back before it began, and no reservation remembers it. */
export default handle(remove, async ({ input, actor, trx, refuse }) => {
  const { periodId, version } = input
  const period = await lockPeriod(trx, refuse, { periodId, version, actor, forRemoval: true })
  if (period.revokedAt === null || period.revokedAt > period.startsAt) return refuse('maintenance-kept')
  const affected = trx('reservation_maintenance_periods')
    .select('reservation_id')
    .where({ maintenance_period_id: periodId })
  await refuseDependants(refuse, [
    { kind: 'reservation', rows: Reservation.query(trx).whereIn('id', affected), nameColumn: 'number' },
  ])
  const [shown] = await readPeriods(trx, [periodId])
  await period.$query(trx).delete()
  const gone = { id: periodId, version: await nextVersion(trx), view: null, rooms: shown?.rooms ?? [] }
  await publish(trx, [change('maintenance', gone)])
  return { periodId }
})
