import * as z from 'zod'

const ofRow = z.strictObject({ id: z.int() })
/** The worker adds when a scheduled job was due. */
const byCalendar = z.object({})

/** Every task of a job, with the shape of its payload. */
export const tasks = {
  'messages.mail': ofRow,
  'messages.sms': ofRow,
  'payments.open-session': ofRow,
  'payments.refund': ofRow,
  'session.password-reset': z.strictObject({ email: z.string() }),
  'imports.work': ofRow,
  'outbox.prune': byCalendar,
  'leases.prune': byCalendar,
  'media.tidy': byCalendar,
} as const satisfies Record<string, z.ZodType>

export type TaskName = keyof typeof tasks
export type Payload<T extends TaskName> = z.output<(typeof tasks)[T]>

export interface Attempt {
  /** Aborted when the process ends: the work is given up and its job kept. */
  readonly signal: AbortSignal
  /** No further attempt follows if this one fails. */
  readonly last: boolean
}
export type TaskHandlers = {
  readonly [T in TaskName]?: (payload: Payload<T>, attempt: Attempt) => Promise<void>
}

/**
 * Thrown by a task whose other side is unavailable: the job runs again after this many seconds, and the attempt does
 * not count.
 */
export class TryLater extends Error {
  readonly seconds: number
  constructor(seconds: number, cause?: unknown) {
    super(`to be tried again in ${seconds} s`, { cause })
    this.seconds = seconds
  }
}
