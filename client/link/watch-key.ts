import type { Refusal } from '../../contract/refusals.ts'

/** Returns how long a refusal asks to wait, ms: its `seconds`, at most ten; default one. */
export function waitOf(refusal: Refusal<string>): number {
  const seconds = Number(refusal.params?.['seconds'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 10) * 1_000 : 1_000
}

/** JSON with sorted keys: equal inputs are the same watch. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
    .join()}}`
}
