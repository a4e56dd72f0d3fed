import { remove } from '../../contract/tariffs.ts'
import { Event, Tariff } from '../../db/models/reservations.ts'
import type { Removal } from '../effects/removal.ts'

/** How tariffs are deleted: what was booked with one keeps the stages that it was bought with. */
export const removal: Removal = {
  entity: 'tariff',
  table: 'tariffs',
  access: remove.access,
  destructive: true,
  names: async (trx, ids, actor) =>
    (
      await Tariff.query(trx)
        .findByIds([...ids])
        .modify('visibleTo', actor)
    ).map(({ name }) => name),
  dependants: (trx, ids) => [
    {
      kind: 'event',
      rows: Event.query(trx)
        .whereIn('tariff_id', [...ids])
        .modify('kept'),
    },
  ],
}
