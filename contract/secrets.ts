/** Fields of any input, reply or view that open doors. Their values reach their holder's screen, but no audit trail and no outbox. */
export const secretFields: ReadonlySet<string> = new Set(['pin', 'rfidToken'])

/** Returns JSON without the values of secret fields: null in their place, so that it still matches its schema. */
export function withoutSecrets(value: unknown): string {
  return (
    JSON.stringify(value, (field, inner: unknown) => (secretFields.has(field) && inner !== undefined ? null : inner)) ??
    'null'
  )
}

/** Returns whether a value has a secret field with a value. */
export function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([field, inner]) => (secretFields.has(field) && inner !== null && inner !== undefined) || holdsSecret(inner),
  )
}
