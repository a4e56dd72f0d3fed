import type * as z from 'zod'
import type { CommandDef } from '../../contract/kit.ts'
import type { FieldIssue } from '../../contract/refusals.ts'
import { type HttpCall, sendCommand } from '../http/call.ts'
import { under } from '../http/jsonapi.ts'
import { passedOn, Refused } from '../kernel/bus/refuse.ts'

/** Gives a command to the bus. Fields of its refusals are renamed as the caller named them. */
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

/** Gives a command made from a resource's attributes to the bus. `names` = how the call names fields that the command calls otherwise. */
export function sendAttributes<D extends CommandDef>(
  call: HttpCall,
  def: D,
  input: z.input<D['input']>,
  names: Readonly<Record<string, string>> = {},
): Promise<z.output<D['reply']>> {
  const named = (field: FieldIssue) => ({ ...field, path: names[field.path] ?? field.path })
  return sendRenamed(call, def, input, (fields) => under('data.attributes', fields.map(named)))
}
