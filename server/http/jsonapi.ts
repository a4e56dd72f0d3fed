import * as z from 'zod'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { FieldIssue, RefusalCode } from '../../contract/refusals.ts'
import { refused } from '../kernel/bus/refuse.ts'

/** The part of JSON:API 1.1 that the calls need. */
export const mediaType = 'application/vnd.api+json'

export interface Identifier {
  readonly type: string
  readonly id: string
}
export interface Relationship {
  readonly data: Identifier | Identifier[] | null
}
export interface Resource extends Identifier {
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<Record<string, Relationship>>
}
export interface Document {
  readonly jsonapi: { readonly version: '1.1' }
  readonly data?: Resource | Resource[] | null
  readonly included?: Resource[] | undefined
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}

type Id = number | string

/**
 * Returns a resource of a row: its id as text, the rest as attributes. JSON:API forbids an attribute `type`: give it
 * another name.
 */
export function resource(
  type: string,
  { id, ...attributes }: { id: Id; type?: never } & Record<string, unknown>,
  relationships?: Record<string, Relationship>,
): Resource {
  return { type, id: String(id), attributes, ...(relationships ? { relationships } : {}) }
}

export function toOne(type: string, id: Id | null): Relationship {
  return { data: id === null ? null : { type, id: String(id) } }
}

export function toMany(type: string, rows: readonly { readonly id: Id }[]): Relationship {
  return { data: rows.map(({ id }) => ({ type, id: String(id) })) }
}

/** Returns a document with each included resource once. */
export function toDocument(
  data: Resource | Resource[] | null,
  { included, meta }: { included?: readonly Resource[] | undefined; meta?: Document['meta'] } = {},
): Document {
  const once = included && [...new Map(included.map((item) => [`${item.type} ${item.id}`, item])).values()]
  return { jsonapi: { version: '1.1' }, data, included: once, meta }
}

/** Returns a document of a list, with the number of its rows. */
export function toList(data: Resource[], included?: readonly Resource[]): Document {
  return toDocument(data, { included, meta: { record_count: data.length } })
}

function bad(path: string, issue: RefusalCode, params?: Record<string, string>): never {
  throw refused({ code: 'bad-input', fields: [{ path, issue, ...(params ? { params } : {}) }] })
}

/**
 * Returns the attributes of the resource in a request body. Refuses bad-input, with paths from the root of the
 * document.
 */
export function readAttributes<S extends z.ZodType>(
  body: unknown,
  expected: { type: string; id?: string; attributes: S },
): z.output<S> {
  const parsed = requestBody.safeParse(body)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, body) })
  const { type, id, attributes } = parsed.data.data
  if (type !== expected.type) bad('data.type', 'field-not-offered', { expected: expected.type })
  if (id !== undefined && id !== expected.id) bad('data.id', 'field-not-offered', { expected: expected.id ?? '' })
  const read = expected.attributes.safeParse(attributes ?? {})
  if (!read.success)
    throw refused({ code: 'bad-input', fields: under('data.attributes', fieldIssues(read.error, attributes ?? {})) })
  return read.data
}

const requestBody = z.strictObject({
  data: z.strictObject({
    type: z.string(),
    id: z.string().optional(),
    attributes: z.record(z.string(), z.unknown()).optional(),
    relationships: z.record(z.string(), z.unknown()).optional(),
  }),
  jsonapi: z.unknown().optional(),
  meta: z.unknown().optional(),
})

/** Returns field issues below a path. */
export function under(path: string, fields: readonly FieldIssue[]): FieldIssue[] {
  return fields.map((field) => ({ ...field, path: field.path ? `${path}.${field.path}` : path }))
}

/** Returns the relationships that `include` requests. Refuses bad-input for one that is not offered. */
export function readInclude<N extends string>(include: string | undefined, offered: readonly N[]): ReadonlySet<N> {
  const asked = include ? include.split(',').map((name) => name.trim()) : []
  const isOffered = (name: string): name is N => (offered as readonly string[]).includes(name)
  if (!asked.every(isOffered)) bad('include', 'field-not-offered', { expected: offered.join(', ') })
  return new Set(asked.filter(isOffered))
}
