import type { WhyNot } from '../../contract/booking.ts'
import type { PlaceRefusalCode } from '../../machines/booking/place.ts'
import { type BookingRefusal, bookingCodes } from '../../machines/booking/types.ts'
import type { DeviceFacts, Span } from './facts.ts'
import { judgeWish, type Offer } from './offer.ts'
import { companions, isPlace } from './places-of-site.ts'
import type { SiteAccessTime } from './read-access-times.ts'
import type { Seeking } from './search-fixes.ts'
import type { FoundSite } from './search-sites.ts'
import { type PlaceWithWay, refusalOfWay, whyNotThen } from './search-standing.ts'

/** A site with what is known of it for a span. */
export interface SiteLook {
  readonly timeZone: string
  readonly accessTimes: readonly SiteAccessTime[]
  readonly devices: readonly DeviceFacts[]
}
/** One place, judged by its facts; access times are judged by type. */
export interface JudgedPlace extends PlaceWithWay {
  readonly code: PlaceRefusalCode | null
}
/** The places of one type at one site, judged for a span. */
export interface JudgedType {
  readonly typeId: number
  readonly places: readonly JudgedPlace[]
  readonly offer: Offer | null
  readonly refusal: BookingRefusal | null
  readonly free: number
}

/** A site of a search, judged. */
export interface JudgedSite extends SiteLook {
  readonly site: FoundSite
  readonly types: readonly JudgedType[]
  readonly free: number
}

/** Judges the places of a site by access times and facts, by type in the order of the places. */
export function judgeSite(look: SiteLook, { start, end }: Span, now: Date): JudgedType[] {
  const devices = look.devices.filter(isPlace)
  const onTheWay = look.devices.filter(({ mandatory }) => mandatory)
  // The same for all places of a path.
  const ways = new Map<number, JudgedPlace['along']>()
  const alongOf = (place: DeviceFacts): JudgedPlace['along'] => {
    const along = ways.get(place.pathNumber) ?? companions(place, onTheWay, []) ?? []
    ways.set(place.pathNumber, along)
    return along
  }
  return [...new Set(devices.map(({ typeId }) => typeId))].map((typeId) => {
    const judged = judgeWish(look, { start, end, deviceTypeId: typeId, licencePlate: null }, now)
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
      free: judged.ok ? places.filter(({ code }) => code === null).length : 0,
    }
  })
}

/** What tells best why nothing of these types is free: what stands in the way where access times pass, else the rule that comes latest. */
export function refusalOfSite(types: readonly JudgedType[]): WhyNot {
  const codes = new Set(types.filter(({ offer }) => offer).flatMap(({ places }) => places.map(({ code }) => code)))
  const [code] = codes
  if (code && codes.size === 1 && code !== 'place-held' && code !== 'place-taken')
    return { code, field: 'start', params: {} }
  if (codes.size > 0) return { code: 'no-free-place', field: 'start', params: {} }
  const rank = ({ code: each }: BookingRefusal): number => bookingCodes.indexOf(each)
  const [nearest] = types.flatMap(({ refusal }) => refusal ?? []).sort((a, b) => rank(b) - rank(a))
  return nearest ? whyNotThen(nearest) : { code: 'no-free-place', field: 'start', params: {} }
}

/** What to seek another span for. */
export function seekingOf({ timeZone, accessTimes }: SiteLook, { typeId, places }: JudgedType): Seeking {
  return { timeZone, accessTimes, typeId, places }
}
