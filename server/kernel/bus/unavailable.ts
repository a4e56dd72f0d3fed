import { DatabaseUnavailable } from '../../../db/circuit-breaker.ts'
import { isConflict, isLost } from '../../../db/retry.ts'

/**
 * Disk full, too many connections, cancelled by a timeout, read-only after a failover: not a bug, and nothing was
 * changed.
 */
const codes = new Set(['53100', '53200', '53300', '57014', '55P03', '25006', '25P03'])
const texts = ['Query read timeout', 'Timeout acquiring a connection']

/**
 * The pool's message to callers who waited for a connection when it was closed. Does not include 'current transaction
 * is aborted', which is a bug of ours.
 */
const poolClosed = 'aborted'

/** Returns true if the database is temporarily unable, through no fault of the call. */
export function isUnavailable(error: unknown): boolean {
  if (isLost(error) || isConflict(error) || error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code
  return (
    (code !== undefined && codes.has(code)) ||
    texts.some((text) => error.message.includes(text)) ||
    error.message === poolClosed
  )
}

/** Returns true if the database's disk has no room for the write. Reading still works. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === '53100'
}

/**
 * Returns true if a value could not be stored: a NUL or half a surrogate in a text, a number beyond its type (SQLSTATE
 * class 22).
 */
export function isBadValue(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return code !== undefined && /^22[0-9A-Z]{3}$/.test(code)
}
