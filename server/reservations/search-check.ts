import type { WhyNot } from '../../contract/reservations/book.ts'
import type { PlaceRefusalCode } from '../../machines/booking/place.ts'
import { type BookingRefusal, bookingCodes } from '../../machines/booking/types.ts'
import type { AlikeFacts, DeviceFacts, Facts, Span } from '../claims/facts.ts'
import { checkRequest, type Offer } from '../claims/offer.ts'
import { isPlace, onTheWayTo } from '../claims/places-of-site.ts'
import type { SiteAccessTime } from '../claims/read-access-times.ts'
import type { Seeking } from './search-fixes.ts'
import type { FoundSite } from './search-sites.ts'
import { type PlaceWithWay, refusalOfWay, whyNotThen } from './search-standing.ts'

/** Single devices, or groups of equivalent ones. */
type Told = DeviceFacts | AlikeFacts
const countOf = (told: Told): number => ('count' in told ? told.count : 1)

/** A site with its facts for a span. */
export interface SiteLook<F extends Facts = DeviceFacts> {
  readonly timeZone: string
  readonly accessTimes: readonly SiteAccessTime[]
  readonly devices: readonly F[]
}
/** One place (or several equivalent ones), evaluated by its facts; access times are evaluated by type. */
export interface JudgedPlace<F extends Facts = DeviceFacts> extends PlaceWithWay<F> {
  readonly code: PlaceRefusalCode | null
}
/** The places of one type at one site, evaluated for a span. */
export interface JudgedType<F extends Facts = DeviceFacts> {
  readonly typeId: number
  readonly places: readonly JudgedPlace<F>[]
  readonly offer: Offer | null
  readonly refusal: BookingRefusal | null
  /** Total and available places. */
  readonly maximum: number
  readonly free: number
}

/** An evaluated site of a search. */
export interface JudgedSite<F extends Facts = AlikeFacts> extends SiteLook<F> {
  readonly site: FoundSite
  readonly types: readonly JudgedType<F>[]
  readonly free: number
}

/** Evaluates the places of a site by access times and facts, by type in the order of the places. */
export function evaluateSite<F extends Told>(look: SiteLook<F>, { start, end }: Span, now: Date): JudgedType<F>[] {
  const devices = look.devices.filter(isPlace)
  const onTheWay = look.devices.filter(({ mandatory }) => mandatory)
  // Evaluated once for all places of a path.
  const ways = new Map<number, F[]>()
  const alongOf = (place: F): F[] => {
    const along = ways.get(place.pathNumber) ?? onTheWayTo(place, onTheWay)
    ways.set(place.pathNumber, along)
    return along
  }
  return [...new Set(devices.map(({ typeId }) => typeId))].map((typeId) => {
    const judged = checkRequest(look, { start, end, deviceTypeId: typeId, licencePlate: null }, now)
    const places = devices
      .filter((device) => device.typeId === typeId)
      .map((device) => {
        const way = { place: device, along: alongOf(device) }
        return { ...way, code: refusalOfWay(way, start, now) }
      })
    return {
      typeId,
      places,
      offer: judged.ok ? judged.offer : null,
      refusal: judged.ok ? null : judged.refusal,
      maximum: total(places),
      free: judged.ok ? total(places.filter(({ code }) => code === null)) : 0,
    }
  })
}

function total(places: readonly { readonly place: Told }[]): number {
  return places.reduce((sum, { place }) => sum + countOf(place), 0)
}

/**
 * Returns the most useful reason why nothing of these types is free: the obstacle if access times pass, otherwise the
 * rule that comes last.
 */
export function refusalOfSite(types: readonly JudgedType<Facts>[]): WhyNot {
  const codes = new Set(types.filter(({ offer }) => offer).flatMap(({ places }) => places.map(({ code }) => code)))
  const [code] = codes
  if (code && codes.size === 1 && code !== 'place-held' && code !== 'place-taken')
    return { code, field: 'start', params: {} }
  if (codes.size > 0) return { code: 'no-free-place', field: 'start', params: {} }
  const rank = ({ code: each }: BookingRefusal): number => bookingCodes.indexOf(each)
  const [nearest] = types.flatMap(({ refusal }) => refusal ?? []).sort((a, b) => rank(b) - rank(a))
  return nearest ? whyNotThen(nearest) : { code: 'no-free-place', field: 'start', params: {} }
}

/** Returns the input of a search for another span. */
export function seekingOf({ timeZone, accessTimes }: SiteLook, { typeId, places }: JudgedType): Seeking {
  return { timeZone, accessTimes, typeId, places }
}
