import * as z from 'zod'
import { fieldIssues } from '../../contract/kit.ts'
import type { FieldIssue } from '../../contract/refusals.ts'
import { refused } from '../bus/refuse.ts'

/** JSON:API 1.1: the part of it that the calls need. */
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
  readonly included?: Resource[]
  readonly meta?: Readonly<Record<string, unknown>>
}

type Id = number | string

/** A resource from a row: its id becomes text, the rest its attributes. JSON:API forbids an attribute `type`: give it another name. */
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

export function toMany(type: string, ids: readonly Id[]): Relationship {
  return { data: ids.map((id) => ({ type, id: String(id) })) }
}

/** A document; included resources are kept once each. */
export function toDocument(
  data: Resource | Resource[] | null,
  more: { included?: readonly Resource[]; meta?: Record<string, unknown> } = {},
): Document {
  const included = more.included && [
    ...new Map(more.included.map((item) => [`${item.type} ${item.id}`, item])).values(),
  ]
  return {
    jsonapi: { version: '1.1' },
    data,
    ...(included ? { included } : {}),
    ...(more.meta ? { meta: more.meta } : {}),
  }
}

function bad(path: string, issue: string, params?: Record<string, string>): never {
  throw refused({ code: 'bad-input', fields: [{ path, issue, ...(params ? { params } : {}) }] })
}

/**
 * The attributes of the one resource in a request body. Throws Refused bad-input whose paths begin at the document's root, so that they
 * turn into JSON pointers: wrong or missing type, an id that differs from the path's, attributes that do not fit.
 */
export function readAttributes<S extends z.ZodType>(
  body: unknown,
  expected: { type: string; id?: string; attributes: S },
): z.output<S> {
  const parsed = requestBody.safeParse(body)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error) })
  const { type, id, attributes } = parsed.data.data
  if (type !== expected.type) bad('data.type', 'invalid_value', { expected: expected.type })
  if (id !== undefined && id !== expected.id) bad('data.id', 'invalid_value', { expected: expected.id ?? '' })
  const read = expected.attributes.safeParse(attributes ?? {})
  if (!read.success) throw refused({ code: 'bad-input', fields: under('data.attributes', fieldIssues(read.error)) })
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

/** Field issues below a path. */
export function under(path: string, fields: readonly FieldIssue[]): FieldIssue[] {
  return fields.map((field) => ({ ...field, path: field.path ? `${path}.${field.path}` : path }))
}

/** The relationships that `include` asks for; Refused bad-input when one of them is not offered. */
export function readInclude<N extends string>(include: string | undefined, offered: readonly N[]): ReadonlySet<N> {
  const asked = include ? include.split(',').map((name) => name.trim()) : []
  const isOffered = (name: string): name is N => (offered as readonly string[]).includes(name)
  if (!asked.every(isOffered)) bad('include', 'invalid_value', { expected: offered.join(', ') })
  return new Set(asked.filter(isOffered))
}
