import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describe as describePicture, main, order, type PictureOwner, pictures, remove } from '../../contract/media.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { ownerColumn } from './view.ts'

let db: TestDatabase
let world: World
let call: ReturnType<typeof busCalls>
let locationId: number
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  call = busCalls(db.knex, world)
  locationId = await insert(db.knex, 'locations', { type: 'site', name: 'Yard' })
  await db.knex('sites').where({ id: world.own.siteId }).update({ location_id: locationId })
})
afterAll(() => db.close())
beforeEach(() => db.knex('media').delete())

const deviceId = () => world.own.gateway.devices[0]?.id ?? 0
async function plant(of: PictureOwner, name: string, position = 0): Promise<string> {
  const file = { file_name: `${name}.webp`, content_type: 'image/webp', bytes: 10, width: 400, height: 300 }
  const [row] = await db
    .knex('media')
    .insert({
      ...ownerColumn(of),
      ...file,
      kind: 'picture',
      position,
      sha256: Buffer.alloc(32),
      storage_key: randomUUID(),
    })
    .returning<{ id: string }[]>('id')
  return row?.id ?? ''
}
const names = async (of: PictureOwner, login: 'rm' | 'admin' = 'admin') =>
  (await call.ask(login, pictures, of)).media.map(({ fileName }) => fileName.replace('.webp', ''))

it('pictures of sites, devices and locations have an order of their own; the first is the main picture [MEDIA-1]', async () => {
  const { siteId } = world.own
  for (const of of [{ siteId }, { deviceId: deviceId() }, { locationId }]) {
    const [a, b, c] = [await plant(of, 'a', 0), await plant(of, 'b', 1), await plant(of, 'c', 2)]
    expect(await names(of)).toEqual(['a', 'b', 'c'])
    await call.done('admin', order, { of, mediaIds: [c, a, b] })
    expect(await names(of)).toEqual(['c', 'a', 'b'])
    for (const mediaIds of [
      [a, b],
      [a, b, c, randomUUID()],
      [a, b, randomUUID()],
    ])
      expect(inShort(await call.refused('admin', order, { of, mediaIds }))).toEqual(['pictures-changed'])
    expect(inShort(await call.refused('admin', order, { of, mediaIds: [a, b, c, a] }))[0]).toBe('bad-input')
    expect(await names(of)).toEqual(['c', 'a', 'b'])
  }
})

it('a place is recognised by its own main picture, otherwise by that of its site, then of its location', async () => {
  const { siteId } = world.own
  const shown = async () => (await call.ask('visitor', main, { deviceId: deviceId() })).picture?.id ?? null
  expect(await shown()).toBeNull()
  const ofLocation = await plant({ locationId }, 'location')
  expect(await shown()).toBe(ofLocation)
  await plant({ siteId }, 'later', 1)
  const ofSite = await plant({ siteId }, 'site', 0)
  expect(await shown()).toBe(ofSite)
  const ofDevice = await plant({ deviceId: deviceId() }, 'device')
  expect(await shown()).toBe(ofDevice)
})

it('alternative texts are saved in four languages; an outdated save changes nothing and shows both', async () => {
  const mediaId = await plant({ siteId: world.own.siteId }, 'yard')
  const read = async () => (await call.ask('rm', pictures, { siteId: world.own.siteId })).media[0]
  const { version = 0 } = (await read()) ?? {}
  const texts = { de: 'Der Hof', en: 'The yard', fr: '', it: 'Il cortile' }
  const saved = await call.done('rm', describePicture, { mediaId, version, ...texts })
  expect(await read()).toMatchObject({
    alt: { de: 'Der Hof', en: 'The yard', it: 'Il cortile' },
    version: saved.version,
  })
  const refusal = await call.refused('rm', describePicture, { mediaId, version, ...texts, en: 'Another' })
  expect(refusal).toMatchObject({ code: 'changed-meanwhile', current: { version: saved.version, values: texts } })
  const bad = { ...texts, fr: ' La cour', it: 'x'.repeat(256) }
  expect(inShort(await call.refused('rm', describePicture, { mediaId, version: saved.version, ...bad }))).toEqual([
    'bad-input',
    'fr field-whitespace',
    'it field-too-long',
  ])
})

it('belong to the operators of their site, those of locations to admins; for everybody else they do not exist', async () => {
  const { siteId } = world.own
  const mediaId = await plant({ siteId }, 'site')
  const ofLocation = await plant({ locationId }, 'location')
  const texts = { version: 1, de: '', en: '', fr: '', it: '' }
  for (const login of ['foreignRm'] as const) {
    expect((await call.refused(login, describePicture, { mediaId, ...texts })).code).toBe('not-found')
    expect((await call.refused(login, order, { of: { siteId }, mediaIds: [mediaId] })).code).toBe('not-found')
    expect((await call.refused(login, remove, { mediaId })).code).toBe('not-found')
  }
  expect((await call.refused('rm', order, { of: { locationId }, mediaIds: [ofLocation] })).code).toBe('not-found')
  expect((await call.refused('rm', remove, { mediaId: ofLocation })).code).toBe('not-found')
  expect(await names({ locationId }, 'rm')).toEqual(['location'])
  await call.done('admin', remove, { mediaId: ofLocation })
  await call.done('rm', remove, { mediaId })
  expect(await db.knex('media')).toEqual([])
})
