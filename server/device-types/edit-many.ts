import { editMany } from '../../contract/device-types.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { translationsOf } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { ownTexts, plainValues } from './values.ts'

/** Changes the same fields of several device types with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'deviceTypeId',
    row: (trx, id) => DeviceType.query(trx).findById(id),
    values: (_trx, row) => ({
      ...plainValues(row),
      translations: { texts: translationsOf(row.translations, ownTexts(row)).texts, confirmed: [] },
    }),
  }),
)
