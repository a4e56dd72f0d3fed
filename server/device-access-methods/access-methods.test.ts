import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { add, edit, list, read, remove } from '../../contract/device-access-methods.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

type Input = z.input<typeof add.input>

let db: TestDatabase
let world: World
let bus: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  bus = busCalls(db.knex, world)
})
afterAll(() => db.close())

let names = 0
const method = (more: Partial<Input> = {}): Input => ({
  name: `method-${(names += 1)}`,
  displayName: 'Keypad',
  description: null,
  icon: null,
  attributes: ['pin'],
  disableControlWhenInState: true,
  translations: { texts: {} },
  ...more,
})
async function added(more: Partial<Input> = {}) {
  const { accessMethodId } = await bus.done('admin', add, method(more))
  return { accessMethodId, version: (await bus.ask('admin', read, { accessMethodId })).version }
}
const link = (accessMethodId: number, index: number) =>
  db.knex('device_method_links').insert({
    access_method_id: accessMethodId,
    device_id: world.own.gateway.devices[index]?.id,
  })

describe('an access method', () => {
  it('is added with all its fields and translations, and counts its devices [ADM-9] [TRANS-1]', async () => {
    const given = method({
      name: 'keypad',
      displayName: 'Keypad',
      description: 'Beside the door',
      icon: 'pin',
      attributes: ['open', 'pin'],
      disableControlWhenInState: false,
      translations: { texts: { de: { displayName: 'Tastenfeld' }, fr: { description: 'Près de la porte' } } },
    })
    const { accessMethodId } = await bus.done('admin', add, given)
    const kept = { ...given, id: accessMethodId }
    expect(await bus.ask('admin', read, { accessMethodId })).toMatchObject({
      ...kept,
      translations: { ...given.translations, outdated: [] },
    })
    await link(accessMethodId, 0)
    const { translations: _, ...shown } = kept
    const { rows } = await bus.ask('admin', list, { search: 'keypad' })
    expect(rows).toMatchObject([{ ...shown, names: { de: 'Tastenfeld' }, devices: 1 }])
  })

  it('is found and sorted by the name that somebody reads [ADM-9] [TRANS-1]', async () => {
    await added({ displayName: 'Mine Apple', translations: { texts: { de: { displayName: 'Mein Zaun' } } } })
    await added({ displayName: 'Mine Zebra', translations: { texts: { de: { displayName: 'Mein Apfel' } } } })
    const found = async (search: string) =>
      (await bus.ask('admin', list, { search })).rows.map(({ displayName }) => displayName)
    const language = (to: string) => db.knex('users').where({ id: world.users.admin.id }).update({ language: to })
    expect(await found('mein zaun')).toEqual(['Mine Apple'])
    expect(await found('mine')).toEqual(['Mine Apple', 'Mine Zebra'])
    await language('de')
    expect(await found('mine')).toEqual(['Mine Zebra', 'Mine Apple'])
    await language('en')
  })

  it('keeps names of 45 letters and refuses what its fields cannot hold [ADM-9] [ADM-20]', async () => {
    const wrong = { name: ' x', displayName: 'y ', description: 'x'.repeat(2_049), attributes: ['knock'] as never }
    expect(inShort(await bus.refused('admin', add, method(wrong)))).toEqual([
      'bad-input',
      'name field-whitespace',
      'displayName field-whitespace',
      'description field-too-long',
      'attributes.0 field-not-offered',
    ])
    const long = 'ä'.repeat(45)
    expect((await bus.send('admin', add, method({ name: long, displayName: long }))).ok).toBe(true)
    const twice = method({ attributes: ['pin', 'pin'] })
    expect(inShort(await bus.refused('admin', add, twice))).toEqual(['bad-input', 'attributes.1 field-twice'])
    const longer = method({ name: `${long}ä`, displayName: `${long}ä`, attributes: [] })
    expect(inShort(await bus.refused('admin', add, longer))).toEqual([
      'bad-input',
      'name field-too-long',
      'displayName field-too-long',
      'attributes field-too-few',
    ])
  })

  it('has a name of its own, also when two take it at once [ADM-9]', async () => {
    const twice = await Promise.all([1, 2].map(() => bus.send('admin', add, method({ name: 'twice' }))))
    const refusals = twice.flatMap((answer) => (answer.ok ? [] : [inShort(answer.refusal)]))
    expect(refusals).toEqual([['name-taken', 'name name-taken']])
    const { accessMethodId, version } = await added()
    const renamed = { accessMethodId, version, ...method({ name: 'twice' }) }
    expect(inShort(await bus.refused('admin', edit, renamed))).toEqual(['name-taken', 'name name-taken'])
  })
})

describe('an edit', () => {
  it('changes every field [ADM-9]', async () => {
    const { accessMethodId, version } = await added()
    const next = method({
      displayName: 'Card',
      description: 'At the pillar',
      icon: 'rfid',
      attributes: ['rfidToken'],
      disableControlWhenInState: false,
      translations: { texts: { it: { displayName: 'Tessera' } } },
    })
    const saved = await bus.done('admin', edit, { accessMethodId, version, ...next })
    expect(saved.version).toBeGreaterThan(version)
    expect(await bus.ask('admin', read, { accessMethodId })).toMatchObject({ ...next, version: saved.version })
  })

  it('of what changed meanwhile changes nothing and shows what the method holds now [ADM-9]', async () => {
    const { accessMethodId, version } = await added()
    const theirs = method({ displayName: 'Theirs' })
    const saved = await bus.done('admin', edit, { accessMethodId, version, ...theirs })
    const refusal = await bus.refused('admin', edit, { accessMethodId, version, ...method({ displayName: 'Mine' }) })
    expect(refusal).toMatchObject({ code: 'changed-meanwhile', params: { by: 'Test admin' } })
    expect(refusal.current).toEqual({
      version: saved.version,
      values: { ...theirs, translations: { texts: {}, confirmed: [] } },
    })
    expect((await bus.ask('admin', read, { accessMethodId })).displayName).toBe('Theirs')
    expect((await bus.refused('admin', remove, { accessMethodId, version })).code).toBe('changed-meanwhile')
  })
})

describe('a removal', () => {
  it('is refused while devices use the method, and names them; retired devices only lose it [ADM-9]', async () => {
    const { accessMethodId, version } = await added()
    await link(accessMethodId, 1)
    const { id } = world.own.gateway.devices[1] ?? { id: 0 }
    const refusal = await bus.refused('admin', remove, { accessMethodId, version })
    expect(refusal.code).toBe('in-use')
    expect(refusal.dependants).toEqual([{ kind: 'device', count: 1, first: [{ id, name: 'GW-own 002' }] }])
    await db.knex('devices').where({ id }).update({ retired_at: new Date() })
    expect(await bus.done('admin', remove, { accessMethodId, version })).toEqual({ accessMethodId })
    expect(await many(db.knex, 'select 1 from device_access_methods where id = ?', [accessMethodId])).toEqual([])
  })

  it('and the use by a new device at once exclude each other [ADM-9]', async () => {
    const { accessMethodId, version } = await added()
    const given = db.knex.transaction(async (trx) => {
      await trx('device_access_methods').where({ id: accessMethodId }).forKeyShare()
      const removal = bus.send('admin', remove, { accessMethodId, version })
      await trx('device_method_links').insert({
        access_method_id: accessMethodId,
        device_id: world.foreign.gateway.devices[0]?.id,
      })
      return { removal }
    })
    const answer = await (await given).removal
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'in-use' } })
  })
})
