import { add, edit, read } from '../../../contract/barriers.ts'
import { Barrier } from '../../../db/models/sites.ts'
import { type Importable, idsOf, number, reference, text } from '../entity.ts'

/** Barriers, found by their number. */
export const barriers: Importable = {
  entity: 'barriers',
  add,
  edit,
  read,
  idField: 'barrierId',
  defaults: { gatewayId: null, deviceId: null },
  columns: [
    text('description'),
    number('pathNumber'),
    text('type'),
    reference('siteId', 'site'),
    reference('gatewayId', 'gateway'),
    reference('deviceId', 'device'),
  ],
  key: ['pathNumber'],
  required: ['description', 'type', 'siteId'],
  async find({ trx, actor }, { pathNumber }) {
    const found = Barrier.query(trx).modify('visibleTo', actor).select('barriers.id')
    return idsOf(await found.where({ path_number: pathNumber as number }))
  },
  async ids({ trx, actor }) {
    return idsOf(await Barrier.query(trx).modify('visibleTo', actor).select('barriers.id').orderBy('barriers.id'))
  },
}
