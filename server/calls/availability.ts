import * as z from 'zod'
import { places, search } from '../../contract/reservations/book.ts'
import { accessTimes } from '../../contract/reservations.ts'
import { placesFound } from '../../contract/sites.ts'
import { readOnly } from '../../db/transaction.ts'
import { ask, type HttpCall, limitAddress, noParameters, pathId, type Reply, readQuery } from '../http/call.ts'
import { defined, text } from '../http/parameters.ts'
import { loadActor } from '../kernel/bus/actor.ts'
import { languageOf } from '../kernel/language.ts'
import { placesOfSites } from '../sites/places.ts'

const minuteMs = 60_000
const number = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,12})?$/)
  .transform(Number)
const spanShape = { start: z.iso.datetime().optional(), end: z.iso.datetime().optional() }
const spanQuery = z.strictObject(spanShape)

/** Defaults: starts now, ends an hour later. */
function spanOf({ start, end }: { start?: string | undefined; end?: string | undefined }, now: Date) {
  const begins = start ?? new Date(Math.floor(now.getTime() / minuteMs) * minuteMs).toISOString()
  return { start: begins, end: end ?? new Date(Date.parse(begins) + 60 * minuteMs).toISOString() }
}

const availabilityQuery = z.strictObject({
  ...spanShape,
  siteId: number.optional(),
  deviceTypeId: number.optional(),
  zoneId: number.optional(),
  query: text.optional(),
  latitude: number.optional(),
  longitude: number.optional(),
  limit: number.optional(),
})

/** GET /availability: sites with their counts for a span, like reservations.search. Public. */
export async function getAvailability(call: HttpCall): Promise<Reply> {
  const { start, end, latitude, longitude, ...where } = readQuery(call, availabilityQuery)
  const near = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
  return { json: await ask(call, search, { ...spanOf({ start, end }, call.now), ...defined({ ...where, near }) }) }
}

/** GET /availability/:siteId: every place of a site for a span, like reservations.places. Public. */
export async function getAvailabilityOfSite(call: HttpCall): Promise<Reply> {
  return {
    json: await ask(call, places, { siteId: pathId(call, 'siteId'), ...spanOf(readQuery(call, spanQuery), call.now) }),
  }
}

/** GET /availability/:siteId/access-times: when and for how long places can be booked, like reservations.accessTimes. Public. */
export async function getAccessTimes(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: await ask(call, accessTimes, { siteId: pathId(call, 'siteId') }) }
}

const maxPlaces = 8
const maxSites = 4

const placesQuery = z.strictObject({ q: z.string().trim().min(2).max(255) })

/** GET /places?q=: sites the caller may book at, then matches from the geocoder. Public, limited by address. */
export async function getPlaces(call: HttpCall): Promise<Reply> {
  const { q } = readQuery(call, placesQuery)
  await limitAddress(call, 'sites.places', { points: 30, seconds: 10 })
  const { context, sessionHash, edge, request } = call
  const own = await readOnly(context.knex, async (trx) => {
    const loaded = sessionHash ? await loadActor(trx, sessionHash) : null
    return placesOfSites(trx, loaded?.actor ?? null, q, maxSites)
  })
  const others = await edge.geocode(q, languageOf(request.get('accept-language')))
  return { json: placesFound.parse([...own, ...others].slice(0, maxPlaces)) }
}
