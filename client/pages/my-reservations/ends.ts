import { addInZone, minuteMs } from '../../../machines/booking/calendar.ts'

/** Steps by which a stay is usually extended, in minutes. */
const usual = [15, 30, 60, 120, 240]

/** Up to three steps that fit the slots of the access time, in minutes. */
export function stepsOf(slotMinutes: number): number[] {
  const slot = Math.max(1, slotMinutes)
  const fitting = usual.filter((step) => step % slot === 0).slice(0, 3)
  return fitting.length > 0 ? fitting : [slot, 2 * slot, 4 * slot]
}

export interface EndChip {
  /** 'day' = the same time of day on the next day there. */
  readonly by: number | 'day'
  /** ms */
  readonly end: number
}

/** Ends to choose with one tap, from the present `end` (ISO) on, in the site's time zone. */
export function endChips(end: string, slotMinutes: number, timeZone: string): EndChip[] {
  const from = new Date(end)
  return [
    ...stepsOf(slotMinutes).map((by) => ({ by, end: from.getTime() + by * minuteMs })),
    { by: 'day' as const, end: addInZone(from, 1, 'days', timeZone).getTime() },
  ]
}
