import { editMany } from '../../contract/codes.ts'
import { Zone } from '../../db/models/people.ts'
import { Code, Event } from '../../db/models/reservations.ts'
import { editRows } from '../admin/edit-rows.ts'
import { namesBy } from '../admin/reference-names.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { valuesOf } from './values.ts'

/** Changes the same fields of several codes with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'codeId',
    row: (trx, id) => Code.query(trx).findById(id).modify('visibleTo', call.actor),
    values: (_trx, row) => valuesOf(row),
    names: {
      zoneId: namesBy(Zone),
      eventId: namesBy(Event),
    },
  }),
)
