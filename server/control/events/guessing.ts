/** Wrong PINs at one device, and what they lead to. Pure: time is an argument. */
export interface Guesses {
  /** Wrong ones since the last lock, none ten minutes after the one before. */
  readonly wrong: number
  readonly lastWrongAt: Date
  readonly lockedUntil: Date | null
}

export const maxWrong = 5
export const lockMs = 60_000
/** After so long without a wrong one, those of before are forgotten. */
export const forgetMs = 10 * 60_000

/** True while a device takes no PIN at all, not even the right one (rule C-34). */
export function isLocked(guesses: Guesses | null, now: Date): boolean {
  return Boolean(guesses?.lockedUntil && now < guesses.lockedUntil)
}

/** True when wrong ones have been forgotten by time alone. */
function isForgotten(guesses: Guesses, now: Date): boolean {
  return now.getTime() - guesses.lastWrongAt.getTime() >= forgetMs
}

/** After one more wrong PIN at a device that is not locked: the fifth locks it for a minute, and the count begins anew. */
export function afterWrong(guesses: Guesses | null, now: Date): Guesses {
  const wrong = guesses && !isForgotten(guesses, now) ? guesses.wrong + 1 : 1
  return wrong < maxWrong
    ? { wrong, lastWrongAt: now, lockedUntil: null }
    : { wrong: 0, lastWrongAt: now, lockedUntil: new Date(now.getTime() + lockMs) }
}
