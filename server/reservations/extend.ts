import { fact } from '../../contract/facts.ts'
import { extend } from '../../contract/reservations.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { lockForClaim } from '../claims/claim.ts'
import { claimDevice } from '../claims/claim-device.ts'
import { refuseBy } from '../claims/offer.ts'
import { type LockedReservation, lockFor, lockReservation } from '../claims/own.ts'
import { isEquivalent } from '../claims/places-of-site.ts'
import type { SiteAccessTime } from '../claims/read-access-times.ts'
import { writeHold } from '../claims/write-hold.ts'
import { handle } from '../kernel/bus/handle.ts'
import { optionalOf } from './alternatives.ts'
import { endExpiredFollowUp } from './extend-chain.ts'
import {
  type ExtensionTerms,
  extensionRefusal,
  priceOfExtension,
  readExtensionTerms,
  tariffOf,
} from './extension-terms.ts'
import { pay } from './pay.ts'
import { publishReservations } from './publish-reservations.ts'

/**
 * Claims and pays an extension until the new end with the same access data, here or at an equivalent place (rules L-8
 * to L-11). A card payment keeps it on hold.
 */
export default handle(extend, async ({ input, actor, trx, refuse, context }) => {
  const before = await lockFor(trx, actor, input.reservationId, 'EXTEND', refuse)
  const deviceId = input.deviceId ?? before.deviceId
  const staying = deviceId === before.deviceId
  if (!staying && !(await isEquivalent(trx, before, deviceId)))
    return refuse('device-not-equivalent', {}, [{ path: 'deviceId', issue: 'device-not-equivalent' }])
  const optionalDeviceIds = await optionalOf(trx, before)
  const now = await lockForClaim(trx, [before.siteId], [deviceId, ...optionalDeviceIds])
  const own: LockedReservation = { ...before, now }
  const late = reservationRefusal('EXTEND', own, now)
  if (late) return refuse(late)
  const end = new Date(input.end)
  const terms = await readExtensionTerms(trx, actor, own)
  const against = extensionRefusal(terms, end)
  if (against) return refuseBy(refuse, against)
  const { accessTime } = terms
  if (!accessTime) return refuse('extension-not-available')
  const span = { start: own.end, end }
  const freed = await endExpiredFollowUp(trx, own.id, now)
  const request = { ...span, siteId: own.siteId, deviceId, optionalDeviceIds, staying }
  const { place, along } = await claimDevice(trx, request, now, freed, refuse)
  const followUp = { ...sameAccess(terms, accessTime), span, priceCents: priceOfExtension(terms, end) }
  const id = await writeHold(trx, place, along, followUp, now, refuse)
  const held = await lockReservation(trx, actor, id)
  if (!held) throw new Error(`the follow-up ${id} cannot be locked`)
  const payment = await pay(trx, held, { ...input, by: actor.userId }, now, { context, refuse })
  const reservationIds = [id, ...freed]
  const name = payment ? 'reservations.paymentStarted' : 'reservations.extended'
  const [read] = await publishReservations(trx, reservationIds, {
    fact: fact(name, { reservationIds, follows: own.id }),
  })
  if (!read) throw new Error(`reservation ${id} cannot be read`)
  return { reservation: read.view, payment }
})

/** What the extension inherits: person, access data, and the rules as bought. */
function sameAccess(terms: ExtensionTerms, accessTime: SiteAccessTime) {
  const { own } = terms
  const { stages: _, taxRatePercent = accessTime.taxRatePercent, tenantId = accessTime.tenantId, ...rules } = own.rules
  const bought = {
    ...accessTime,
    rules: { ...accessTime.rules, ...rules },
    stages: tariffOf(terms),
    taxRatePercent,
    tenantId,
  }
  return { ...own, followsId: own.id, accessTime: bought, rememberAcceptDocumentsDecision: own.rememberDocuments }
}
