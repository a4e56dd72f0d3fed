import { placeRefusal } from '../../machines/booking/place.ts'
import type { DeviceFacts } from '../claims/facts.ts'
import { companions, isPlace } from '../claims/places-of-site.ts'

/** A booked reservation for which another place is searched. */
export interface Mover {
  readonly id: number
  readonly start: Date
  readonly end: Date
  readonly siteId: number
  readonly typeId: number
  readonly deviceId: number
  readonly optionalIds: readonly number[]
  /** The reservation that it continues. */
  readonly followsId: number | null
}

/** A claimed span of a device, by the head of the family. */
export interface ClaimedSpan {
  readonly headId: number
  readonly deviceId: number
  readonly start: number
  readonly end: number
  readonly held: boolean
}
export interface ClosedSpan {
  readonly deviceId: number
  readonly start: number
  /** Infinity = indefinite. */
  readonly end: number
}
export interface Site {
  /** In service, in the site's order; the spans are claimed or closed. */
  readonly devices: readonly DeviceFacts[]
  readonly claims: readonly ClaimedSpan[]
  readonly closed: readonly ClosedSpan[]
}

/**
 * Returns where each reservation could go, by id; null = nowhere (rules MT-5, MT-6). In order of start, then id, each
 * takes the tightest gap, so that long gaps remain for long stays.
 */
export function planMoves(
  sites: ReadonlyMap<number, Site>,
  movers: readonly Mover[],
  now: Date,
): Map<number, number | null> {
  const books = new Map([...sites].map(([id, site]) => [id, openBook(site, now)]))
  const planned = new Map<number, number | null>()
  const follower = new Map(movers.flatMap((mover) => (mover.followsId === null ? [] : [[mover.followsId, mover]])))
  for (const mover of movers.toSorted((a, b) => a.start.getTime() - b.start.getTime() || a.id - b.id)) {
    const book = books.get(mover.siteId)
    const before = mover.followsId === null ? null : (planned.get(mover.followsId) ?? null)
    const to = book ? book.best(mover, before, follower.get(mover.id) ?? null) : null
    planned.set(mover.id, to)
    if (to !== null) book?.take(mover, to)
  }
  return planned
}

interface Book {
  /**
   * Returns the best place: that of the previous reservation, then one that suits its extension too, then the tightest
   * gap.
   */
  best(mover: Mover, before: number | null, next: Mover | null): number | null
  take(mover: Mover, deviceId: number): void
}

function openBook({ devices, claims, closed }: Site, now: Date): Book {
  const at = now.getTime()
  const claimsOf = timelines(claims)
  const claimedBy = new Map<number, number[]>()
  for (const { headId, deviceId } of claims) claimedBy.set(headId, [...(claimedBy.get(headId) ?? []), deviceId])
  const closedOf = new Map<number, ClosedSpan[]>()
  for (const span of closed) closedOf.set(span.deviceId, [...(closedOf.get(span.deviceId) ?? []), span])
  const byId = new Map(devices.map((device) => [device.deviceId, device]))
  const ways = new Map<string, DeviceFacts[] | null>()

  const wayOf = (place: DeviceFacts, optionalIds: readonly number[]): DeviceFacts[] | null => {
    const key = `${place.deviceId}:${optionalIds.join()}`
    let way = ways.get(key)
    if (way === undefined) ways.set(key, (way = companions(place, devices, optionalIds)))
    return way
  }
  const isClosed = (device: DeviceFacts, { start, end }: Mover): boolean =>
    closedOf.get(device.deviceId)?.some((span) => span.start < end.getTime() && start.getTime() < span.end) ?? false
  const isFree = (device: DeviceFacts, mover: Mover): boolean => {
    const all = claimsOf.get(device.deviceId)
    const others = meeting(all, mover.start.getTime(), mover.end.getTime()).filter(({ headId }) => headId !== mover.id)
    const claim = others.length === 0 ? null : others.every(({ held }) => held) ? 'held' : 'taken'
    const inUse = meeting(all, at, at + 1).some(({ held }) => !held)
    const maintenance = isClosed(device, mover)
    return placeRefusal({ ...device, claim, inUse, maintenance }, mover.start, now) === null
  }
  const fits = (place: DeviceFacts, mover: Mover): boolean => {
    if (place.typeId !== mover.typeId || !isPlace(place) || !isFree(place, mover)) return false
    const way = wayOf(place, mover.optionalIds)
    return way?.every((each) => !isClosed(each, mover) && (!each.reservable || isFree(each, mover))) ?? false
  }
  const gap = ({ deviceId }: DeviceFacts, mover: Mover): number => {
    const around = claimsOf.get(deviceId) ?? []
    const index = firstEndingAfter(around, mover.start.getTime())
    return (around[index]?.start ?? endless) - Math.max(around[index - 1]?.end ?? at, at)
  }

  return {
    best(mover, before, next) {
      const free = devices.filter((device) => device.deviceId !== mover.deviceId && fits(device, mover))
      if (before !== null && free.some(({ deviceId }) => deviceId === before)) return before
      const both = next ? free.filter((device) => device.deviceId !== next.deviceId && fits(device, next)) : []
      const sized = (both.length > 0 ? both : free).map((device) => ({ id: device.deviceId, gap: gap(device, mover) }))
      return sized.toSorted((a, b) => a.gap - b.gap)[0]?.id ?? null
    },
    take(mover, deviceId) {
      const place = byId.get(deviceId)
      if (!place) return
      for (const id of claimedBy.get(mover.id) ?? []) {
        const left = (claimsOf.get(id) ?? []).filter(({ headId }) => headId !== mover.id)
        claimsOf.set(id, left)
      }
      const taken = [place, ...(wayOf(place, mover.optionalIds) ?? []).filter(({ reservable }) => reservable)]
      for (const each of taken) {
        const spans = claimsOf.get(each.deviceId) ?? []
        const start = mover.start.getTime()
        const claim = { headId: mover.id, deviceId: each.deviceId, start, end: mover.end.getTime(), held: false }
        spans.splice(firstEndingAfter(spans, start), 0, claim)
        claimsOf.set(each.deviceId, spans)
      }
    },
  }
}

/** After every time. */
const endless = 8.64e15

/** Claims of each device by start, disjoint: a planned place may be claimed by another meanwhile. */
function timelines(claims: readonly ClaimedSpan[]): Map<number, ClaimedSpan[]> {
  const byDevice = new Map<number, ClaimedSpan[]>()
  for (const claim of [...claims].sort((a, b) => a.start - b.start)) {
    const own = byDevice.get(claim.deviceId) ?? []
    const start = Math.max(claim.start, own.at(-1)?.end ?? claim.start)
    if (start < claim.end) own.push({ ...claim, start })
    byDevice.set(claim.deviceId, own)
  }
  return byDevice
}

/** Index of the first claim that ends after a moment. */
function firstEndingAfter(spans: readonly ClaimedSpan[], moment: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.end ?? endless) > moment) high = middle
    else low = middle + 1
  }
  return low
}

function meeting(spans: readonly ClaimedSpan[] | undefined, start: number, end: number): ClaimedSpan[] {
  if (!spans) return []
  const first = firstEndingAfter(spans, start)
  let last = first
  while ((spans[last]?.start ?? end) < end) last += 1
  return spans.slice(first, last)
}
