/** Returns the start of the minute of `now` (ms). */
export const minuteOf = (now: number): Date => new Date(Math.floor(now / 60_000) * 60_000)
