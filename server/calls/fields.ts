import * as z from 'zod'
import type { CommandDef } from '../../contract/kit.ts'
import { passedOn, Refused, refused } from '../bus/refuse.ts'
import { type HttpCall, readBody, tell } from '../http/call.ts'

const fieldsOf = z.record(z.string(), z.unknown())

/**
 * Gives a command made from the fields of a plain body to the bus. `names` = how the call names fields that the command calls otherwise;
 * its refusals point to fields by the names of the call. `more` = what the path says; a body cannot.
 */
export async function tellFields<D extends CommandDef>(
  call: HttpCall,
  def: D,
  names: Readonly<Record<string, string>>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<z.output<D['reply']>> {
  const body = readBody(call, fieldsOf)
  const taken = [...Object.keys(more), ...Object.values(names)].find(
    (field) => Object.hasOwn(body, field) && !names[field],
  )
  if (taken !== undefined) throw refused({ code: 'bad-input', fields: [{ path: taken, issue: 'unrecognized_keys' }] })
  const renamed = Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]))
  try {
    return await tell(call, def, { ...renamed, ...more } as z.input<D['input']>)
  } catch (error) {
    if (!(error instanceof Refused) || !error.refusal.fields) throw error
    const back = new Map(Object.entries(names).map(([name, field]) => [field, name]))
    const fields = error.refusal.fields.map((field) => {
      const [first = '', ...rest] = field.path.split('.')
      return { ...field, path: [back.get(first) ?? first, ...rest].join('.') }
    })
    throw passedOn(error.refusal, fields)
  }
}
