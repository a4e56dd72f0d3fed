import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { type BlockView, finalize } from '../../contract/reservations/book.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { acceptDocuments, missingDocuments } from '../access/documents.ts'
import { blockParams, readBlocks } from '../access/read-blocks.ts'
import { lockForClaim, lockPerson } from '../claims/claim.ts'
import { readDeviceFacts } from '../claims/facts.ts'
import { type LockedReservation, lockFor } from '../claims/own.ts'
import { handle } from '../kernel/bus/handle.ts'
import { type Refuse, refuseField } from '../kernel/bus/refuse.ts'
import { pay } from './pay.ts'
import { publishReservations } from './publish-reservations.ts'

/**
 * Books the held place if its hold has not expired and nothing has changed (rules B-40 to B-45). With a card the place
 * waits for the payment.
 */
export default handle(finalize, async ({ input, actor, trx, refuse, context }) => {
  // First, in the order of all writers: the person's next hold locks devices and then ends this one, which is locked
  // here before its devices.
  await lockPerson(trx, actor.userId)
  const verb = input.paymentMethod === 'card' ? 'PAY' : 'FINALIZE'
  // Checked here as well as below: a late caller must not wait for somebody who waits to expire this hold.
  const own = await lockFor(trx, actor, input.reservationId, verb, refuse)
  const now = await lockForClaim(trx, [own.siteId], [own.deviceId, ...own.claimedChildIds])
  const late = reservationRefusal(verb, own, now)
  if (late) return refuse(late)
  const missing = await stillPossible(trx, own, now, refuse)
  if (own.rules.licencePlateMandatory && !own.licencePlate)
    return refuse('licence-plate-required', {}, [{ path: 'licencePlate', issue: 'licence-plate-required' }])
  if (missing.some((id) => !input.acceptedDocumentIds.includes(id)))
    return refuseField(refuse, 'documents-not-accepted', 'acceptedDocumentIds')
  const { userId, id: reservationId, rememberDocuments: remember } = own
  if (userId !== null) await acceptDocuments(trx, { userId, documentIds: missing, reservationId, remember, now })
  const payment = await pay(trx, own, { ...input, by: actor.userId }, now, { context, refuse })
  const [read] = await publishReservations(trx, [own.id], {
    fact: fact(payment ? 'reservations.paymentStarted' : 'reservations.reserved', { reservationIds: [own.id] }),
  })
  if (!read) throw new Error(`reservation ${own.id} cannot be read`)
  return { reservation: read.view, payment }
})

/**
 * Refuses if something changed since the hold: maintenance, a block. Returns the documents that the person still has to
 * accept.
 */
async function stillPossible(
  trx: Knex.Transaction,
  own: LockedReservation,
  now: Date,
  refuse: Refuse<'maintenance-then' | 'user-blocked'>,
): Promise<readonly number[]> {
  const { id, userId, siteId, start, end } = own
  const [devices, blocks, documents] = await pipelined([
    readDeviceFacts(trx, { deviceIds: [own.deviceId, ...own.childDeviceIds] }, { start, end }, now, id),
    userId === null ? Promise.resolve([]) : blocksOf(trx, own, userId),
    userId === null ? Promise.resolve([]) : missingDocuments(trx, userId, siteId, id),
  ])
  if (devices.some((device) => device.maintenance)) return refuse('maintenance-then')
  const [block] = blocks
  if (block) return refuse('user-blocked', blockParams(block))
  return documents.map((document) => document.id)
}

/** Returns the blocks of the zone of the booking, or of the whole site if that is unknown. */
async function blocksOf(trx: Knex.Transaction, own: LockedReservation, userId: number): Promise<BlockView[]> {
  const rows = await prepared<{ zone_id: number }>(
    trx,
    'select zone_id from events where id = ? union select zone_id from site_zones where site_id = ? and ?::int is null',
    [own.eventId, own.siteId, own.eventId],
  )
  const zoneIds = rows.map((row) => row.zone_id)
  return readBlocks(trx, userId, zoneIds)
}
