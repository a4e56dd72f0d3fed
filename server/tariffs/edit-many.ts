import { editMany } from '../../contract/tariffs.ts'
import { Tariff } from '../../db/models/reservations.ts'
import { editRows } from '../admin/edit-rows.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { fieldsOf } from './rows.ts'

/** Changes the same fields of several tariffs with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'tariffId',
    row: (trx, id) => Tariff.query(trx).findById(id).modify('visibleTo', call.actor),
    values: fieldsOf,
  }),
)
