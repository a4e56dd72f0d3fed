import * as z from 'zod'
import type { CommandDef } from '../../contract/kit.ts'
import { type HttpCall, readBody } from '../http/call.ts'
import { refused } from '../kernel/bus/refuse.ts'
import { sendRenamed } from './attributes.ts'

const fieldsOf = z.record(z.string(), z.unknown())

/**
 * Sends a command made from a plain body to the bus. `names` = the call's field names; `more` = fields taken from the path; `kept` = fields that
 * the body may leave out.
 */
export async function sendFields<D extends CommandDef>(
  call: HttpCall,
  def: D,
  names: Readonly<Record<string, string>>,
  more: Readonly<Record<string, unknown>> = {},
  kept: Readonly<Record<string, unknown>> = {},
): Promise<z.output<D['reply']>> {
  const body = readBody(call, fieldsOf)
  const taken = [...Object.keys(more), ...Object.values(names)].find(
    (field) => Object.hasOwn(body, field) && !names[field],
  )
  if (taken !== undefined) throw refused({ code: 'bad-input', fields: [{ path: taken, issue: 'field-unknown' }] })
  const renamed = Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]))
  // A field with several names is refused by the one that the caller used.
  const used = Object.entries(names).toSorted(([one], [other]) => rank(body, one) - rank(body, other))
  const back = new Map(used.map(([name, field]) => [field, name]))
  return sendRenamed(call, def, { ...kept, ...renamed, ...more } as z.input<D['input']>, (fields) =>
    fields.map((field) => {
      const [first = '', ...rest] = field.path.split('.')
      return { ...field, path: [back.get(first) ?? first, ...rest].join('.') }
    }),
  )
}

const rank = (body: object, name: string): number => Number(Object.hasOwn(body, name))
