import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { withCheckDigit } from '../../machines/booking/pin.ts'
import { note } from '../claims/append-history.ts'
import type { LockedReservation } from '../claims/own.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { type Charge, charge } from '../money/ledger.ts'
import { meChange } from '../session/me.ts'
import { joinChain } from './extend-chain.ts'

/** Payment of a reservation at its completion. `paymentId` = the row of `payments` that brought the money (card). */
export interface Paid {
  readonly method: 'free' | 'credit' | 'card' | 'cost-center'
  readonly costCenterId: number | null
  readonly paymentId?: number | null
  readonly by: number | null
}

/**
 * Turns a locked hold into a paid reservation, with its children. Returns false if it is no longer a hold. Refuses
 * insufficient-credit.
 */
export async function completeReservation(
  trx: Knex.Transaction,
  own: LockedReservation,
  paid: Paid,
  now: Date,
  refuse: Refuse<'insufficient-credit'>,
): Promise<boolean> {
  const done = await prepared<{ id: number }>(
    trx,
    `update reservations set state = 'RESERVED', reserved_at = :now, hold_kind = null, held_until = null,
       payment_method = case when id = :id then :method end, cost_center_id = case when id = :id then :costCenter::int end,
       pin = case when id = :id then coalesce(pin, :pin) end
     where (id = :id or parent_id = :id) and state = 'CREATED' returning id`,
    { id: own.id, now, method: paid.method, costCenter: paid.costCenterId, pin: await pinFor(trx, own) },
  )
  if (!done.some(({ id }) => id === own.id)) return false
  if (own.priceCents > 0 && paid.method !== 'free') {
    const { tenantId } = own.rules
    if (tenantId === undefined || own.userId === null) throw new Error(`nobody can pay for reservation ${own.id}`)
    const what: Charge = {
      reservationId: own.id,
      kind: own.followsId === null ? 'booking' : 'extension',
      amountCents: own.priceCents,
      tenantId,
      userId: own.userId,
      costCenterId: paid.costCenterId,
      method: paid.method,
      paymentId: paid.paymentId ?? null,
      by: paid.by,
    }
    await charge(trx, what, refuse)
    if (paid.costCenterId === null) await publish(trx, [await meChange(trx, own.userId)])
  }
  await joinChain(trx, own)
  const type = own.followsId === null ? 'reserved' : 'extended'
  const data = { method: paid.method, priceCents: own.priceCents }
  await note(trx, { reservationId: own.id, type, at: now, by: paid.by, data })
  return true
}

/**
 * Returns a PIN if a device of the family takes one, otherwise null; an extension keeps its own. Its last digit is a
 * check digit, so that it can be checked without an uplink.
 */
export async function pinFor(
  trx: Knex.Transaction,
  own: Pick<LockedReservation, 'pin' | 'deviceId' | 'childDeviceIds'>,
): Promise<string | null> {
  if (own.pin) return own.pin
  const rows = await prepared<object>(
    trx,
    `select from device_method_links l join device_access_methods m on m.id = l.access_method_id
     where l.device_id = any (?) and 'pin' = any (m.attributes) limit 1`,
    [[own.deviceId, ...own.childDeviceIds]],
  )
  return rows.length > 0 ? withCheckDigit(String(randomInt(10_000_000)).padStart(7, '0')) : null
}
