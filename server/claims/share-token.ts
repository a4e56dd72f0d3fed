import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'

export type SharePurpose = 'eticket' | 'reservation-summary' | 'remote-reservation'
export const sharePurposes: readonly SharePurpose[] = ['eticket', 'reservation-summary', 'remote-reservation']

/** SHA-256 of a token, which is all that is stored of it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Creates a link to a reservation: 32 random bytes, returned once; valid until the end of the stay. */
export async function makeToken(
  trx: Knex.Transaction,
  link: { purpose: SharePurpose; reservationId: number; expiresAt: Date; by: number; now: Date },
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [made] = (await trx('tokens')
    .insert({
      purpose: link.purpose,
      token_hash: tokenHash(token),
      reservation_id: link.reservationId,
      created_by: link.by,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .returning('id')) as { id: number }[]
  if (!made) throw new Error('the link was not written')
  return { id: made.id, token }
}

/** The page that a link opens. */
export function shareUrl(portal: string, purpose: SharePurpose, token: string): string {
  if (purpose === 'eticket') return `${portal}/eticket/${token}`
  return purpose === 'remote-reservation'
    ? `${portal}/reservations/remote/${token}`
    : `${portal}/reservations/remote/${token}/view`
}

/** Time without a request after which the next one counts as another opening; an open page asks every minute. */
const pauseMinutes = 5

/** Counts an opening of a link; requests in close succession count once. Writes at most twice a minute per link. */
export async function countOpening(knex: Knex, token: string): Promise<void> {
  await knex.raw(
    `update tokens set used_at = now(),
       uses = uses + case when used_at is null or used_at < now() - interval '${pauseMinutes} minutes' then 1 else 0 end
     where token_hash = ? and (used_at is null or used_at < now() - interval '30 seconds')`,
    [tokenHash(token)],
  )
}
