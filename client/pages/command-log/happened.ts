import type * as z from 'zod'
import type { ledgerOrder } from '../../../contract/control.ts'
import { isOpen } from '../../devices/actions.ts'

export type WholeOrder = z.output<typeof ledgerOrder.reply>
/** One thing that happened around an order. `seen` = what a reader saw before it, `report` = the device's own word. */
export interface Happened {
  readonly kind: 'seen' | 'asked' | 'sent' | 'taken' | 'answered' | 'report' | 'deadline' | 'ended'
  readonly at: string
  /** Seconds after the order was asked for; negative before it. */
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
 * Everything around an order in the order of time: what was seen, its steps, the answer, the device's reports, the deadline where it was
 * reached or is awaited, its end. Of equal times, what leads to the other stands first.
 */
export function happenedOf(order: WholeOrder): Happened[] {
  const start = Date.parse(order.issuedAt)
  const refused = order.state === 'refused'
  const times: readonly (readonly [Happened['kind'], string | null])[] = [
    ['seen', order.event?.at ?? null],
    ['asked', order.issuedAt],
    ['sent', order.sentAt],
    ['taken', order.takenAt],
    ['answered', order.answeredAt],
    ['deadline', !refused && passedDeadline(order) ? order.deadline : null],
    ['ended', refused ? null : order.settledAt],
  ]
  const steps = times.flatMap(([kind, at]) => (at === null ? [] : [{ kind, at }]))
  const reports = order.reports.map((report) => ({ kind: 'report' as const, ...report }))
  return [...steps, ...reports]
    .map((each) => ({ ...each, after: (Date.parse(each.at) - start) / 1_000 }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || rank[a.kind] - rank[b.kind])
}

/** The deadline matters while it is awaited and when it decided. */
function passedDeadline({ state, settledAt, deadline }: WholeOrder): boolean {
  return isOpen(state) || settledAt === null || Date.parse(settledAt) >= Date.parse(deadline)
}
