import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createGeocoder, type Geocode } from './geocoder.ts'

/** A fake Photon server: records requests, replies as the test says. */
let photon: Server
let asked: URL[]
let reply: (request: IncomingMessage, response: ServerResponse) => void
let warned: number
let time: number
let geocode: Geocode

const point = (properties: object, coordinates = [7.84, 47.99]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
})
const json = (body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
const found = (...features: object[]) => json({ type: 'FeatureCollection', features })
const station = { name: 'Hauptbahnhof', street: 'Bismarckallee', housenumber: '7', postcode: '79098', city: 'Freiburg' }

beforeEach(async () => {
  asked = []
  warned = 0
  time = 0
  photon = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://photon'))
    reply(request, response)
  })
  await new Promise<void>((resolve) => photon.listen(0, '127.0.0.1', resolve))
  geocode = geocoder({})
})
afterEach(() => {
  photon.closeAllConnections()
  photon.close()
})

const geocoder = (more: { region?: string | null; url?: string | null }) =>
  createGeocoder(
    { url: `http://127.0.0.1:${(photon.address() as AddressInfo).port}/api?key=k`, region: 'DE', ...more },
    { warn: () => void (warned += 1), clock: () => time, timeoutMs: 1_000 },
  )

it('searches its region in the language of the caller, and names the results [BIKE-1]', async () => {
  reply = found(
    point({ ...station, countrycode: 'DE' }),
    point({ name: 'Freiburg', state: 'Fribourg', countrycode: 'CH' }),
    point({ name: 'Freiburg', city: 'Freiburg', state: 'Baden-Württemberg', countrycode: 'de' }),
  )
  const where = { latitude: 47.99, longitude: 7.84, siteId: null }
  expect(await geocode('Freiburg', 'de')).toEqual([
    { label: 'Hauptbahnhof, Bismarckallee 7, 79098 Freiburg', ...where },
    { label: 'Freiburg, Baden-Württemberg', ...where },
  ])
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    key: 'k',
    q: 'Freiburg',
    limit: '10',
    lang: 'de',
    bbox: '5.8,47.2,15.1,55.1',
  })
  expect(await geocoder({ region: null })('Freiburg', 'it')).toHaveLength(3)
  expect([...(asked[1]?.searchParams.keys() ?? [])]).toEqual(['key', 'q', 'limit'])
})

it('asks once an hour for the same text, even for concurrent callers', async () => {
  reply = found(point({ ...station, countrycode: 'DE' }))
  const answers = await Promise.all([geocode('Freiburg', 'de'), geocode('FREIBURG', 'de'), geocode('Freiburg', 'en')])
  expect(answers.map((each) => each.length)).toEqual([1, 1, 1])
  expect(asked).toHaveLength(2)
  time = 3_599_999
  await geocode('Freiburg', 'de')
  expect(asked).toHaveLength(2)
  time = 3_600_000
  await geocode('Freiburg', 'de')
  expect(asked).toHaveLength(3)
})

it('leaves a failing server alone for half a minute, then probes it once', async () => {
  reply = (_, response) => void response.writeHead(500).end()
  for (const text of ['one', 'two', 'three', 'four', 'five']) expect(await geocode(text, 'de')).toEqual([])
  expect([asked.length, warned]).toEqual([3, 3])
  time = 30_000
  expect(await Promise.all([geocode('six', 'de'), geocode('seven', 'de')])).toEqual([[], []])
  expect(asked).toHaveLength(4)
  reply = found(point({ ...station, countrycode: 'DE' }))
  time = 60_001
  expect(await geocode('six', 'de')).toHaveLength(1)
  expect(await geocode('eight', 'de')).toHaveLength(1)
})

it.each([
  [
    'goes elsewhere',
    (_: IncomingMessage, response: ServerResponse) => void response.writeHead(302, { location: '/api2' }).end(),
  ],
  ['never ends', (_: IncomingMessage, response: ServerResponse) => void response.write('[')],
  ['is no JSON', (_: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
  ['is something else', json({ places: [] })],
  ['is too long', json({ features: [], more: 'x'.repeat(1_000_001) })],
])('finds nothing in an answer that %s', async (_, answer) => {
  reply = answer
  expect(await geocode('Freiburg', 'de')).toEqual([])
  expect(asked).toHaveLength(1)
  expect(warned).toBe(1)
})

it('leaves out results without a valid position or name', async () => {
  const good = point({ ...station, countrycode: 'DE' })
  reply = found(good, point({ countrycode: 'DE' }), point({ ...station, countrycode: 'DE' }, [7, 91]), {
    geometry: null,
  })
  expect(await geocode('Freiburg', 'de')).toHaveLength(1)
  expect(await geocoder({ url: null })('Freiburg', 'de')).toEqual([])
  expect(asked).toHaveLength(1)
})
