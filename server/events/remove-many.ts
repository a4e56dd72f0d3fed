import { removeMany } from '../../contract/events.ts'
import { removeRows } from '../admin/remove-rows.ts'
import { handle } from '../kernel/bus/handle.ts'
import remove from './remove.ts'

/** Removes several access times with the rules of a single removal. */
export default handle(removeMany, (call) => removeRows(call, { remove, idKey: 'eventId' }))
