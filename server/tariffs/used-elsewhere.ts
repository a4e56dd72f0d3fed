import type { Knex } from 'knex'
import { Tariff } from '../../db/models/reservations.ts'
import type { Viewer } from '../../db/models/scope.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { elsewhere } from './rows.ts'

/** Refuses what would change the prices of zones that the caller does not manage (rule P-12). */
export async function refuseUsedElsewhere(
  trx: Knex.Transaction,
  actor: Viewer,
  tariffId: number,
  refuse: Refuse<'used-elsewhere'>,
): Promise<void> {
  const foreign = await Tariff.query(trx).findById(tariffId).whereExists(elsewhere(actor)).select('id')
  if (foreign) refuse('used-elsewhere')
}
