/** Units of a length of time, in minutes. */
export const unitMinutes = { minute: 1, hour: 60, day: 1_440, week: 10_080 } as const
export type DurationUnit = keyof typeof unitMinutes
export const durationUnits = Object.keys(unitMinutes) as DurationUnit[]

/** Returns the largest unit that gives a whole number: 120 minutes are 2 hours. */
export function largestUnit(minutes: number): DurationUnit {
  const fits = (unit: DurationUnit) => minutes % unitMinutes[unit] === 0
  return minutes === 0 ? 'minute' : (durationUnits.findLast(fits) ?? 'minute')
}

/** Returns the unit in which a length is shown: the chosen one, unless it needs more than two decimals. */
export function shownUnit(minutes: number, chosen: DurationUnit): DurationUnit {
  return (minutes * 100) % unitMinutes[chosen] === 0 ? chosen : largestUnit(minutes)
}
