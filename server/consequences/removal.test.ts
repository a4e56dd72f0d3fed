import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Act,
  type ConsequencesView,
  type RemovableEntity,
  read,
  removableEntities,
} from '../../contract/consequences.ts'
import { remove as removeEvent } from '../../contract/events.ts'
import { remove as removeProvider } from '../../contract/identity-providers.ts'
import type { CommandDef } from '../../contract/kit.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { barriersFormLaw } from '../barriers/testing/form-law.ts'
import { codesFormLaw } from '../codes/testing/form-law.ts'
import { deviceAccessMethodsFormLaw } from '../device-access-methods/testing/form-law.ts'
import { deviceTypesFormLaw } from '../device-types/testing/form-law.ts'
import { devicesFormLaw } from '../devices/testing/form-law.ts'
import removeEventHandler from '../events/remove.ts'
import { eventsFormLaw } from '../events/testing/form-law.ts'
import { gatewaysFormLaw } from '../gateways/testing/form-law.ts'
import type { FormLaw } from '../laws/testing/form-law.ts'
import { locationsFormLaw } from '../locations/testing/form-law.ts'
import { productsFormLaw } from '../products/testing/form-law.ts'
import { bookingWorld, done, refusedWith } from '../reservations/testing/booking-world.ts'
import { book, endIn, lifeHandlers, operator } from '../reservations/testing/life.ts'
import { rolesFormLaw } from '../roles/testing/form-law.ts'
import { sitesFormLaw } from '../sites/testing/form-law.ts'
import { tariffsFormLaw } from '../tariffs/testing/form-law.ts'
import { tenantsFormLaw } from '../tenants/testing/form-law.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { zonesFormLaw } from '../zones/testing/form-law.ts'
import readHandler from './read.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
})
afterAll(() => db.close())

interface Entity extends Pick<FormLaw, 'idKey' | 'plant'> {
  readonly table: string
  readonly remove?: FormLaw['remove']
}

/** A provider is named by its company. */
const provider: Entity = {
  table: 'identity_providers',
  idKey: 'tenantId',
  remove: { def: removeProvider },
  async plant(knex) {
    const tenantId = await insert(knex, 'tenants', { name: 'With provider', prefix: `p${letters()}` })
    const row = { label: 'Login', issuer: `https://${tenantId}.example`, client_id: 'id', scope: 'openid' }
    await knex('identity_providers').insert({ tenant_id: tenantId, affiliation_claim: 'groups', ...row })
    return tenantId
  },
}
let planted = 0
const letters = () => [...String(planted++)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

const entities: Readonly<Record<RemovableEntity, Entity>> = {
  tenant: { table: 'tenants', ...tenantsFormLaw },
  zone: { table: 'zones', ...zonesFormLaw },
  site: { table: 'sites', ...sitesFormLaw },
  location: { table: 'locations', ...locationsFormLaw },
  gateway: { table: 'gateways', ...gatewaysFormLaw },
  device: { table: 'devices', ...devicesFormLaw },
  barrier: { table: 'barriers', ...barriersFormLaw },
  event: { table: 'events', ...eventsFormLaw },
  tariff: { table: 'tariffs', ...tariffsFormLaw },
  code: { table: 'codes', ...codesFormLaw },
  product: { table: 'products', ...productsFormLaw },
  role: { table: 'roles', ...rolesFormLaw },
  'device-type': { table: 'device_types', ...deviceTypesFormLaw },
  'access-method': { table: 'device_access_methods', ...deviceAccessMethodsFormLaw },
  'identity-provider': provider,
}

/** A manager may remove a zone that has no other manager. */
const remover = (entity: RemovableEntity) => (entity === 'zone' ? 'rm' : 'admin')
const consequences = (entity: RemovableEntity, ids: number[]): Promise<ConsequencesView> =>
  calls.ask(remover(entity), read, { act: { act: 'remove', entity, ids } })

describe.each(removableEntities)('the deletion of a row: %s', (entity) => {
  const { table, idKey, plant, remove } = entities[entity]
  const key = entity === 'identity-provider' ? 'tenant_id' : 'id'
  const inputOf = async (id: number, seen: string) => {
    const { version } = (await db
      .knex(table)
      .where({ [key]: id })
      .first('version')) as { version: number }
    return { [idKey]: id, version, world: seen }
  }

  it('is done as it was previewed, and refused when its preview was another one [ADM-24]', async () => {
    const id = await plant(db.knex, world, 'own')
    const seen = await consequences(entity, [id])
    expect(seen).toMatchObject({ reservations: { running: 0, future: 0 }, refundCents: 0, dependants: [], items: [] })
    const def = remove?.def as CommandDef
    const moved = await calls.refused(remover(entity), def, await inputOf(id, 'another world'))
    expect(moved).toMatchObject({ code: 'world-moved', params: { reservations: 0 } })
    await calls.done(remover(entity), def, await inputOf(id, seen.world))
  })
})

describe.each(removableEntities.filter((entity) => entities[entity].remove?.depend))('a row in use: %s', (entity) => {
  it('is not deleted, and the preview names what forbids it', async () => {
    const { plant, remove } = entities[entity]
    const id = await plant(db.knex, world, 'own')
    const on = await remove?.depend?.(db.knex, world, id)
    const { dependants } = await consequences(entity, [id])
    const first = [expect.objectContaining({ name: on?.name })]
    expect(dependants).toContainEqual(expect.objectContaining({ kind: on?.kind, first }))
  })
})

describe('the deletion of several rows', () => {
  it('is confirmed by their number, and hides foreign ones [ADM-23] [ADM-24]', async () => {
    const ids = [await sitesFormLaw.plant(db.knex, world, 'own'), await sitesFormLaw.plant(db.knex, world, 'own')]
    const act: Act = { act: 'remove', entity: 'site', ids }
    expect((await calls.ask('rm', read, { act })).safetyWord).toBe('2')
    await expect(calls.ask('foreignRm', read, { act })).rejects.toThrow('not-found')
    await expect(
      calls.ask('rm', read, {
        act: { act: 'remove', entity: 'site', ids: [...ids, await sitesFormLaw.plant(db.knex, world, 'foreign')] },
      }),
    ).rejects.toThrow('not-found')
  })
})

describe('the deletion of an access time that is booked', () => {
  it('names its reservations, which stay, and those who were enrolled; a booking in between refuses it', async () => {
    const place = await bookingWorld(db.knex, { handlers: [...lifeHandlers, readHandler, removeEventHandler] })
    const [first, second, enrolled] = [await place.person(), await place.person(), await place.person()]
    await db.knex('event_users').insert({ event_id: place.eventId, user_id: enrolled.userId, source: 'operator' })
    const running = await book(first, place, { from: 24, deviceId: place.deviceIds[0] ?? 0 })
    await endIn(db.knex, running.id, 30)
    const rm = await operator(db.knex, place)
    const act: Act = { act: 'remove', entity: 'event', ids: [place.eventId] }
    const seen = done(await rm.ask(read, { act }))
    expect(seen).toMatchObject({ people: 2, losers: 1, reservations: { running: 1, future: 0 }, safetyWord: 'Always' })
    expect(seen.items).toEqual([expect.objectContaining({ reservationId: running.id, outcome: 'cannot-extend' })])

    const future = await book(second, place, { from: 30 })
    const { version } = (await db.knex('events').where({ id: place.eventId }).first('version')) as { version: number }
    const input = { eventId: place.eventId, version }
    expect(refusedWith(await rm.send(removeEvent, { ...input, world: seen.world }))).toBe('world-moved')

    const now = done(await rm.ask(read, { act }))
    expect(now).toMatchObject({ people: 3, reservations: { running: 1, future: 1 } })
    const before = await db.knex('reservations').whereIn('id', [running.id, future.id]).orderBy('id')
    done(await rm.send(removeEvent, { ...input, world: now.world }))
    expect(await db.knex('reservations').whereIn('id', [running.id, future.id]).orderBy('id')).toEqual(before)
  })
})
