import { removeMany } from '../../contract/devices/admin.ts'
import { removeRows } from '../admin/remove-rows.ts'
import { handle } from '../kernel/bus/handle.ts'
import remove from './remove.ts'

/** Removes several devices with the rules of a single removal. */
export default handle(removeMany, (call) => removeRows(call, { remove, idKey: 'deviceId' }))
