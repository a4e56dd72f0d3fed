import * as z from 'zod'

/** Types of query parameters, parsed from text; invalid ones are refused by the parameter's name. */
export const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
export const text = z.string().max(255)

/** An instant with Z or an offset, as UTC. */
export const instant = z.iso.datetime({ offset: true }).transform((value) => new Date(value).toISOString())

/** Euros with at most two decimals, as cents. */
export const euros = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/)
  .transform((value) => Math.round(Number(value) * 100))

/** Distinct values, separated by commas. */
export function listOf<V extends string>(values: readonly V[]) {
  return z
    .string()
    .regex(new RegExp(`^(${values.join('|')})(,(${values.join('|')}))*$`))
    .transform((value) => [...new Set(value.split(','))] as V[])
}

/** A field to sort by; a leading minus reverses the order. */
export function sortBy<V extends string>(fields: readonly V[]) {
  return z
    .string()
    .regex(new RegExp(`^-?(${fields.join('|')})$`))
    .transform((value) => ({ sort: value.replace('-', '') as V, descending: value.startsWith('-') }))
}

/** Leaves out missing parameters, so that the defaults of the query apply. */
export function defined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
