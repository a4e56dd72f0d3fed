import { add, edit, read } from '../../../contract/codes.ts'
import { Code } from '../../../db/models/reservations.ts'
import { type Importable, idsOf, reference, text } from '../entity.ts'

/** Access codes, found by name. */
export const codes: Importable = {
  entity: 'codes',
  add,
  edit,
  read,
  idField: 'codeId',
  defaults: { eventId: null },
  columns: [text('name'), reference('zoneId', 'zone'), reference('eventId', 'event')],
  key: ['name'],
  required: ['zoneId'],
  async find({ trx, actor }, { name }) {
    const found = Code.query(trx).modify('visibleTo', actor).select('codes.id')
    return idsOf(await found.whereRaw('lower(codes.name) = lower(?)', [name as string]))
  },
  async ids({ trx, actor }) {
    return idsOf(await Code.query(trx).modify('visibleTo', actor).select('codes.id').orderBy('codes.id'))
  },
  values: (reply) => ({
    ...reply,
    zoneId: (reply['zone'] as { id: number }).id,
    eventId: (reply['event'] as { id: number } | null)?.id ?? null,
  }),
}
