import { createHash, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { isValidPin } from '../../../machines/booking/pin.ts'
import { lockHeld } from '../../doors/holder.ts'
import type { Context } from '../../kernel/context.ts'
import { candidatesAt, theOne } from './candidates.ts'
import { type AccessEvent, openBy, type Verdict } from './event.ts'
import { countWrong, lockGuesses } from './guesses.ts'
import { isLocked } from './guessing.ts'

/** Typing is not limited; whoever types sees an open door. */
const pause = { opened: 3, refused: 0 }

/**
 * Evaluates a typed PIN: opens the device for its reservation, unless the device is locked (rules C-34, C-35). A right
 * PIN does not reset the wrong ones; otherwise its owner could guess for ever.
 */
export async function evaluatePin(trx: Knex.Transaction, context: Context, event: AccessEvent): Promise<Verdict> {
  const { deviceId, now } = event
  const guesses = await lockGuesses(trx, deviceId, now)
  if (isLocked(guesses, now)) return { outcome: 'locked' }
  const pin = event.value.trim()
  const found = isValidPin(pin)
    ? (await candidatesAt(trx, event)).filter((each) => each.own && each.pin !== null && samePin(each.pin, pin))
    : []
  const one = theOne(found, now)
  const held = one ? await lockHeld(trx, one.reservationId) : null
  if (found.length === 0 || (one && !(held?.pin && samePin(held.pin, pin)))) {
    await countWrong(trx, deviceId, guesses, now)
    return { outcome: 'wrong-pin' }
  }
  return open(trx, context, event, held)
}

async function open(
  trx: Knex.Transaction,
  context: Context,
  event: AccessEvent,
  held: Awaited<ReturnType<typeof lockHeld>>,
): Promise<Verdict> {
  if (!held) return { outcome: 'ambiguous' }
  const device = held.devices.find(({ id }) => id === event.deviceId)
  if (!device?.access.includes('pin'))
    return { outcome: 'refused:action-not-supported', reservationId: held.reservationId }
  return openBy(trx, context, event, { held, by: 'pin', deviceIds: [event.deviceId], pause })
}

/** Constant-time comparison; of hashes, because PINs may differ in length. */
function samePin(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
