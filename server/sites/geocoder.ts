import * as z from 'zod'
import type { Language } from '../../contract/session.ts'
import type { PlaceHit } from '../../contract/sites.ts'

export interface GeocoderSettings {
  /** A search address with Photon's API (GET ?q=, GeoJSON); null = none. */
  readonly url: string | null
  /** ISO code of the country to search; null = all. */
  readonly region: string | null
}
interface Surroundings {
  readonly warn: (details: object, text: string) => void
  /** A clock in ms, for the age of cached results and for the pause only. */
  readonly clock?: () => number
  /** Maximum time for a response, ms. */
  readonly timeoutMs?: number
}
/** Returns places that match a text, best first; empty if none is known or the server is unavailable. Never throws. */
export type Geocode = (text: string, language: Language) => Promise<readonly PlaceHit[]>

const maxBytes = 1_000_000
const keepMs = 3_600_000
const maxKept = 500
/** After this many failures in a row the server is left alone for a while, then probed once. */
const maxFailures = 3
const pauseMs = 30_000
const maxAsked = 10

/** Bounding boxes of countries, so that their places rank first: west, south, east, north. */
const bounds: Readonly<Record<string, string>> = {
  AT: '9.5,46.3,17.2,49.1',
  CH: '5.9,45.8,10.6,47.9',
  DE: '5.8,47.2,15.1,55.1',
  FR: '-5.3,41.2,9.7,51.2',
  IT: '6.6,35.4,18.6,47.1',
}
/** Languages in which every Photon server can name places; in any other it returns local names. */
const spoken: readonly Language[] = ['de', 'en', 'fr']

/** Returns a client of an external geocoder that is called sparingly: results are cached for an hour, a failing server is left alone. */
export function createGeocoder(
  { url, region }: GeocoderSettings,
  { warn, clock = Date.now, timeoutMs = 3_000 }: Surroundings,
): Geocode {
  if (url === null) return async () => []
  const kept = new Map<string, { at: number; hits: Promise<readonly PlaceHit[]> }>()
  let failures = 0
  let pausedUntil = 0

  const fresh = async (text: string, language: Language, key: string): Promise<readonly PlaceHit[]> => {
    try {
      const hits = hitsOf(await readJson(addressOf(url, region, text, language), timeoutMs), region)
      failures = 0
      pausedUntil = 0
      return hits
    } catch (error) {
      kept.delete(key)
      failures += 1
      if (failures >= maxFailures) pausedUntil = clock() + pauseMs
      warn({ err: error, failures }, 'the geocoder did not answer')
      return []
    }
  }
  return async (text, language) => {
    const key = `${language} ${text.toLowerCase()}`
    const known = kept.get(key)
    if (known && clock() - known.at < keepMs) return known.hits
    if (clock() < pausedUntil) return []
    // While one caller probes the server, nobody else does.
    if (failures >= maxFailures) pausedUntil = clock() + pauseMs
    const hits = fresh(text, language, key)
    kept.delete(key)
    kept.set(key, { at: clock(), hits })
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break
      kept.delete(oldest)
    }
    return hits
  }
}

function addressOf(url: string, region: string | null, text: string, language: Language): URL {
  const address = new URL(url)
  address.searchParams.set('q', text)
  address.searchParams.set('limit', String(maxAsked))
  if (spoken.includes(language)) address.searchParams.set('lang', language)
  const box = region === null ? undefined : bounds[region]
  if (box) address.searchParams.set('bbox', box)
  return address
}

async function readJson(address: URL, timeoutMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } })
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown
}

const text = z.string().trim().min(1).max(255).optional().catch(undefined)
const address = { street: text, housenumber: text, postcode: text }
const feature = z.object({
  geometry: z.object({
    type: z.literal('Point'),
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number()),
  }),
  properties: z.object({ name: text, ...address, city: text, state: text, countrycode: text }),
})
const collection = z.object({ features: z.array(z.unknown()).max(1_000) })

/** Returns the readable results; malformed ones are left out. */
function hitsOf(answer: unknown, region: string | null): PlaceHit[] {
  return collection.parse(answer).features.flatMap((each) => {
    const read = feature.safeParse(each)
    if (!read.success) return []
    const { geometry, properties } = read.data
    if (region !== null && properties.countrycode?.toUpperCase() !== region) return []
    const label = labelOf(properties)
    const [longitude, latitude] = geometry.coordinates
    return label === '' ? [] : [{ label, latitude, longitude, siteId: null }]
  })
}

function labelOf({ name, street, housenumber, postcode, city, state }: z.output<typeof feature>['properties']): string {
  const road = [street, housenumber].filter(Boolean).join(' ')
  const town = [postcode, city].filter(Boolean).join(' ')
  const parts = [name, road, town, name === city || !city ? state : undefined]
  return [...new Set(parts.filter(Boolean))].join(', ')
}
