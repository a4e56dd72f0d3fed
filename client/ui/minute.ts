/** The minute in which `now` (ms) lies. */
export const minuteOf = (now: number): Date => new Date(Math.floor(now / 60_000) * 60_000)
