import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { places, type SiteHit, search } from '../../contract/reservations/book.ts'
import { accessTimes } from '../../contract/reservations.ts'
import { placesFound } from '../../contract/sites.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { startApp, type TestApp } from './testing/app.ts'

let database: TestDatabase
let world: World
let app: TestApp
let visitor: string
/** An external geocoder that speaks Photon's GeoJSON. */
let photon: Server

beforeAll(async () => {
  database = await createTestDatabase()
  world = await makeWorld(database.knex)
  const { knex } = database
  await knex('zones').where({ id: world.own.id }).update({ readable_without_login: true })
  for (const [zone, name, latitude] of [
    [world.own, 'Radhafen Esslingen', 48.74],
    [world.foreign, 'Radhafen Heimlich', 51.05],
  ] as const) {
    const location = await insert(knex, 'locations', { city: 'Town', zip: '73728', latitude, longitude: 9.3 })
    await knex('sites').where({ id: zone.siteId }).update({ name, location_id: location })
    await insert(knex, 'events', { zone_id: zone.id, name: 'Always', starts_on: '2020-01-01' })
  }
  photon = createServer((_, response) => {
    const feature = {
      geometry: { type: 'Point', coordinates: [13.73, 51.04] },
      properties: { name: 'Dresden', countrycode: 'DE' },
    }
    response.end(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  })
  await new Promise<void>((resolve) => photon.listen(0, '127.0.0.1', resolve))
  app = await startApp(knex, ({ config }) => ({
    config: {
      ...config,
      geocoder: { url: `http://127.0.0.1:${(photon.address() as AddressInfo).port}/api`, region: 'DE' },
      map: { tileUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png', attribution: '© Tiles' },
    },
  }))
  visitor = await app.login('visitor', world.password)
})
afterAll(async () => {
  photon.close()
  await app.close()
  await database.close()
})

const get = (path: string, cookie?: string) => app.ask('GET', path, cookie ? { cookie } : {})
const plain = async (path: string): Promise<unknown> => JSON.parse((await get(path)).text)

it('GET /availability: signed out, the public sites, from an hour ahead [BOOK-1] [PRIV-4] [API-1]', async () => {
  const view = search.reply.parse(await plain('/availability'))
  expect(view.sites.map(({ id, maximum }) => [id, maximum])).toEqual([[world.own.siteId, 3]])
  const later = '/availability?start=2035-01-01T10:00:00Z&end=2035-01-01T12:00:00Z'
  const near = search.reply.parse(await plain(`${later}&siteId=0&latitude=48.7&longitude=9.3&limit=5`))
  expect(near.sites[0]).toMatchObject({ free: 3, distanceM: 4_448 } satisfies Partial<SiteHit>)
  expect(search.reply.parse(await plain(`${later}&query=Nirgendwo`)).sites).toEqual([])
})

it('GET /availability/:siteId and its access times: the same as the queries places and accessTimes [BOOK-1] [API-1]', async () => {
  const span = 'start=2035-01-01T10:00:00Z&end=2035-01-01T12:00:00Z'
  const view = places.reply.parse(await plain(`/availability/${world.own.siteId}?${span}`))
  expect(view.places.map(({ state }) => state)).toEqual(['free', 'free', 'free'])
  const times = accessTimes.reply.parse(await plain(`/availability/${world.own.siteId}/access-times`))
  expect(times.map(({ name }) => name)).toEqual(['Always'])
  expect(await get(`/availability/${world.foreign.siteId}?${span}`)).toMatchObject({
    status: 404,
    error: { code: 'site-invalid' },
  })
  expect(await get('/availability/x')).toMatchObject({ status: 404, error: { code: 'not-found' } })
})

it.each([
  'start=now',
  'latitude=91&longitude=0',
  'limit=0',
  'siteId=-1',
  'siteId=1.5',
  'colour=red',
  'query=a&query=b',
])('GET /availability?%s is bad input [API-1]', async (query) => {
  expect(await get(`/availability?${query}`)).toMatchObject({ status: 400, error: { code: 'bad-input' } })
})

it('GET /places: visible sites first, then results of the geocoder [BOOK-1] [BIKE-1]', async () => {
  const own = { label: 'Radhafen Esslingen, 73728 Town', latitude: 48.74, longitude: 9.3, siteId: world.own.siteId }
  const town = { label: 'Dresden', latitude: 51.04, longitude: 13.73, siteId: null }
  expect(placesFound.parse(await plain('/places?q=radhafen'))).toEqual([own, town])
  expect((await get('/places?q=radhafen', visitor)).text).not.toContain('Heimlich')
  const operator = await app.login('foreignrm', world.password)
  expect((await get('/places?q=radhafen', operator)).text).toContain('Heimlich')
  expect(await get('/places?q=r')).toMatchObject({ status: 400, error: { code: 'bad-input' } })
})

it('GET /places is limited per address', async () => {
  const answers = await Promise.all(Array.from({ length: 35 }, () => get('/places?q=radhafen')))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
})

it('reports the origin of the map tiles, and allows the browser to load them [BIKE-1]', async () => {
  const answer = await get('/app-config.json')
  expect(answer.body['map']).toEqual({ tileUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png', attribution: '© Tiles' })
  expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data: blob: https://*.tiles.example;")
})
