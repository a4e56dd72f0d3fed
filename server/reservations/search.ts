import type { Knex } from 'knex'
import { type BlockView, type SiteHit, search } from '../../contract/reservations/book.ts'
import { pipelined } from '../../db/transaction.ts'
import { blockParams, readBlocks } from '../access/read-blocks.ts'
import type { Person } from '../access/zone-access.ts'
import { type AlikeFacts, type DeviceFacts, readAlikeFacts, readDeviceFacts, type Span } from '../claims/facts.ts'
import { readAccessTimes } from '../claims/read-access-times.ts'
import { answerAnybody } from '../kernel/bus/handle.ts'
import { pointOf } from '../sites/distance.ts'
import { evaluateSite, type JudgedSite, refusalOfSite } from './search-check.ts'
import { fixSites } from './search-fix-sites.ts'
import { ownHold } from './search-own-hold.ts'
import { type FoundSite, findSites } from './search-sites.ts'
import { spanToLook } from './search-standing.ts'
import { readTypes, type TypeNames } from './type-names.ts'

/** Maximum number of nearby sites that are searched for a free place when a site is requested by id. */
const maxNeighbours = 10

/**
 * Returns sites with their counts for a span, the nearest first; if nothing is free, the reason and the nearest fix.
 * Only what the caller may see (rule A-1).
 */
export default answerAnybody(search, async ({ input, actor, trx, now }) => {
  const request = { start: new Date(input.start), end: new Date(input.end) }
  const [found, except, types] = await pipelined([findSites(trx, actor, input), ownHold(trx, actor), readTypes(trx)])
  const sites = found.slice(0, input.limit)
  const how = { now, deviceTypeId: input.deviceTypeId, except }
  const looks = await lookAt(trx, actor, sites, request, how)
  const lookCloser = (full: readonly JudgedSite[]) => deviceByDevice(trx, full, request, how)
  const fixed = await fixSites(trx, { looks, lookCloser, readOthers }, request, how)
  const blocks = await blocksOf(trx, actor, sites)
  return {
    now: now.toISOString(),
    sites: looks.map((look) => hitOf(look, types, blocks, fixed.get(look.site.id) ?? null)),
    recordCount: found.length,
  }

  async function readOthers(): Promise<JudgedSite[]> {
    if (input.siteId === 0) return looks
    const [near] = sites.flatMap((site) => pointOf(site) ?? [])
    const others = await findSites(trx, actor, { ...input, siteId: 0, zoneId: undefined, query: '', near })
    const nearby = others.filter(({ id }) => id !== input.siteId).slice(0, maxNeighbours)
    return lookAt(trx, actor, nearby, request, how)
  }
})

interface How {
  readonly now: Date
  readonly deviceTypeId: number | undefined
  readonly except: number | null
}

async function lookAt(
  trx: Knex.Transaction,
  person: Person | null,
  sites: readonly FoundSite[],
  request: Span,
  how: How,
): Promise<JudgedSite[]> {
  if (sites.length === 0) return []
  const siteIds = sites.map(({ id }) => id)
  const zoneIds = [...new Set(sites.flatMap(({ usableZoneIds }) => usableZoneIds))]
  const [facts, times] = await pipelined([
    readAlikeFacts(trx, siteIds, spanToLook(request), how.now, how.except),
    readAccessTimes(trx, { siteIds, zoneIds }, person),
  ])
  const [devicesOf, timesOf] = [grouped(facts), grouped(times)]
  return sites.map((site) => {
    const [devices, accessTimes] = [devicesOf.get(site.id) ?? [], timesOf.get(site.id) ?? []]
    return judged({ site, timeZone: site.timeZone, accessTimes, devices }, request, how)
  })
}

/** The same sites with each of their devices. */
async function deviceByDevice(
  trx: Knex,
  looks: readonly JudgedSite[],
  request: Span,
  how: How,
): Promise<JudgedSite<DeviceFacts>[]> {
  const siteIds = looks.map(({ site }) => site.id)
  const devices = grouped(await readDeviceFacts(trx, { siteIds }, spanToLook(request), how.now, how.except))
  return looks.map((look) => judged({ ...look, devices: devices.get(look.site.id) ?? [] }, request, how))
}

function judged<F extends AlikeFacts | DeviceFacts>(
  look: Pick<JudgedSite<F>, 'site' | 'timeZone' | 'accessTimes' | 'devices'>,
  request: Span,
  { now, deviceTypeId }: How,
): JudgedSite<F> {
  const types = evaluateSite(look, request, now).filter(
    ({ typeId }) => deviceTypeId === undefined || typeId === deviceTypeId,
  )
  return { ...look, types, free: types.reduce((sum, { free }) => sum + free, 0) }
}

function grouped<T extends { readonly siteId: number }>(rows: readonly T[]): Map<number, T[]> {
  const bySite = new Map<number, T[]>()
  for (const row of rows) {
    const there = bySite.get(row.siteId)
    if (there) there.push(row)
    else bySite.set(row.siteId, [row])
  }
  return bySite
}

/** Returns the blocks of the person by zone; read only if some site has no other zone. */
async function blocksOf(
  trx: Knex,
  person: Person | null,
  sites: readonly FoundSite[],
): Promise<Map<number, BlockView>> {
  const zoneIds = sites.filter(isBlocked).flatMap(({ openZoneIds }) => openZoneIds)
  if (!person || zoneIds.length === 0) return new Map()
  const blocks = await readBlocks(trx, person.userId, zoneIds)
  return new Map(blocks.map((block) => [block.zone.id, block]))
}

const isBlocked = ({ usableZoneIds }: FoundSite): boolean => usableZoneIds.length === 0

function hitOf(
  look: JudgedSite,
  names: ReadonlyMap<number, TypeNames>,
  blocks: ReadonlyMap<number, BlockView>,
  fix: SiteHit['fix'],
): SiteHit {
  const { site, free } = look
  const types = look.types.flatMap(({ typeId, maximum, offer, free: freeOfType }) => {
    const named = names.get(typeId)
    const fromCents = offer && freeOfType > 0 ? offer.priceCents : null
    return named ? { ...named, maximum, free: freeOfType, occupied: maximum - freeOfType, fromCents } : []
  })
  const maximum = types.reduce((sum, type) => sum + type.maximum, 0)
  const prices = types.flatMap(({ fromCents }) => fromCents ?? [])
  const { openZoneIds, usableZoneIds: _, ...place } = site
  const block = openZoneIds.map((id) => blocks.get(id)).find((each) => each !== undefined)
  const blocked = (isBlocked(site) && block) || null
  return {
    ...place,
    types,
    maximum,
    free,
    occupied: maximum - free,
    fromCents: prices.length > 0 ? Math.min(...prices) : null,
    refusal: blocked
      ? { code: 'user-blocked', field: 'siteId', params: blockParams(blocked) }
      : free > 0
        ? null
        : refusalOfSite(look.types),
    fix,
    blocked,
  }
}
