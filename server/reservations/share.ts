import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { share } from '../../contract/reservations.ts'
import { one } from '../../db/sql.ts'
import { note } from '../claims/append-history.ts'
import { type LockedReservation, lockFor } from '../claims/own.ts'
import { makeToken, type SharePurpose, sharePurposes, shareUrl } from '../claims/share-token.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishReservations } from './publish-reservations.ts'

/** Maximum number of open links of a reservation. */
const most = 10

/** Creates a link to share (rules L-13, L-14): an eTicket lets a guest in, a summary only shows. */
export default handle(share, async ({ input, actor, trx, refuse, context }) => {
  const verb = input.kind === 'eticket' ? 'SHARE' : 'SHARE_SUMMARY'
  const own = await lockFor(trx, actor, input.reservationId, verb, refuse)
  if ((await openLinks(trx, own)) >= most) return refuse('too-many-shares', { most })
  const purpose: SharePurpose = input.kind === 'eticket' ? 'eticket' : 'reservation-summary'
  const link = { purpose, reservationId: own.id, expiresAt: await endOfStay(trx, own), by: actor.userId, now: own.now }
  const { id, token } = await makeToken(trx, link)
  await appendShareHistory(trx, own, { type: 'shared', shareId: id, by: actor.userId })
  const [read] = await publishReservations(trx, [own.id], {
    fact: fact('reservations.shared', { reservationIds: [own.id], shareId: id }),
  })
  const shown = read?.view.shares.find((each) => each.id === id)
  if (!shown) throw new Error(`link ${id} cannot be read`)
  return { share: shown, url: shareUrl(context.addresses.portal, purpose, token) }
})

/** Appends to the history, and gives the reservation, whose view lists its links, a new version. */
export async function appendShareHistory(
  trx: Knex.Transaction,
  own: LockedReservation,
  what: { type: 'shared' | 'share-revoked'; shareId: number; by: number },
): Promise<void> {
  await note(trx, { reservationId: own.id, type: what.type, at: own.now, by: what.by, data: { shareId: what.shareId } })
  await trx('reservations').where({ id: own.id }).update({ site_id: own.siteId })
}

async function openLinks(trx: Knex, own: LockedReservation): Promise<number> {
  const open = (await trx('tokens')
    .where({ reservation_id: own.id })
    .whereIn('purpose', sharePurposes)
    .whereNull('revoked_at')
    .where('expires_at', '>', own.now)
    .select('id')) as object[]
  return open.length
}

/** End of the last booked part of the stay. */
async function endOfStay(trx: Knex, own: LockedReservation): Promise<Date> {
  const { end } = await one<{ end: Date }>(
    trx,
    `with recursive chain as (
       select id, ends_at from reservations where id = ?
       union all select r.id, r.ends_at from reservations r join chain c on r.follows_id = c.id where r.state = 'RESERVED')
     select max(ends_at) as end from chain`,
    [own.id],
  )
  return end
}
