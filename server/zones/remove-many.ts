import { removeMany } from '../../contract/zones.ts'
import { removeRows } from '../admin/remove-rows.ts'
import { handle } from '../kernel/bus/handle.ts'
import remove from './remove.ts'

/** Removes several zones with the rules of a single removal. */
export default handle(removeMany, (call) => removeRows(call, { remove, idKey: 'zoneId' }))
