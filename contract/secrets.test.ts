import { expect, it } from 'vitest'
import * as z from 'zod'
import { commands } from './registry.ts'
import { secretFields } from './secrets.ts'

/** Names that sound like a secret and are none: ids, and codes of refusals. */
const harmless = new Set(['codeId', 'passkeyId', 'supportCode'])
const sounds = /pin$|passw|secret|token|code$|codes$|rfid/i

function fieldsOf(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { properties } = node as { properties?: Record<string, unknown> }
    if (properties) found.push(...Object.keys(properties))
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return [...new Set(found)].filter((field) => sounds.test(field) && !harmless.has(field))
}

it.each(commands.map((def) => [def.name, def] as const))(
  '%s declares each secret of its input and reply [ASVS V14.2.1] [ASVS V16.2.5]',
  (_, def) => {
    const declared = new Set([...secretFields, ...(def.privateInput ?? []), ...(def.secretInput ?? [])])
    expect(fieldsOf(def.input, 'input').filter((field) => !declared.has(field))).toEqual([])
    // In replies, code is that of a refusal.
    const replied = def.secretReply ? [] : fieldsOf(def.reply, 'output')
    expect(replied.filter((field) => !secretFields.has(field) && field !== 'code')).toEqual([])
  },
)
