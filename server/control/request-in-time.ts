import type { FieldIssue } from '../../contract/refusals.ts'
import type { BegunRun } from './begin-run.ts'

/** Maximum lifetime of a command, ms: nobody stands at a door for longer. */
const maxAheadMs = 60_000

interface Refusing {
  (code: 'command-too-late' | 'bad-input', params?: undefined, fields?: readonly FieldIssue[]): never
}

/**
 * Refuses a request that arrives after its deadline at `now`, by the database's clock, or whose deadline is more than a
 * minute ahead (rule C-28).
 */
export function mustBeInTime(validUntil: string, now: Date, refuse: Refusing): void {
  const until = new Date(validUntil).getTime()
  if (until < now.getTime()) refuse('command-too-late')
  if (until > now.getTime() + maxAheadMs)
    refuse('bad-input', undefined, [{ path: 'validUntil', issue: 'field-invalid' }])
}

type Code = Extract<BegunRun, { ok: false }>['code']
interface Refuse {
  (code: Code): never
  keeping(code: Code, params: { supportCode: string }): never
}

/** The reply to a request: sent, or refused with its support code in the command log. */
export function answerOf(begun: BegunRun, refuse: Refuse) {
  if (!begun.ok)
    return begun.supportCode === null
      ? refuse(begun.code)
      : refuse.keeping(begun.code, { supportCode: begun.supportCode })
  const { ok: _, deadline, ...rest } = begun
  return { ...rest, deadline: deadline.toISOString() }
}
