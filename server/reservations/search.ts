import type { Knex } from 'knex'
import { type BlockView, type SiteHit, search } from '../../contract/booking.ts'
import { displayNames, type Translations } from '../../telemetry/views/names.ts'
import { blockParams, readBlocks } from '../access/read-blocks.ts'
import type { Person } from '../access/zone-access.ts'
import { answerAnybody } from '../bus/handle.ts'
import { readDeviceFacts, type Span } from './facts.ts'
import { readAccessTimes } from './read-access-times.ts'
import { fixSites } from './search-fix-sites.ts'
import { type JudgedSite, judgeSite, refusalOfSite } from './search-judge.ts'
import { ownHold } from './search-own-hold.ts'
import { type FoundSite, findSites } from './search-sites.ts'
import { spanToLook } from './search-standing.ts'

/** A site asked for by its id is compared with so many others nearby, so that one of them can be told when nothing is free. */
const mostNeighbours = 10

/**
 * Sites with free, occupied and maximum counts for a span, the nearest first; where nothing is free why not, and the nearest thing to do
 * instead. Only sites that the caller may book at (rule A-1) or that block him.
 */
export default answerAnybody(search, async ({ input, actor, trx, now }) => {
  const wish = { start: new Date(input.start), end: new Date(input.end) }
  const found = await findSites(trx, actor, input)
  const sites = found.slice(0, input.limit)
  const how = { now, deviceTypeId: input.deviceTypeId, except: await ownHold(trx, actor) }
  const looks = await lookAt(trx, actor, sites, wish, how)
  const fixed = await fixSites(trx, looks, wish, how, async () => {
    if (input.siteId === 0) return looks
    const [point] = sites.flatMap(({ latitude, longitude }) =>
      latitude === null || longitude === null ? [] : { latitude, longitude },
    )
    const others = await findSites(trx, actor, { ...input, siteId: 0, query: '', near: point })
    const nearby = others.filter(({ id }) => id !== input.siteId).slice(0, mostNeighbours)
    return lookAt(trx, actor, nearby, wish, how)
  })
  const types = await readTypes(trx, looks)
  const blocks = await blocksOf(trx, actor, sites)
  return {
    now: now.toISOString(),
    sites: looks.map((look) => hitOf(look, types, blocks, fixed.get(look.site.id) ?? null)),
    recordCount: found.length,
  }
})

async function lookAt(
  trx: Knex,
  person: Person | null,
  sites: readonly FoundSite[],
  wish: Span,
  { now, deviceTypeId, except }: { now: Date; deviceTypeId: number | undefined; except: number | null },
): Promise<JudgedSite[]> {
  if (sites.length === 0) return []
  const siteIds = sites.map(({ id }) => id)
  const zoneIds = [...new Set(sites.flatMap(({ usableZoneIds }) => usableZoneIds))]
  const devices = grouped(await readDeviceFacts(trx, { siteIds }, spanToLook(wish), now, except))
  const accessTimes = grouped(await readAccessTimes(trx, { siteIds, zoneIds }, person))
  return sites.map((site) => {
    const look = {
      timeZone: site.timeZone,
      accessTimes: accessTimes.get(site.id) ?? [],
      devices: devices.get(site.id) ?? [],
    }
    const judged = judgeSite(look, wish, now)
    const types = judged.filter(({ typeId }) => deviceTypeId === undefined || typeId === deviceTypeId)
    return { ...look, site, types, free: types.reduce((sum, { free }) => sum + free, 0) }
  })
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

type TypeNames = Pick<SiteHit['types'][number], 'id' | 'name' | 'names' | 'icon'>

async function readTypes(trx: Knex, looks: readonly JudgedSite[]): Promise<Map<number, TypeNames>> {
  const ids = new Set(looks.flatMap(({ types }) => types.map(({ typeId }) => typeId)))
  const rows = (await trx('device_types')
    .whereIn('id', [...ids])
    .select('id', 'display_name', 'translations', 'icon')) as {
    id: number
    display_name: string
    translations: Translations
    icon: string | null
  }[]
  return new Map(
    rows.map(({ id, display_name, translations, icon }) => [
      id,
      { id, name: display_name, names: displayNames(translations), icon },
    ]),
  )
}

/** Who blocks the person where, by zone; asked only when some site has no other zone for him. */
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
  const types = look.types.flatMap(({ typeId, places, offer, free: freeOfType }) => {
    const named = names.get(typeId)
    const fromCents = offer && freeOfType > 0 ? offer.priceCents : null
    const maximum = places.length
    return named ? { ...named, maximum, free: freeOfType, occupied: maximum - freeOfType, fromCents } : []
  })
  const blocked = isBlocked(site) ? (site.openZoneIds.flatMap((id) => blocks.get(id) ?? [])[0] ?? null) : null
  const maximum = types.reduce((sum, type) => sum + type.maximum, 0)
  const prices = types.flatMap(({ fromCents }) => fromCents ?? [])
  const { openZoneIds: _open, usableZoneIds: _usable, ...plain } = site
  return {
    ...plain,
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
