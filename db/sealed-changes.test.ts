import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type ChangeKind, changeKinds, type RoomChange } from '../contract/changes.ts'
import { facts } from '../contract/facts.ts'
import { secretFields } from '../contract/secrets.ts'
import { publish } from './outbox.ts'
import { sealedKinds } from './sealed-changes.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { tablesHolding } from './testing/stored.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Names that sound like a secret and are none. */
const harmless = new Set(['supportCode', 'languageCode'])
const sounds = /pin$|passw|secret|token|code$|codes$|rfid/i
const isSecret = (field: string) => sounds.test(field) && !harmless.has(field)
const mark = 'zz-secret-zz'
const kinds = Object.keys(changeKinds) as ChangeKind[]

interface Schema {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  prefixItems?: Schema[]
  items?: Schema
  minimum?: number
  exclusiveMinimum?: number
}

/** Returns a value of the schema in which all that may be there is there, and every text is `text`. */
function sample(schema: Schema, text: string): unknown {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return sample(options.find(({ type }) => type !== 'null') ?? {}, text)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, inner]) => [field, sample(inner, isSecret(field) ? mark : text)]),
    )
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  if (type === 'array') return (schema.prefixItems ?? [schema.items ?? {}]).map((item) => sample(item, text))
  if (type === 'object') return {}
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
  return schema.format === 'date-time' && text !== mark ? '2026-03-28T10:00:00.000Z' : text
}

/** Returns the paths of the fields of a schema that sound like a secret. */
function secretsOf(schema: z.ZodType): string[] {
  const visit = (node: unknown, path: string): string[] => {
    if (typeof node !== 'object' || node === null) return []
    const { properties = {} } = node as Schema
    const own = Object.keys(properties).filter(isSecret)
    return [
      ...own.map((field) => `${path}${field}`),
      ...Object.entries(properties).flatMap(([field, inner]) => visit(inner, `${path}${field}.`)),
      ...Object.entries(node).flatMap(([key, inner]) => (key === 'properties' ? [] : visit(inner, path))),
    ]
  }
  return [...new Set(visit(z.toJSONSchema(schema, { unrepresentable: 'any' }), ''))]
}

describe('secrets in what is published [ASVS V14.2.1] [ASVS V16.2.5]', () => {
  it.each(kinds)('a change of kind %s is stored without them', async (kind) => {
    const { view } = changeKinds[kind]
    const value = sample(z.toJSONSchema(view, { unrepresentable: 'any' }) as Schema, 'shown')
    const published = { kind, id: 1, version: 1, view: view.parse(value), rooms: [] } as RoomChange
    await database.knex('outbox').delete()
    await database.knex.transaction((trx) => publish(trx, [published]))
    expect(await tablesHolding(database.knex, mark)).toEqual([])
    const sealed = secretsOf(view)
    expect(sealed.every((field) => secretFields.has(field))).toBe(true)
    expect(sealed.length > 0).toBe((sealedKinds as readonly ChangeKind[]).includes(kind))
  })

  it.each(Object.entries(facts))('the fact %s has none', (_, payload) => {
    expect(secretsOf(payload)).toEqual([])
  })
})
