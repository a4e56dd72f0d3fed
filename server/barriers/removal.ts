import type { QueryBuilder } from 'objection'
import { remove } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { liveReservationsOf } from '../devices/checks.ts'
import type { Removal } from '../effects/removal.ts'

/** How barriers are deleted (rule D-7): the device stays, and must not be reserved. */
export const removal: Removal = {
  entity: 'barrier',
  table: 'barriers',
  access: remove.access,
  destructive: false,
  names: async (trx, ids, actor) =>
    (
      await Barrier.query(trx)
        .findByIds([...ids])
        .modify('visibleTo', actor)
    ).map(({ description }) => description),
  dependants: (trx, ids) => {
    const devices = Barrier.query(trx)
      .findByIds([...ids])
      .whereNotNull('device_id')
      .select('device_id')
    return [
      { kind: 'reservation', rows: liveReservationsOf(trx, devices as QueryBuilder<Barrier>), nameColumn: 'number' },
    ]
  },
}
