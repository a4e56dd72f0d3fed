import { createHash } from 'node:crypto'
import type { CommandDef } from '../../../contract/kit.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { secretFields } from '../../../contract/secrets.ts'

/** Returns the input as stored in the audit trail: hashes of secrets, no private fields and nothing that opens doors. */
export function keptInput(def: CommandDef, input: unknown): string {
  const secret = new Set(def.secretInput)
  return JSON.stringify(input, (field, value: unknown) => {
    if (isPrivate(def, field)) return undefined
    return secret.has(field) ? `sha256:${createHash('sha256').update(String(value)).digest('hex')}` : value
  })
}
const isPrivate = (def: CommandDef, field: string): boolean =>
  secretFields.has(field) || (def.privateInput?.includes(field) ?? false)

/** Returns a refusal as stored in the audit trail: without the current values where the input is private. */
export function keptRefusal(def: CommandDef, refusal: Refusal): string {
  const { current, ...rest } = refusal
  return JSON.stringify(def.privateInput || current === undefined ? rest : { ...rest, current })
}

/** Returns the hash that identifies an input, without private fields: a hash of something short gives it away. */
export function inputHash(def: CommandDef, whole: unknown): Buffer {
  const input = JSON.stringify(whole, (field, value: unknown) => (isPrivate(def, field) ? undefined : value))
  const text = canonical(JSON.parse(input ?? 'null'))
  return createHash('sha256').update(def.name).update('\0').update(text).digest()
}

/** JSON with sorted keys, so that equal content has equal hashes. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'null'
  )
}
