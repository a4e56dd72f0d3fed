/** Wrong PINs at one device, and their consequences. Pure: time is an argument. */
export interface Guesses {
  /** Wrong PINs since the last lock, each within ten minutes of the previous one. */
  readonly wrong: number
  readonly lastWrongAt: Date
  readonly lockedUntil: Date | null
}

export const maxWrong = 5
export const lockMs = 60_000
/** Time without a wrong PIN after which earlier ones are forgotten. */
export const forgetMs = 10 * 60_000

/** Returns true while a device takes no PIN, not even the right one (rule C-34). */
export function isLocked(guesses: Guesses | null, now: Date): boolean {
  return Boolean(guesses?.lockedUntil && now < guesses.lockedUntil)
}

/** Returns true if enough time has passed to forget the wrong PINs. */
function isForgotten(guesses: Guesses, now: Date): boolean {
  return now.getTime() - guesses.lastWrongAt.getTime() >= forgetMs
}

/**
 * Returns the state after one more wrong PIN at a device that is not locked. The fifth locks it for a minute and
 * restarts the count.
 */
export function afterWrong(guesses: Guesses | null, now: Date): Guesses {
  const wrong = guesses && !isForgotten(guesses, now) ? guesses.wrong + 1 : 1
  return wrong < maxWrong
    ? { wrong, lastWrongAt: now, lockedUntil: null }
    : { wrong: 0, lastWrongAt: now, lockedUntil: new Date(now.getTime() + lockMs) }
}
