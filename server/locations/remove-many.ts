import { removeMany } from '../../contract/locations.ts'
import { removeRows } from '../admin/remove-rows.ts'
import { handle } from '../kernel/bus/handle.ts'
import remove from './remove.ts'

/** Removes several locations with the rules of a single removal. */
export default handle(removeMany, (call) => removeRows(call, { remove, idKey: 'locationId' }))
