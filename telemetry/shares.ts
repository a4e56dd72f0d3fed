/** Who has been given how much lately, of those who ask for the same. What is long ago counts less and less. */
export interface Shares {
  /** So much more (or less, negative) has been given to one, at `now` in ms of a clock that does not go back. */
  give(sender: string | number, amount: number, now: number): void
  /** What one has been given, as a part of what those have among whom most of it went: 0 = nothing lately, 1 = as much as they, 2 = twice. */
  share(sender: string | number): number
  /** How many are remembered. */
  size(): number
}

/** What is less than this part of what the others have is forgotten. */
const little = 0.01
/** So many times `forgetMs` pass between two goings through all of them. */
const tidyTimes = 2

/**
 * Amounts fade with e^(-t/forgetMs). Instead of making all smaller as time passes, what comes is counted as more, so that asking and giving touch one
 * of them only. Compared is with the mean amount of those who have something, each weighing as much as he has: many who take little do not make one
 * who takes as much as others of his size look greedy.
 */
export function createShares(forgetMs = 5_000): Shares {
  const given = new Map<string | number, number>()
  let since = 0
  let sum = 0
  let squares = 0

  const tidy = (now: number): void => {
    const fade = Math.exp((since - now) / forgetMs)
    const least = sum > 0 ? (little * squares) / sum : 0
    since = now
    sum = 0
    squares = 0
    for (const [sender, before] of given) {
      const amount = before * fade
      if (before <= least || amount <= 0) given.delete(sender)
      else {
        given.set(sender, amount)
        sum += amount
        squares += amount ** 2
      }
    }
  }

  return {
    give(sender, amount, now) {
      if (now - since > tidyTimes * forgetMs) tidy(now)
      const before = given.get(sender) ?? 0
      const after = Math.max(0, before + amount * Math.exp((now - since) / forgetMs))
      given.set(sender, after)
      sum += after - before
      squares += after ** 2 - before ** 2
    },
    share: (sender) => (squares > 0 ? ((given.get(sender) ?? 0) * sum) / squares : 0),
    size: () => given.size,
  }
}
