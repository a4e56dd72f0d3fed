import type { RefusalCode } from '../../contract/refusals.ts'
import type { OfferView } from '../../contract/reservations/book.ts'
import { chooseAccessTime } from '../../machines/booking/choose-access-time.ts'
import { taxOf } from '../../machines/booking/price.ts'
import type { BookingRefusal, Wish } from '../../machines/booking/types.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import type { AdmittedSite } from './admission.ts'
import type { SiteAccessTime } from './read-access-times.ts'

/** The access time that a wish books under, and what it costs. */
export interface Offer {
  readonly accessTime: SiteAccessTime
  readonly priceCents: number
}

type Judged = { ok: true; offer: Offer } | { ok: false; refusal: BookingRefusal }

/** Judges a wish by the access times of a site (rules B-1 to B-16). */
export function checkRequest(
  { timeZone, accessTimes }: Pick<AdmittedSite, 'timeZone' | 'accessTimes'>,
  wish: Wish,
  now: Date,
): Judged {
  const choice = chooseAccessTime(wish, accessTimes, { now, timeZone, stage: 'hold' })
  if (!choice.ok) return choice
  const accessTime = accessTimes.find(({ id }) => id === choice.match.accessTimeId)
  if (!accessTime) throw new Error(`access time ${choice.match.accessTimeId} is none of the site's`)
  return { ok: true, offer: { accessTime, priceCents: choice.match.priceCents } }
}

/** A refusal of the booking rules on its way to the caller, with its field. */
export function refuseBy<C extends RefusalCode>(
  refuse: Refuse<C>,
  { code, field, params }: Pick<BookingRefusal, 'params'> & { code: C; field: string },
): never {
  return refuse(code, params, [{ path: field, issue: code, params }])
}

/** What the offer means for whoever looks at the place. */
export function offerView({ accessTime, priceCents }: Offer): OfferView {
  const { id, name, names, taxRatePercent, rules } = accessTime
  return { ...rules, event: { id, name, names }, priceCents, ...taxOf(priceCents, taxRatePercent), taxRatePercent }
}
