import { isConflict, isLost } from '../../db/retry.ts'

/** Out of disk, out of connections, cancelled by a timeout, read-only after a fail-over: not a bug, and nothing was changed. */
const codes = new Set(['53100', '53200', '53300', '57014', '55P03', '25006', '25P03'])
const texts = ['Query read timeout', 'Timeout acquiring a connection', 'aborted']

/** True when the database could not do it now, through no fault of the call. */
export function isUnavailable(error: unknown): boolean {
  if (isLost(error) || isConflict(error)) return true
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code
  return (code !== undefined && codes.has(code)) || texts.some((text) => error.message.includes(text))
}
