import type * as z from 'zod'
import type { commandLogEntry } from '../../../contract/control.ts'
import { isOpen } from '../../devices/actions.ts'

export type WholeCommand = z.output<typeof commandLogEntry.reply>
/** One event around a command. `seen` = what a reader saw before it, `report` = the device's own report. */
export interface Happened {
  readonly kind: 'seen' | 'asked' | 'sent' | 'taken' | 'answered' | 'report' | 'deadline' | 'ended'
  readonly at: string
  /** Seconds after the request; negative before it. */
  readonly after: number
  /** Of a report. */
  readonly status?: string
  readonly doorState?: string | null
}

const rank: Readonly<Record<Happened['kind'], number>> = {
  seen: 0,
  asked: 1,
  sent: 2,
  taken: 3,
  answered: 4,
  report: 5,
  deadline: 6,
  ended: 7,
}

/**
 * Everything around a command, sorted by time: what was seen, its steps, the answer, the device's reports, the deadline if it was
 * reached or is awaited, its end. At equal times, causes come first.
 */
export function happenedOf(deviceCommand: WholeCommand): Happened[] {
  const start = Date.parse(deviceCommand.issuedAt)
  const refused = deviceCommand.state === 'refused'
  const times: readonly (readonly [Happened['kind'], string | null])[] = [
    ['seen', deviceCommand.event?.at ?? null],
    ['asked', deviceCommand.issuedAt],
    ['sent', deviceCommand.sentAt],
    ['taken', deviceCommand.takenAt],
    ['answered', deviceCommand.answeredAt],
    ['deadline', !refused && passedDeadline(deviceCommand) ? deviceCommand.deadline : null],
    ['ended', refused ? null : deviceCommand.settledAt],
  ]
  const steps = times.flatMap(([kind, at]) => (at === null ? [] : [{ kind, at }]))
  const reports = deviceCommand.reports.map((report) => ({ kind: 'report' as const, ...report }))
  return [...steps, ...reports]
    .map((each) => ({ ...each, after: (Date.parse(each.at) - start) / 1_000 }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || rank[a.kind] - rank[b.kind])
}

/** The deadline matters while it is awaited and when it decided. */
function passedDeadline({ state, settledAt, deadline }: WholeCommand): boolean {
  return isOpen(state) || settledAt === null || Date.parse(settledAt) >= Date.parse(deadline)
}
