import argon2 from '@node-rs/argon2'

/** Argon2id: 19 MiB, two passes, one lane (about 20 ms here). The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const maxWaiting = 64

/** Too many passwords are queued; this one was not checked. */
export class PasswordsBusy extends Error {}

let running = 0
const waiting: (() => void)[] = []

/** At most two at a time (40 MiB of memory, and never all threads of the process); a limited number queues. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting) throw new PasswordsBusy('too many passwords are being checked')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Returns the hash to store (PHC text with its own salt and cost). Throws PasswordsBusy. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(password, cost))
}

let decoy: Promise<string> | undefined

/**
 * Returns whether the password matches the hash. Without a hash takes the same time and returns false, so that the time
 * reveals nothing. Throws PasswordsBusy.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= argon2.hash('nobody has this password', cost)
  const against = stored ?? (await decoy)
  const matches = await inTurn(() => argon2.verify(against, password))
  return stored !== null && matches
}
