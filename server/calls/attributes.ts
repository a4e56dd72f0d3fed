import type * as z from 'zod'
import type { CommandDef } from '../../contract/kit.ts'
import type { FieldIssue } from '../../contract/refusals.ts'
import { type HttpCall, sendCommand } from '../http/call.ts'
import { under } from '../http/jsonapi.ts'
import { passedOn, Refused } from '../kernel/bus/refuse.ts'

/** Sends a command to the bus. Fields in its refusals get the names that the caller used. */
export async function sendRenamed<D extends CommandDef>(
  call: HttpCall,
  def: D,
  input: z.input<D['input']>,
  rename: (fields: readonly FieldIssue[]) => FieldIssue[],
): Promise<z.output<D['reply']>> {
  try {
    return await sendCommand(call, def, input)
  } catch (error) {
    if (!(error instanceof Refused) || !error.refusal.fields) throw error
    throw passedOn(error.refusal, rename(error.refusal.fields))
  }
}

/** Sends a command made from a resource's attributes to the bus. `names` maps the command's field names to the call's where they differ. */
export function sendAttributes<D extends CommandDef>(
  call: HttpCall,
  def: D,
  input: z.input<D['input']>,
  names: Readonly<Record<string, string>> = {},
): Promise<z.output<D['reply']>> {
  const named = (field: FieldIssue) => ({ ...field, path: names[field.path] ?? field.path })
  return sendRenamed(call, def, input, (fields) => under('data.attributes', fields.map(named)))
}
