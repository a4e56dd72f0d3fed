/** Members of a log line that are kept, all of them harmless: ids, names of parts and codes. Everything else is dropped. */
const kept: ReadonlySet<string> = new Set([
  'command',
  'commandId',
  'query',
  'watch',
  'task',
  'job',
  'tick',
  'fact',
  'part',
  'message',
  'channel',
  'kind',
  'reason',
  'gateway',
  'hardwareId',
  'gateways',
  'messages',
  'reservationId',
  'paymentId',
  'tenantId',
  'run',
  'accessEvent',
  'thread',
  'bodies',
  'seconds',
  'ms',
  'free',
  'packets',
  'bytes',
])
const maxLength = 500

/** Addresses, query strings, and what looks like a token, a number of a card or a hash. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s'"]+/gi, '…'],
  [/[^\s@'"<>(]+@[^\s@'"<>)]+/g, '…@…'],
  [/\$argon2\S+/g, '…'],
  [/(?<![0-9a-z-])(?=[\w~+/=-]*\d)[\w~+/=-]{20,}/gi, '…'],
  [/\b\d(?:[ -]?\d){12,18}\b/g, '…'],
  // The values that PostgreSQL names: Key (email)=(somebody).
  [/\)=\([^)]*\)/g, ')=(…)'],
  [/(["'])(?:(?!\1).){1,200}\1(?=\s*(?:does not|is not|already|$))/g, '…'],
]
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns a text without anything that may be a secret or a person's address. */
export function withoutSecrets(text: string): string {
  if (uuid.test(text)) return text
  const masked = secrets.reduce((before, [what, instead]) => before.replace(what, instead), text)
  return masked.length > maxLength ? `${masked.slice(0, maxLength)}…` : masked
}

/** Returns the details of a log line that administrators may see. */
export function plainFacts(fields: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const found: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!kept.has(name)) continue
    if (typeof value === 'number' && Number.isFinite(value)) found[name] = value
    else if (typeof value === 'string') found[name] = withoutSecrets(value)
  }
  const error = fields['err'] ?? fields['error']
  if (isError(error)) {
    if (error.message) found['error'] = withoutSecrets(error.message)
    if (typeof error.code === 'string' || typeof error.code === 'number')
      found['errorCode'] = withoutSecrets(String(error.code))
  }
  return found
}

function isError(value: unknown): value is { message?: string; code?: unknown } {
  return typeof value === 'object' && value !== null && typeof (value as { message?: unknown }).message === 'string'
}
