import { minuteMs } from './calendar.ts'
import type { AccessTime } from './types.ts'
import { dayMs, instantOf, wallOf } from './zone.ts'

/** The facts that decide where a stay may end. */
export type SlotRules = Pick<AccessTime, 'slotMinutes' | 'fullDay' | 'dailyFrom'>

/** The slot that contains a wall time, as wall times: slots count from the start of the day or of the daily window. */
function slotAt(wall: number, { slotMinutes, fullDay, dailyFrom }: SlotRules): { from: number; until: number } {
  const [hours = 0, minutes = 0] = (fullDay ? '00:00' : (dailyFrom ?? '00:00')).split(':').map(Number)
  const offset = (hours * 60 + minutes) * minuteMs
  const origin = Math.floor((wall - offset) / dayMs) * dayMs + offset
  const length = slotMinutes * minuteMs
  const from = origin + Math.floor((wall - origin) / length) * length
  return { from, until: Math.min(from + length, origin + dayMs) }
}

/**
 * Returns whether a stay may end at `end` (rule B-12): a multiple of the slot by the site's clock, counted from the start
 * of its day or daily window. Slots of a day and more end when the day or the window starts.
 */
export function endsOnSlot(end: Date, rules: SlotRules, timeZone: string): boolean {
  const wall = wallOf(end.getTime(), timeZone)
  return slotAt(wall, rules).from === wall
}

/**
 * Distinguishes the passes of a repeated hour: returns the instant as far away as the clocks say, if they show `wall`
 * then.
 */
function near(instant: number, change: number, wall: number, timeZone: string): Date {
  const moved = instant + change
  return new Date(wallOf(moved, timeZone) === wall ? moved : instantOf(wall, timeZone))
}

/** Returns the last end of a slot at or before `until`; the end of the gap if the clocks skip it, which may be none. */
export function slotEndBefore(until: Date, rules: SlotRules, timeZone: string): Date {
  const wall = wallOf(until.getTime(), timeZone)
  const { from } = slotAt(wall, rules)
  return near(until.getTime(), from - wall, from, timeZone)
}

/** Returns the first end of a slot after `from`, with the same exception. */
export function slotEndAfter(from: Date, rules: SlotRules, timeZone: string): Date {
  const wall = wallOf(from.getTime(), timeZone)
  const { until } = slotAt(wall, rules)
  return near(from.getTime(), until - wall, until, timeZone)
}
