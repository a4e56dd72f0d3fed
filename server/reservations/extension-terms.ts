import type { Knex } from 'knex'
import type { PlaceCode } from '../../contract/reservations/book.ts'
import { after, minutesBetween } from '../../machines/booking/calendar.ts'
import { checkAccessTime } from '../../machines/booking/check-access-time.ts'
import { extensionPrice } from '../../machines/booking/price.ts'
import { slotEndAfter, slotEndBefore } from '../../machines/booking/slots.ts'
import type { BookingCode, Fix, TariffStage } from '../../machines/booking/types.ts'
import { admitToSite } from '../claims/admission.ts'
import { type Chain, readChain } from '../claims/chain.ts'
import type { LockedReservation } from '../claims/own.ts'
import type { SiteAccessTime } from '../claims/read-access-times.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { Refused, refuser } from '../kernel/bus/refuse.ts'

export interface ExtensionRefusal {
  readonly code: PlaceCode
  readonly field: string
  readonly params: Readonly<Record<string, string | number>>
}
const atEnd = (code: PlaceCode, params: ExtensionRefusal['params'] = {}): ExtensionRefusal => ({
  code,
  field: 'end',
  params,
})

/** Terms for checking and pricing an extension. */
export interface ExtensionTerms {
  readonly own: LockedReservation
  readonly chain: Chain
  /** The reservation's current access time; null = deleted, or no longer open to this person. */
  readonly accessTime: SiteAccessTime | null
  /** The person may no longer book here. */
  readonly refusal: ExtensionRefusal | null
}

/** Reads what the rules L-8 to L-11 need. */
export async function readExtensionTerms(
  trx: Knex.Transaction,
  actor: UserActor,
  own: LockedReservation,
): Promise<ExtensionTerms> {
  const chain = await readChain(trx, own.id)
  try {
    const site = await admitToSite(trx, actor, own.siteId, refuser())
    const accessTime = site.accessTimes.find(({ id }) => id === own.eventId) ?? null
    return { own, chain, accessTime, refusal: null }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code, params = {} } = error.refusal
    const refusal = atEnd(code === 'user-blocked' ? code : 'site-private', params)
    return { own, chain, accessTime: null, refusal }
  }
}

/**
 * Returns the first rule that forbids staying until `end`, apart from other people's claims. The whole stay is checked
 * as one, except its booking time.
 */
export function extensionRefusal(terms: ExtensionTerms, end: Date): ExtensionRefusal | null {
  const { own, chain, accessTime, refusal } = terms
  if (refusal) return refusal
  if (end.getTime() < own.end.getTime()) return atEnd('start-after-end')
  if (end.getTime() === own.end.getTime()) return atEnd('duration-zero')
  if (!accessTime) return atEnd('no-access-time')
  const stay = { start: chain.start, end, deviceTypeId: own.typeId, licencePlate: own.licencePlate }
  const where = { now: own.now, timeZone: own.timeZone, stage: 'hold' } as const
  const [first] = checkAccessTime(stay, accessTime, where).filter(({ code }) => !notAsked.includes(code))
  if (first) return atEnd(first.code, first.params)
  if (!accessTime.paymentSold && priceOfExtension(terms, end) > 0) return atEnd('payment-not-offered')
  return null
}

/**
 * Rules that do not apply to an extension: the time of booking, and the price of the whole stay, since only the
 * extension is paid.
 */
const notAsked: readonly BookingCode[] = ['prebook-too-late', 'prebook-too-early', 'payment-not-offered']

/** Returns the tariff as bought; the current one if the reservation has none. */
export function tariffOf({ own, accessTime }: Pick<ExtensionTerms, 'own' | 'accessTime'>): readonly TariffStage[] {
  return own.rules.stages ?? accessTime?.stages ?? []
}

/** Price of staying until `end` beyond what is paid, cents. */
export function priceOfExtension(terms: ExtensionTerms, end: Date): number {
  const { own, chain } = terms
  return extensionPrice(tariffOf(terms), chain.start, end, chain.paidCents, own.timeZone)
}

/** Maximum number of ends tried in each direction. */
const maxTries = { down: 2_000, up: 96 } as const

/**
 * Returns the nearest end that the rules allow while the place is free (rule L-12): the longest shorter one, otherwise
 * the first longer one.
 */
export function nearestEnd(terms: ExtensionTerms, end: Date, freeUntil: Date | null): Fix | null {
  const { own, chain, accessTime } = terms
  if (!accessTime || own.end.getTime() >= end.getTime()) return null
  const { maxDurationMinutes: maximum } = accessTime
  const passes = (other: Date) =>
    extensionRefusal(terms, other) === null && (freeUntil === null || other.getTime() <= freeUntil.getTime())
  const bounds = [end, freeUntil, maximum < 0 ? null : after(chain.start, maximum, own.timeZone)]
  const latest = new Date(Math.min(...bounds.filter((bound) => bound !== null).map((bound) => bound.getTime())))
  let other = slotEndBefore(latest, accessTime, own.timeZone)
  for (let tries = 0; tries < maxTries.down && other.getTime() > own.end.getTime(); tries++) {
    if (other.getTime() < end.getTime() && passes(other)) return fix('shorter', own.end, other, end)
    other = slotEndBefore(new Date(other.getTime() - 1), accessTime, own.timeZone)
  }
  other = slotEndAfter(latest, accessTime, own.timeZone)
  for (let tries = 0; tries < maxTries.up; tries++) {
    if (freeUntil !== null && other.getTime() > freeUntil.getTime()) break
    if (other.getTime() > end.getTime() && passes(other)) return fix('longer', own.end, other, end)
    other = slotEndAfter(other, accessTime, own.timeZone)
  }
  return null
}

function fix(kind: 'shorter' | 'longer', start: Date, end: Date, requested: Date): Fix {
  const [from, to] = end < requested ? [end, requested] : [requested, end]
  return { kind, minutes: minutesBetween(from, to), start, end }
}
