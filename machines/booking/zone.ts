import { Temporal } from 'temporal-polyfill'

/**
 * Instants and wall times of a zone, in milliseconds; a wall time is written as if it were UTC. One screen checks
 * hundreds of spans, so the offset of a UTC day without a change is cached; around a change Temporal is used every
 * time.
 */
export const dayMs = 86_400_000
/** Eleven years per zone. */
const maxKept = 4_000
const kept = new Map<string, Map<number, number | null>>()

function asked(instant: number, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  return zoned.offsetNanoseconds / 1_000_000
}

function offsetAt(instant: number, timeZone: string): number {
  const day = Math.floor(instant / dayMs)
  const known = kept.get(timeZone)?.get(day)
  if (known !== undefined) return known ?? asked(instant, timeZone)
  const first = asked(day * dayMs, timeZone)
  const days = kept.get(timeZone) ?? new Map<number, number | null>()
  if (days.size >= maxKept) days.clear()
  kept.set(timeZone, days.set(day, first === asked((day + 1) * dayMs, timeZone) ? first : null))
  return offsetAt(instant, timeZone)
}

/** Returns the wall time. Throws a RangeError for an unknown zone or an invalid instant. */
export function wallOf(instant: number, timeZone: string): number {
  return instant + offsetAt(instant, timeZone)
}

/** Returns whether the clock shows the same time again within the hour: clocks go back. */
export function occursTwice(instant: number, timeZone: string): boolean {
  const wall = wallOf(instant, timeZone)
  return [-3_600_000, -1_800_000, 1_800_000, 3_600_000].some((by) => wallOf(instant + by, timeZone) === wall)
}

/** Returns the instant of a wall time: after the gap if it is skipped, the first if it occurs twice (rule B-1). */
export function instantOf(wall: number, timeZone: string): number {
  const offset = offsetAt(wall - dayMs, timeZone)
  if (offset === offsetAt(wall + dayMs, timeZone)) return wall - offset
  const shown = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime()
  return shown.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
}
