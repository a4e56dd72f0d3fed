import type { Knex } from 'knex'
import { lockHeld } from '../../doors/holder.ts'
import type { Context } from '../../kernel/context.ts'
import { candidatesAt, theOne } from './candidates.ts'
import { type AccessEvent, openBy, type Verdict } from './event.ts'

/** A card that stays at the reader is read repeatedly. */
const pause = { opened: 3, refused: 3 }
const sameToken = (text: string): string => text.trim().toLowerCase()

/** Evaluates a card at a reader: opens that device for its reservation with that token (rule C-33). */
export async function evaluateRfid(trx: Knex.Transaction, context: Context, event: AccessEvent): Promise<Verdict> {
  const token = sameToken(event.value)
  if (token === '') return { outcome: 'no-match' }
  const fits = (text: string | null): boolean => text !== null && sameToken(text) === token
  const found = (await candidatesAt(trx, event)).filter(({ own, rfidToken }) => own && fits(rfidToken))
  if (found.length === 0) return { outcome: 'no-match' }
  const one = theOne(found, event.now)
  if (!one) return { outcome: 'ambiguous' }
  const held = await lockHeld(trx, one.reservationId)
  if (!held || !fits(held.rfidToken)) return { outcome: 'no-match' }
  const device = held.devices.find(({ id }) => id === event.deviceId)
  if (!device?.access.includes('rfidToken'))
    return { outcome: 'refused:action-not-supported', reservationId: held.reservationId }
  return openBy(trx, context, event, { held, by: 'rfid', deviceIds: [event.deviceId], pause })
}
