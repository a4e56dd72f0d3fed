import { fact } from '../../contract/facts.ts'
import { revokeShare } from '../../contract/reservations.ts'
import { lockReservation } from '../claims/own.ts'
import { sharePurposes } from '../claims/share-token.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishReservations } from './publish-reservations.ts'
import { renewPin } from './renew-pin.ts'
import { appendShareHistory } from './share.ts'

/**
 * Ends a link at once (rule L-14), and replaces the PIN that its holder may have read. Does nothing if the link has
 * ended already.
 */
export default handle(revokeShare, async ({ input, actor, trx, refuse }) => {
  const own = await lockReservation(trx, actor, input.reservationId, 'either')
  if (!own) return refuse('not-found')
  const link = (await trx('tokens')
    .where({ id: input.shareId, reservation_id: own.id })
    .whereIn('purpose', sharePurposes)
    .first('revoked_at', 'purpose')) as { revoked_at: Date | null; purpose: string } | undefined
  if (!link) return refuse('not-found')
  if (link.revoked_at === null) {
    await trx('tokens').where({ id: input.shareId }).update({ revoked_at: own.now })
    await appendShareHistory(trx, own, { type: 'share-revoked', shareId: input.shareId, by: actor.userId })
    // A summary shows no PIN.
    const renewed = link.purpose === 'reservation-summary' ? [] : await renewPin(trx, own)
    const reservationIds = [...new Set([own.id, ...renewed])]
    await publishReservations(trx, reservationIds, {
      fact: fact('reservations.shareRevoked', { reservationIds, shareId: input.shareId }),
    })
  }
  return { shareId: input.shareId }
})
