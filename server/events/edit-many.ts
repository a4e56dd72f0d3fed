import { editMany } from '../../contract/events.ts'
import { Event, Tariff } from '../../db/models/reservations.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { namesBy } from '../admin/reference-names.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { valuesOf } from './values.ts'

/** Changes the same fields of several access times with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'eventId',
    row: (trx, id) => Event.query(trx).findById(id).modify('visibleTo', call.actor).modify('kept'),
    values: valuesOf,
    names: {
      tariffId: namesBy(Tariff),
      deviceTypeIds: namesBy(DeviceType, 'display_name'),
    },
  }),
)
