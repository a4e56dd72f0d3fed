import type { WhyNot } from '../../contract/reservations/book.ts'
import { type PlaceRefusalCode, placeRefusal } from '../../machines/booking/place.ts'
import type { BookingRefusal } from '../../machines/booking/types.ts'
import type { DeviceFacts, Facts, Span } from '../claims/facts.ts'

/** A place (or several equivalent ones) with its companions. */
export interface PlaceWithWay<F extends Facts = DeviceFacts> {
  readonly place: F
  readonly along: readonly F[]
}

/**
 * Returns the obstacle of a place (rules B-20 to B-25), then of its companions: shared devices only must not be under
 * maintenance.
 */
export function refusalOfWay({ place, along }: PlaceWithWay<Facts>, start: Date, now: Date): PlaceRefusalCode | null {
  const own = placeRefusal(place, start, now)
  if (own) return own
  for (const device of along) {
    const code = device.reservable ? placeRefusal(device, start, now) : device.maintenance ? 'maintenance-then' : null
    if (code) return code
  }
  return null
}

/** Returns a place's refusal as the screen shows it; a hold has its end. */
export function whyNotPlace(code: PlaceRefusalCode, { place, along }: PlaceWithWay): WhyNot {
  const until = [place, ...along].find((device) => device.claim === 'held')?.heldUntil
  return { code, field: 'deviceId', params: code === 'place-held' && until ? { until: until.toISOString() } : {} }
}

export function whyNotThen({ code, field, params }: BookingRefusal): WhyNot {
  return { code, field, params: { ...params } }
}

/**
 * Returns the span for which facts are read: for an invalid request its first minute, so that its refusal can be shown.
 */
export function spanToLook({ start, end }: Span): Span {
  return end > start ? { start, end } : { start, end: new Date(start.getTime() + 60_000) }
}
