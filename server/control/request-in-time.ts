import type { FieldIssue } from '../../contract/refusals.ts'
import type { BegunRun } from './begin-run.ts'

/** How far ahead a command may be good, ms: what lies about for longer is no request of somebody who stands at a door. */
const maxAheadMs = 60_000

interface Refusing {
  (code: 'command-too-late' | 'bad-input', params?: undefined, fields?: readonly FieldIssue[]): never
}

/** Ends the call when the request came too late at `now`, by the database's clock, or is good for longer than a minute (rule C-28). */
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

/** The answer to whoever requested: sent, or refused with the support code by which the command log knows it. */
export function answerOf(begun: BegunRun, refuse: Refuse) {
  if (!begun.ok)
    return begun.supportCode === null
      ? refuse(begun.code)
      : refuse.keeping(begun.code, { supportCode: begun.supportCode })
  const { ok: _, deadline, ...rest } = begun
  return { ...rest, deadline: deadline.toISOString() }
}
