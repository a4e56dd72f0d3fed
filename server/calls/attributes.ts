import type * as z from 'zod'
import type { CommandDef } from '../../contract/kit.ts'
import { passedOn, Refused } from '../bus/refuse.ts'
import { type HttpCall, tell } from '../http/call.ts'
import { under } from '../http/jsonapi.ts'

/** Gives a command made from a resource's attributes to the bus: fields of its refusals point to those attributes, by the names of the call. */
export async function tellAttributes<D extends CommandDef>(
  call: HttpCall,
  def: D,
  input: z.input<D['input']>,
  names: Readonly<Record<string, string>> = {},
): Promise<z.output<D['reply']>> {
  try {
    return await tell(call, def, input)
  } catch (error) {
    if (!(error instanceof Refused) || !error.refusal.fields) throw error
    const fields = error.refusal.fields.map((field) => ({ ...field, path: names[field.path] ?? field.path }))
    throw passedOn(error.refusal, under('data.attributes', fields))
  }
}
