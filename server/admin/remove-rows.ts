import type { ManyReply } from '../../contract/many.ts'
import type { CommandHandler } from '../kernel/bus/handle.ts'
import { declaring } from '../kernel/bus/refuse.ts'
import { actOnRows, type ManyCall } from './row-outcomes.ts'

/**
 * Removes several rows with the verb that removes one: what depends on a row is named with it.
 *
 *     export default handle(removeMany, (call) => removeRows(call, { remove, idKey: 'zoneId' }))
 */
export function removeRows(
  call: ManyCall,
  { remove, idKey }: { readonly remove: CommandHandler; readonly idKey: string },
): Promise<ManyReply> {
  return actOnRows(call, async (trx, { id, version }) => {
    const input = { [idKey]: id, version }
    await declaring(remove.def, call.context.log, () => remove.run({ ...call, trx, input } as never))
    return { status: 'removed', changes: [] }
  })
}
