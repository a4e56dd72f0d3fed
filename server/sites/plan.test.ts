import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoomChange } from '../../contract/changes.ts'
import type { PlanView } from '../../contract/sites/plan.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { callers } from '../access/testing/callers.ts'
import pictures from '../media/pictures.ts'
import removePicture from '../media/remove.ts'
import { parseWatch, readWatch, roomsOf } from '../socket/subscription.ts'
import { openSession, testContext } from '../testing/context.ts'
import { statementsOf } from '../testing/statements.ts'
import { addGateway, makeWorld, type World } from '../testing/world.ts'
import planHandler from './plan.ts'
import savePlan from './save-plan.ts'

let db: TestDatabase
let world: World
let call: ReturnType<typeof callers>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  call = callers(db.knex, { commands: [savePlan, removePicture], queries: [pictures] })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.knex('site_plans').delete()
  await db.knex('outbox').delete()
})

const rm = () => world.users.rm.id
const deviceId = (n = 0): number => world.own.gateway.devices[n]?.id ?? 0
const at = (xMm: number, rotationDeg = 0) => ({ xMm, yMm: 20, widthMm: 850, heightMm: 2_000, rotationDeg })
const save = (input: object, user = rm()) =>
  call.send(user, savePlan, { siteId: world.own.siteId, devices: [], ...input })
async function look(user = rm()) {
  const context = testContext(db.knex, { commands: new Map(), queries: new Map(), watches: new Map() })
  const session = { sessionHash: await openSession(db.knex, user) }
  const input = parseWatch(planHandler, { siteId: world.own.siteId })
  const rooms = await roomsOf(context, planHandler, input, session)
  const view = await readWatch(context, { handler: planHandler, input, rooms }, session, undefined)
  if (view === 'moved') throw new Error('rooms moved')
  const { changes } = view
  const plan = changes.find(({ kind }) => kind === 'plan')
  return {
    plan: plan?.view as PlanView,
    version: plan?.version,
    devices: changes.filter(({ kind }) => kind === 'device'),
  }
}
const told = async () =>
  (await db.knex('outbox').orderBy('id').select<{ changes: RoomChange[] }[]>('changes')).flatMap(
    ({ changes }) => changes,
  )
const picture = (more: object) =>
  db
    .knex('media')
    .insert({
      kind: 'picture',
      file_name: 'yard.webp',
      content_type: 'image/webp',
      bytes: 10,
      width: 400,
      height: 300,
      sha256: Buffer.alloc(32),
      storage_key: randomUUID(),
      ...more,
    })
    .returning<{ id: string }[]>('id')
    .then(([row]) => row?.id ?? '')

describe('the plan of a site [LIVE-4]', () => {
  it('has the size and corners of its location, the positions of its devices, and their live state', async () => {
    const location = await insert(db.knex, 'locations', {
      length_mm: 15_500,
      width_mm: 7_000,
      upper_left_latitude: 51.05,
      upper_left_longitude: 13.73,
    })
    await db.knex('sites').where({ id: world.own.siteId }).update({ location_id: location })
    await save({ version: 0, devices: [{ id: deviceId(), place: at(100, 90) }] })
    const { plan, devices } = await look()
    expect(plan).toMatchObject({
      siteId: world.own.siteId,
      siteName: 'Site own',
      lengthMm: 15_500,
      widthMm: 7_000,
      corners: { upperLeft: { latitude: 51.05, longitude: 13.73 }, upperRight: null },
      background: null,
      modifiedBy: 'Test rm',
    })
    expect(plan.devices).toEqual([
      { id: deviceId(), name: 'GW-own 001', place: at(100, 90) },
      { id: deviceId(1), name: 'GW-own 002', place: null },
      { id: deviceId(2), name: 'GW-own 003', place: null },
    ])
    expect(devices.map(({ id }) => id)).toEqual([deviceId(), deviceId(1), deviceId(2)])
    await db.knex('sites').where({ id: world.own.siteId }).update({ location_id: null })
    expect((await look()).plan).toMatchObject({ lengthMm: null, widthMm: null, corners: { upperLeft: null } })
  })

  it('does not exist for operators of other zones', async () => {
    await expect(look(world.users.foreignRm.id)).rejects.toThrow('not-found')
    expect(await save({ version: 0 }, world.users.foreignRm.id)).toBe('not-found')
    expect(await save({ version: 0 }, world.users.visitor.id)).toBe('not-authorized')
  })
})

describe('saving a plan [LIVE-4]', () => {
  it('reaches everyone who watches the site, once; a position can be removed again', async () => {
    const { version } = (await save({ version: 0, devices: [{ id: deviceId(), place: at(7) }] })) as { version: number }
    expect(await told()).toMatchObject([
      { kind: 'plan', version, rooms: [`site:${world.own.siteId}`], view: { version } },
    ])
    expect(await look()).toMatchObject({ version, plan: { version } })
    await save({ version, devices: [{ id: deviceId(), place: null }] })
    expect((await look()).plan.devices[0]?.place).toBeNull()
  })

  it('based on an older version is refused with the name of the last editor, and changes nothing', async () => {
    await save({ version: 0, devices: [{ id: deviceId(), place: at(1) }] }, world.users.srm.id)
    expect(await save({ version: 0, devices: [{ id: deviceId(), place: at(2) }] })).toBe('plan-changed')
    expect((await look()).plan.devices[0]?.place).toEqual(at(1))
    expect(await told()).toHaveLength(1)
  })

  it('concurrently succeeds exactly once', async () => {
    const tries = Array.from({ length: 8 }, (_, x) => ({ version: 0, devices: [{ id: deviceId(), place: at(x) }] }))
    const answers = await Promise.all(tries.map((input) => save(input)))
    const won = answers.findIndex((answer) => answer !== 'plan-changed')
    expect(answers.filter((answer) => answer !== 'plan-changed')).toHaveLength(1)
    expect((await look()).plan.devices[0]?.place).toEqual(at(won))
  })

  it('refuses devices and pictures of other sites', async () => {
    const foreign = world.foreign.gateway.devices[0]?.id
    expect(await save({ version: 0, devices: [{ id: foreign, place: null }] })).toBe('device-not-at-site')
    const theirs = await picture({ site_id: world.foreign.siteId })
    const ofDevice = await picture({ device_id: deviceId() })
    for (const backgroundId of [theirs, ofDevice, '00000000-0000-4000-8000-000000000000'])
      expect(await save({ version: 0, backgroundId })).toBe('picture-not-of-site')
  })

  it('sets a background, keeps it when none is given, and removes it', async () => {
    const mine = await picture({ site_id: world.own.siteId })
    const first = (await save({ version: 0, backgroundId: mine })) as { version: number }
    const shown = { mediaId: mine, url: `/media/${mine}/file?v=00000000`, width: 400, height: 300 }
    expect((await look()).plan.background).toEqual(shown)
    const second = (await save({ version: first.version })) as { version: number }
    expect((await look()).plan.background).toEqual(shown)
    expect(await call.send(rm(), removePicture, { mediaId: mine })).toBe('picture-in-use')
    await save({ version: second.version, backgroundId: null })
    expect((await look()).plan.background).toBeNull()
    expect(await call.send(world.users.foreignRm.id, removePicture, { mediaId: mine })).toBe('not-found')
    expect(await call.send(rm(), removePicture, { mediaId: mine })).toEqual({ mediaId: mine })
    expect(await call.ask(rm(), pictures, { siteId: world.own.siteId })).toEqual({ media: [] })
  })

  it('with 5,000 devices takes few statements', async () => {
    const { devices } = await db.knex.transaction((trx) => addGateway(trx, world.own.siteId, 'GW-large', 5_000))
    const moved = devices.map(({ id }, n) => ({ id, place: at(n, n % 360) }))
    const statements = await statementsOf(db.knex, () => save({ version: 0, devices: moved }))
    expect(statements).toBeLessThan(30)
    expect((await look()).plan.devices.find(({ id }) => id === devices.at(-1)?.id)?.place?.xMm).toBe(4_999)
  })
})
