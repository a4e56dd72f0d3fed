import type { RefusalCode } from '../../contract/refusals.ts'
import type { OfferView } from '../../contract/reservations/book.ts'
import { chooseAccessTime } from '../../machines/booking/choose-access-time.ts'
import { taxOf } from '../../machines/booking/price.ts'
import type { BookingRefusal, BookingRequest } from '../../machines/booking/types.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import type { AdmittedSite } from './admission.ts'
import type { SiteAccessTime } from './read-access-times.ts'

/** The access time under which a request is booked, and its price. */
export interface Offer {
  readonly accessTime: SiteAccessTime
  readonly priceCents: number
}

type Judged = { ok: true; offer: Offer } | { ok: false; refusal: BookingRefusal }

/** Checks a request against the access times of a site (rules B-1 to B-16). */
export function checkRequest(
  { timeZone, accessTimes }: Pick<AdmittedSite, 'timeZone' | 'accessTimes'>,
  request: BookingRequest,
  now: Date,
): Judged {
  const choice = chooseAccessTime(request, accessTimes, { now, timeZone, stage: 'hold' })
  if (!choice.ok) return choice
  const accessTime = accessTimes.find(({ id }) => id === choice.match.accessTimeId)
  if (!accessTime) throw new Error(`access time ${choice.match.accessTimeId} does not belong to the site`)
  return { ok: true, offer: { accessTime, priceCents: choice.match.priceCents } }
}

/** Refuses with a refusal of the booking rules and its field. */
export function refuseBy<C extends RefusalCode>(
  refuse: Refuse<C>,
  { code, field, params }: Pick<BookingRefusal, 'params'> & { code: C; field: string },
): never {
  return refuse(code, params, [{ path: field, issue: code, params }])
}

/** Returns the offer as displayed for the place. */
export function offerView({ accessTime, priceCents }: Offer): OfferView {
  const { id, name, names, taxRatePercent, rules } = accessTime
  return { ...rules, event: { id, name, names }, priceCents, ...taxOf(priceCents, taxRatePercent), taxRatePercent }
}
