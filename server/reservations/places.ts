import type * as z from 'zod'
import { type FixView, type PlaceView, places, type WhyNot } from '../../contract/reservations/book.ts'
import { pipelined } from '../../db/transaction.ts'
import { type PlaceRefusalCode, placeRefusal } from '../../machines/booking/place.ts'
import { blockParams } from '../access/read-blocks.ts'
import { type DeviceFacts, readDeviceFacts, type Span } from '../claims/facts.ts'
import { offerView } from '../claims/offer.ts'
import { readAccessTimes } from '../claims/read-access-times.ts'
import { answerAnybody } from '../kernel/bus/handle.ts'
import { fixPlaces } from './places-fixes.ts'
import { readShown } from './places-shown.ts'
import { lookAtSite } from './places-site.ts'
import { evaluateSite, type JudgedPlace, type JudgedType } from './search-check.ts'
import { ownHold } from './search-own-hold.ts'
import { spanToLook, whyNotPlace, whyNotThen } from './search-standing.ts'

type State = PlaceView['state']

/**
 * Returns every place of a site for a span: free with its price, or the rule that fails and the nearest fix (rules B-1
 * to B-25).
 */
export default answerAnybody(places, async ({ input, actor, trx, now, refuse }) => {
  const request = { start: new Date(input.start), end: new Date(input.end) }
  const siteIds = [input.siteId]
  const [{ site, zoneIds, blocked }, except] = await pipelined([
    lookAtSite(trx, actor, input.siteId, refuse),
    ownHold(trx, actor),
  ])
  const [devices, accessTimes, shown] = await pipelined([
    readDeviceFacts(trx, { siteIds }, spanToLook(request), now, except),
    readAccessTimes(trx, { siteIds, zoneIds }, actor),
    readShown(trx, input.siteId),
  ])
  const look = { timeZone: site.timeZone, accessTimes, devices }
  const types = evaluateSite(look, request, now)
  const fixes = blocked ? new Map<number, FixView>() : await fixPlaces(trx, look, types, request, { now, except })
  const refusal: WhyNot | null = blocked && { code: 'user-blocked', field: 'siteId', params: blockParams(blocked) }
  const views = new Map(
    types.flatMap((type) => type.places.map((place) => [place.place.deviceId, viewOf(place, type, refusal)] as const)),
  )
  return {
    now: now.toISOString(),
    site,
    places: devices.flatMap(({ deviceId }): z.input<typeof places.reply>['places'] => {
      const [view, device] = [views.get(deviceId), shown.get(deviceId)]
      if (!view || !device) return []
      const names = (id: number): string => shown.get(id)?.device.name ?? ''
      return [{ ...device, ...view, fix: named(view.refusal ? fixes.get(deviceId) : undefined, names) }]
    }),
    optional: devices
      .filter(({ optional }) => optional)
      .flatMap((device) => {
        const { device: view } = shown.get(device.deviceId) ?? {}
        return view ? [{ device: view, state: stateOfOption(device, request, now) }] : []
      }),
    mandatory: devices
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ deviceId }) => shown.get(deviceId)?.device ?? []),
    blocked,
  }
})

/** Access times come first, as in a hold; the state still shows the device. */
function viewOf(
  place: JudgedPlace,
  { offer, refusal }: JudgedType,
  blocked: WhyNot | null,
): Pick<PlaceView, 'state' | 'refusal' | 'offer'> {
  const byFacts = place.code && whyNotPlace(place.code, place)
  const why = blocked ?? (refusal ? whyNotThen(refusal) : byFacts)
  return { state: stateOf(place.code, why), refusal: why, offer: why || !offer ? null : offerView(offer) }
}

function stateOf(code: PlaceRefusalCode | null, refusal: unknown): State {
  if (code === 'place-held') return 'held'
  if (code === 'place-taken') return 'taken'
  return code || refusal ? 'unavailable' : 'free'
}

/** A shared door is available to everybody unless it is under maintenance. */
function stateOfOption(device: DeviceFacts, { start }: Span, now: Date): State {
  if (device.reservable) return stateOf(placeRefusal(device, start, now), null)
  return device.maintenance ? 'unavailable' : 'free'
}

function named(fix: FixView | undefined, nameOf: (deviceId: number) => string): FixView | null {
  return fix?.kind === 'device' ? { ...fix, name: nameOf(fix.deviceId) } : (fix ?? null)
}
