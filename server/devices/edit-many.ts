import { editMany } from '../../contract/devices/admin.ts'
import { Device, DeviceAccessMethod, DeviceType, Location } from '../../db/models/sites.ts'
import { editRows } from '../admin/edit-rows.ts'
import { namesBy } from '../admin/reference-names.ts'
import { handle } from '../kernel/bus/handle.ts'
import edit from './edit.ts'
import { lockForEdit } from './lock-devices.ts'
import { valuesOf } from './values.ts'

/** Changes the same fields of several devices with the rules of a single edit. */
export default handle(editMany, (call) =>
  editRows(call, {
    edit,
    idKey: 'deviceId',
    row: (trx, id) => Device.query(trx).findById(id).modify('inUse').modify('visibleTo', call.actor),
    values: valuesOf,
    names: {
      locationId: namesBy(Location, "coalesce(name, address, '#' || id)"),
      deviceTypeId: namesBy(DeviceType, 'display_name'),
      accessMethodIds: namesBy(DeviceAccessMethod, 'display_name'),
    },
    lock: lockForEdit,
  }),
)
