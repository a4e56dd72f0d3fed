import type { Knex } from 'knex'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { lockVersion } from '../admin/lock-version.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { maySetMaintenance } from './target.ts'

/** Locks a period for its edit or removal by whoever may change it (rule MT-1). Its version is that of its texts. */
export async function lockPeriod(
  trx: Knex.Transaction,
  refuse: Refuse<'not-authorized' | 'not-found' | 'changed-meanwhile'>,
  {
    periodId,
    version,
    actor,
    forRemoval = false,
  }: { periodId: number; version: number; actor: UserActor; forRemoval?: boolean },
): Promise<MaintenancePeriod> {
  if (!maySetMaintenance(actor)) return refuse('not-authorized')
  const row = MaintenancePeriod.query(trx)
    .findById(periodId)
    .modify('withinZonesOf', actor)
    .select('id', 'reason', 'description', 'starts_at', 'revoked_at', 'modified_by', 'edit_version as version')
  const current = ({ reason, description }: MaintenancePeriod) => ({ reason, description })
  return lockVersion(trx, refuse, { row, seen: version, current, forRemoval })
}
