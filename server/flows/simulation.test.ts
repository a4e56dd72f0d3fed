import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSimulation, stopSimulation } from '../../contract/gateways.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { postMessages } from '../testing/person.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let portal: RunningPortal
let calls: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: 1 })
  calls = busCalls(db.knex, world)
  portal = await startPortal({ databaseUrl: db.url })
})
afterAll(async () => {
  await portal?.end()
  await db.close()
})

const gateway = () =>
  db.knex('gateways').where({ id: world.own.gateway.id }).first<{ linked: boolean; simulated_until: Date | null }>()
const simulatedTokens = () =>
  db
    .knex('gateway_tokens')
    .where({ gateway_id: world.own.gateway.id, simulated: true })
    .whereNull('revoked_at')
    .pluck<number[]>('id')
const isPlayed = async () => {
  await expect.poll(gateway).toMatchObject({ linked: true, simulated_until: expect.any(Date) })
}

it('gateways of a site are played until the real one speaks, also after a restart', async () => {
  const { siteId } = world.own
  const { devices, token } = world.own.gateway
  expect(await calls.done('admin', startSimulation, { siteId })).toMatchObject({ gateways: 1 })
  await isPlayed()
  const state = () => db.knex('device_states').where({ device_id: devices[0]?.id }).first<{ status: string }>('status')
  await expect.poll(state).toEqual({ status: 'free' })
  const [first] = await simulatedTokens()

  await portal.end()
  portal = await startPortal({ databaseUrl: db.url, port: portal.port })
  await expect.poll(simulatedTokens).not.toEqual([first])
  await isPlayed()

  let said = 0
  /** What the simulation has just said may be newer than a message of the real gateway, which goes on. */
  const says = async (status: string) => {
    said += 1
    const message = { id: `real-${said}`, kind: 'status', device: devices[0]?.hardwareId, status }
    await postMessages(portal.url, token, [{ ...message, at: new Date().toISOString() }])
  }
  await says('occupied')
  await expect.poll(gateway).toMatchObject({ linked: false, simulated_until: null })
  expect(await simulatedTokens()).toEqual([])
  await expect
    .poll(async () => {
      await says('occupied')
      return state()
    })
    .toEqual({ status: 'occupied' })
})

it('an admin ends it, and so does the time', async () => {
  const { siteId } = world.foreign
  const played = () => db.knex('gateways').where({ site_id: siteId }).first<object>('linked', 'simulated_until')
  await calls.done('admin', startSimulation, { siteId })
  await expect.poll(played).toMatchObject({ linked: true })
  await calls.done('admin', stopSimulation, { siteId })
  await expect.poll(played).toEqual({ linked: false, simulated_until: null })
  await calls.done('admin', startSimulation, { siteId })
  await expect.poll(played).toMatchObject({ linked: true })
  await db.knex('gateways').where({ site_id: siteId }).update({ simulated_until: new Date() })
  await expect.poll(played).toEqual({ linked: false, simulated_until: null })
})
