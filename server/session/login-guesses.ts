import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'

/** Attempts on an account by all strangers together, by one known browser, or from one known address, before it waits. */
export const maxGuesses = 20
/** After that each further attempt waits twice as long as the one before, at most this long. */
const maxWaitSeconds = 3_600
/** Attempts are forgotten after a day without any. */
const forgetHours = 24

export interface Guess {
  /** Attempts that were allowed, this one included. */
  readonly guesses: number
  /** Attempts that were refused since; 0 = this one is allowed. */
  readonly refused: number
}

/**
 * Counts an attempt on an account in one statement, for all processes: the first twenty are free, after that the delay
 * grows. At most some fifty a day are allowed, from however many addresses.
 */
export function countGuess(knex: Knex, source: string, blockSeconds: number): Promise<Guess> {
  return one<Guess>(
    knex,
    `insert into login_guesses as g (source, guesses, expires_at) values (:source, 1, now() + make_interval(hours => :hours))
     on conflict (source) do update set
       guesses = case when g.expires_at <= now() then 1 when g.next_at <= now() then g.guesses + 1 else g.guesses end,
       refused = case when least(g.next_at, g.expires_at) <= now() then 0 else g.refused + 1 end,
       next_at = case when least(g.next_at, g.expires_at) > now() then g.next_at
         when g.expires_at <= now() or g.guesses + 1 < :max then '-infinity'
         else now() + make_interval(secs => least(:longest, :block * 2 ^ least(g.guesses + 1 - :max, 10))) end,
       expires_at = case when least(g.next_at, g.expires_at) <= now() then excluded.expires_at else g.expires_at end
     returning guesses, refused`,
    { source, hours: forgetHours, max: maxGuesses, block: blockSeconds, longest: maxWaitSeconds },
  )
}

/** Takes back an attempt that was right: what others guessed stays counted. */
export async function takeBackGuess(knex: Knex, source: string): Promise<void> {
  await knex.raw('update login_guesses set guesses = greatest(guesses - 1, 0) where source = ?', [source])
}

/** Returns how an account knows the caller: by the browser, by the address of a session, or not at all. */
export async function knownSource(
  knex: Knex,
  userId: number,
  { address, browser }: { readonly address: string; readonly browser: Buffer | null },
): Promise<'browser' | 'address' | 'stranger'> {
  const known = await one<{ browser: boolean; address: boolean }>(
    knex,
    `select exists (select from known_browsers where user_id = :userId and value_hash = :browser and expires_at > now()) as browser,
       exists (select from sessions where user_id = :userId and address <> '0.0.0.0'
         and network(set_masklen(address, case family(address) when 4 then 32 else 64 end))
           = network(set_masklen(cast(:address as inet), case family(cast(:address as inet)) when 4 then 32 else 64 end))) as address`,
    { userId, browser, address },
  )
  return known.browser ? 'browser' : known.address ? 'address' : 'stranger'
}
