import type { Knex } from 'knex'
import { finalize } from '../../contract/booking.ts'
import { holdLives } from '../../machines/reservation.ts'
import { acceptDocuments, missingDocuments } from '../access/documents.ts'
import { blockParams, readBlocks } from '../access/read-blocks.ts'
import { handle } from '../bus/handle.ts'
import { Refused } from '../bus/refuse.ts'
import { lockForClaim } from './claim.ts'
import { readDeviceFacts } from './facts.ts'
import { type LockedReservation, lockReservation } from './own.ts'
import { pay } from './pay.ts'
import { tellReservations } from './tell.ts'

/**
 * Books the held place (rules B-40 to B-45): the hold still runs, nothing came between, what must be given and accepted is, the price is the
 * one that the person saw. With a card the place waits for the payment instead.
 */
export default handle(finalize, async ({ input, actor, trx, refuse, context }) => {
  const own = await lockReservation(trx, actor, input.reservationId)
  if (!own) return refuse('not-found')
  if (own.state === 'CANCELED') return refuse('hold-expired')
  if (own.state !== 'CREATED') return refuse('reservation-state')
  if (own.holdKind === 'payment') return refuse('payment-pending')
  // Not only below: who is too late must not wait for somebody who waits to clear this hold away.
  if (!holdLives(own.state, own.heldUntil, own.now)) return refuse('hold-expired')
  const now = await lockForClaim(trx, [own.siteId], [own.deviceId, ...own.claimedChildIds])
  if (!holdLives(own.state, own.heldUntil, now)) return refuse('hold-expired')
  await stillPossible(trx, own, now)
  if (own.rules.licencePlateMandatory && !own.licencePlate)
    return refuse('licence-plate-required', {}, [{ path: 'licencePlate', issue: 'licence-plate-required' }])
  await accept(trx, own, input.acceptedDocumentIds, now)
  const payment = await pay(trx, own, { ...input, by: actor.userId }, now, context)
  const [read] = await tellReservations(trx, [own.id], {
    fact: payment ? 'reservations.paymentStarted' : 'reservations.reserved',
  })
  if (!read) throw new Error(`reservation ${own.id} cannot be read`)
  return { reservation: read.view, payment }
})

/** What may have come between since the place was held: maintenance, or the person was blocked. */
async function stillPossible(trx: Knex.Transaction, own: LockedReservation, now: Date): Promise<void> {
  const span = { start: own.start, end: own.end }
  const devices = await readDeviceFacts(trx, { deviceIds: [own.deviceId, ...own.childDeviceIds] }, span, now, own.id)
  if (devices.some((device) => device.maintenance)) throw new Refused({ code: 'maintenance-then' }, false)
  if (own.userId === null) return
  const { rows } = await trx.raw<{ rows: { zone_id: number }[] }>(
    'select zone_id from events where id = ? union select zone_id from site_zones where site_id = ? and ?::int is null',
    [own.eventId, own.siteId, own.eventId],
  )
  const [block] = await readBlocks(
    trx,
    own.userId,
    rows.map((row) => row.zone_id),
  )
  if (block) throw new Refused({ code: 'user-blocked', params: blockParams(block) }, false)
}

/** Keeps what was accepted now, and refuses while something of the site is not. */
async function accept(
  trx: Knex.Transaction,
  own: LockedReservation,
  documentIds: readonly number[],
  now: Date,
): Promise<void> {
  if (own.userId === null) return
  const missing = (await missingDocuments(trx, own.userId, own.siteId, own.id)).map(({ id }) => id)
  if (missing.some((id) => !documentIds.includes(id)))
    throw new Refused(
      {
        code: 'documents-not-accepted',
        fields: [{ path: 'acceptedDocumentIds', issue: 'documents-not-accepted' }],
      },
      false,
    )
  await acceptDocuments(trx, {
    userId: own.userId,
    documentIds: missing,
    reservationId: own.id,
    remember: own.rememberDocuments,
    now,
  })
}
