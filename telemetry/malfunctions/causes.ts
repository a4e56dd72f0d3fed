import type { MalfunctionKind } from './kinds.ts'

interface Explanation {
  readonly by: MalfunctionKind
  /** The cause must be of the same device, or of its gateway. */
  readonly of: 'device' | 'gateway'
}

/** Causes of malfunctions, the deepest first (M-10). */
export const explanations: Readonly<Partial<Record<MalfunctionKind, readonly Explanation[]>>> = {
  unreachable: [{ by: 'gateway-silent', of: 'gateway' }],
  'not-responding': [
    { by: 'gateway-silent', of: 'gateway' },
    { by: 'unreachable', of: 'device' },
  ],
}

/** Returns SQL for the id of the current cause of row `m` (kind, device_id, gateway_id). */
export function causeSql(m: string): string {
  const cases = Object.entries(explanations).map(([kind, list]) => {
    const ways = list.map(({ by, of }) => {
      const same =
        of === 'device' ? `c.device_id = ${m}.device_id` : `c.device_id IS NULL AND c.gateway_id = ${m}.gateway_id`
      return `(SELECT c.id FROM malfunctions c WHERE c.closed_at IS NULL AND c.right_since IS NULL AND c.kind = '${by}' AND ${same})`
    })
    return `WHEN '${kind}' THEN coalesce(${ways.join(', ')})`
  })
  return `CASE WHEN ${m}.device_id IS NOT NULL THEN CASE ${m}.kind ${cases.join(' ')} END END`
}
