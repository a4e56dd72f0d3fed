import { addInZone } from '../../machines/booking/calendar.ts'
import { dayMs, instantOf, wallOf } from '../../machines/booking/zone.ts'

/** What the clock of a zone shows at a moment (ms): '2026-11-21T10:05'. */
export const fieldOf = (moment: number, zone: string): string =>
  new Date(wallOf(moment, zone)).toISOString().slice(0, 16)

/** The moment (ms) at which the clock of a zone shows it: the first of two, in the gap of spring the moment after it; null when it shows none. */
export function momentOfField(field: string, zone: string): number | null {
  const wall = Date.parse(`${field}Z`)
  return Number.isNaN(wall) ? null : instantOf(wall, zone)
}

/** The moments (ms, in order) at which the clock of a zone shows what it shows at this one: two in the hour that occurs twice, else one. */
export function momentsShown(moment: number, zone: string): number[] {
  const wall = wallOf(moment, zone)
  const steps = [-3_600_000, -1_800_000, 0, 1_800_000, 3_600_000]
  return steps.map((by) => moment + by).filter((each) => wallOf(each, zone) === wall)
}

const maxYears = 10

/** The moments (ms) that can be planned with: from a year ago to ten years from now. */
export function plannable(now: number, zone: string): { min: number; max: number } {
  return { min: now - 366 * dayMs, max: addInZone(new Date(now), maxYears, 'years', zone).getTime() }
}
