import type { Knex } from 'knex'
import type { deactivationRefusals } from '../../contract/profile.ts'
import type { Dependants } from '../../contract/refusals.ts'
import { User } from '../../db/models/people.ts'
import { many, one } from '../../db/sql.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { lockPerson } from '../claims/claim.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { linkPurposes } from '../messages/links.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { endSessions } from '../session/end-sessions.ts'
import { revokeLinks } from '../session/link-tokens.ts'

type Code = (typeof deactivationRefusals)[number]
/** Whose account ends, and who ends it: the person, or an operator. */
interface Deactivation {
  readonly userId: number
  readonly by: Pick<UserActor, 'userId' | 'sessionId'>
}

/**
 * Ends an account (rule PR-4): nobody logs in with it any more, its sessions and links end, its owner is notified.
 * Their bookings and payments stay. The caller has checked that `by` may do it.
 */
export async function deactivate(
  trx: Knex.Transaction,
  { userId, by }: Deactivation,
  now: Date,
  refuse: Refuse<Code | 'not-found'>,
): Promise<void> {
  // A booking of this person either is there now, or finds the account inactive.
  await lockPerson(trx, userId)
  const user = await User.query(trx).findById(userId).forNoKeyUpdate()
  if (!user) return refuse('not-found')
  if (user.state === 'DEACTIVATED') return refuse('account-already-inactive')
  const { creditCents, reservations } = await readObstacles(trx, userId, now)
  if (reservations.count > 0)
    return refuse('account-has-reservations', undefined, undefined, { dependants: [reservations] })
  if (creditCents !== 0) return refuse('account-has-credit')
  const meanings = {
    users_without_credit: { code: 'account-has-credit' },
    users_without_reservations: { code: 'account-has-reservations' },
    way_in_of_admins: { code: 'last-way-in' },
  } as const
  await translateConstraints(trx, refuse, meanings, () =>
    user.$query(trx).patch({
      state: 'DEACTIVATED',
      deactivatedAt: now,
      wantsSms: false,
      smsConsentAt: null,
      modifiedBy: by.userId,
    }),
  )
  for (const purpose of linkPurposes) await revokeLinks(trx, purpose, userId)
  const own = by.userId === userId ? { sessionId: by.sessionId } : {}
  await queueAccountNotice(trx, userId, 'account-cancelled', now, own)
  await endSessions(trx, { userId })
}

const maxNamed = 5

/** Returns what keeps an account open: credit, and reservations that are not over. */
export async function readObstacles(
  trx: Knex,
  userId: number,
  now: Date,
): Promise<{ creditCents: number; reservations: Dependants }> {
  const { creditCents } = await one<{ creditCents: number }>(
    trx,
    `select coalesce((select balance_cents from accounts where user_id = ?), 0)::int as "creditCents"`,
    [userId],
  )
  const rows = await many<{ id: number; name: string; count: number }>(
    trx,
    `select r.id, concat_ws(' · ', d.name, s.name) as name, count(*) over ()::int as count
     from reservations r join devices d on d.id = r.device_id join sites s on s.id = r.site_id
     where r.user_id = ? and r.parent_id is null and r.ends_at > ?::timestamptz
       and (r.state = 'RESERVED' or r.state = 'CREATED' and r.held_until > ?::timestamptz)
     order by r.starts_at, r.id limit ?`,
    [userId, now, now, maxNamed],
  )
  const first = rows.map(({ id, name }) => ({ id, name }))
  return { creditCents, reservations: { kind: 'reservation', count: rows[0]?.count ?? 0, first } }
}
