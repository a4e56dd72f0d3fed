import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change, RoomChange } from '../../contract/changes.ts'
import { activeAnnouncements as announcementsDef } from '../../contract/messages.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { meView, myProducts as productsDef, sessionMe, setLanguage } from '../../contract/session.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { loadActor } from '../kernel/bus/actor.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import type { WatchHandler } from '../kernel/bus/handle.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import activeAnnouncements from '../messages/active-announcements.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import me, { meChange, readMe } from './me.ts'
import myProducts from './my-products.ts'
import setLanguageHandler from './set-language.ts'

let database: TestDatabase
let world: World
let context: Kernel

beforeAll(async () => {
  database = await createTestDatabase()
  world = await makeWorld(database.knex)
  context = testContext(database.knex, {
    commands: new Map([[setLanguageHandler.def.name, setLanguageHandler]]),
    queries: new Map([activeAnnouncements, myProducts].map((handler) => [handler.def.name, handler])),
    watches: new Map<string, WatchHandler>([[me.def.name, me]]),
  })
  await database.knex.raw(`insert into announcements (message, valid_from, valid_until, translations) values
    ('over', now() - interval '2 days', now() - interval '1 minute', '{}'),
    ('Works on Sunday', now() - interval '1 day', now() + interval '1 day', '{"de":{"message":"Arbeiten am Sonntag"}}'),
    ('later', now() + interval '1 minute', now() + interval '1 day', '{}')`)
})
afterAll(() => database.close())

async function snapshot(userId: number) {
  const hash = await openSession(database.knex, userId)
  const loaded = await loadActor(database.knex, hash)
  if (!loaded) throw new Error('no session')
  return database.knex.transaction(
    async (trx) => {
      const call = { input: {}, actor: loaded.actor, trx, now: loaded.now, refuse: refuser<RefusalCode>(), context }
      return { rooms: await me.rooms(call), changes: await me.snapshot(call) }
    },
    { readOnly: true },
  )
}

describe('session.me', () => {
  it('shows role, zones, tenant, features, balance and announcements of the user [ACC-1]', async () => {
    await database.knex('tenants').where('id', world.tenants.own).update({ theme: 'harbour' })
    const { rooms, changes } = await snapshot(world.users.rm.id)
    expect(rooms).toEqual([`user:${world.users.rm.id}`])
    expect(changes).toHaveLength(1)
    const view = meView.parse(changes[0]?.view)
    expect(view).toMatchObject({
      id: world.users.rm.id,
      username: 'rm',
      name: 'Test rm',
      role: 'Reservation Manager',
      tenant: { id: world.tenants.own, name: 'Own' },
      theme: 'harbour',
      zones: [{ id: world.own.id, name: 'Zone own' }],
      features: ['BASIC', 'BASIC_VIS', 'BASIC_RM', 'SMART_REMOTE', 'PAYMENT'],
      balanceCents: 0,
    })
    expect(view.announcements.map(({ message }) => message)).toEqual(['Works on Sunday'])
    expect(view.announcements[0]?.validUntil).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('has the page and the zone that the person chose to start with, while they may see the zone [NAV-10]', async () => {
    const choose = (who: 'rm' | 'foreignRm' | 'admin' | 'visitor') =>
      database
        .knex('users')
        .where({ id: world.users[who].id })
        .update({ initial_page: '/statistics', first_opened_zone_id: world.own.id })
    const zone = { id: world.own.id, name: 'Zone own' }
    const rows = [
      ['rm', zone],
      ['foreignRm', null],
      ['admin', zone],
      ['visitor', zone],
    ] as const
    for (const [who, firstZone] of rows) {
      await choose(who)
      const { changes } = await snapshot(world.users[who].id)
      expect(meView.parse(changes[0]?.view), who).toMatchObject({ initialPage: '/statistics', firstZone })
    }
    await database.knex('zones').where({ id: world.own.id }).update({ private: true })
    const { changes } = await snapshot(world.users.visitor.id)
    expect(meView.parse(changes[0]?.view).firstZone).toBeNull()
    await database.knex('zones').where({ id: world.own.id }).update({ private: false })
  })

  it.each(['admin', 'support', 'visitor', 'srm', 'foreignRm'] as const)(
    'matches the contract for %s [NAV-6]',
    async (who) => {
      const { changes } = await snapshot(world.users[who].id)
      const view = meView.parse(changes[0]?.view)
      const features = {
        admin: 'BASIC_ADM',
        support: 'BASIC_SUP',
        visitor: 'BASIC_VIS',
        srm: 'BASIC_RM',
        foreignRm: 'BASIC_RM',
      }[who]
      expect(view.features).toContain(features)
      if (who === 'foreignRm') expect(view.features).not.toContain('SMART_REMOTE')
    },
  )

  it('an old snapshot with pushed changes equals a fresh snapshot [LIVE-6]', async () => {
    const hash = await openSession(database.knex, world.users.rm.id)
    const before = (await snapshot(world.users.rm.id)).changes
    const rows = new Map<number | string, Change>(before.map((change) => [change.id, change]))
    for (const language of ['fr', 'it', 'de'] as const)
      expect(
        await runCommand(context, hash, { id: randomUUID(), name: setLanguage.name, input: { language } }),
      ).toEqual({
        ok: true,
        reply: { language },
      })
    await database.knex.transaction(async (trx) => {
      await trx('user_zones').insert({ user_id: world.users.rm.id, zone_id: world.foreign.id })
      const change = await meChange(trx, world.users.rm.id)
      await trx('outbox').insert({ changes: JSON.stringify([change]) })
    })
    const outbox = (await database.knex<{ id: number; changes: RoomChange[] }>('outbox').orderBy('id'))
      .flatMap((row) => row.changes)
      .filter(({ kind }) => kind === 'me')
    expect(outbox).toHaveLength(4)
    for (const change of [...outbox.reverse(), ...outbox]) {
      expect(change.rooms).toEqual([`user:${world.users.rm.id}`])
      const present = rows.get(change.id)
      if (!present || change.version > present.version) rows.set(change.id, change)
    }
    const fresh = (await snapshot(world.users.rm.id)).changes
    expect([...rows.values()].map(({ version, view }) => ({ version, view }))).toEqual(
      fresh.map(({ version, view }) => ({ version, view })),
    )
    expect(sessionMe.kinds).toEqual(['me'])
    await database.knex('user_zones').where({ user_id: world.users.rm.id, zone_id: world.foreign.id }).delete()
  })

  it('returns nothing for an unknown id', async () => {
    expect(await readMe(database.knex, 2_000_000_000)).toBeNull()
  })
})

describe('queries', () => {
  it('return the products behind the features [ACC-1]', async () => {
    const hash = await openSession(database.knex, world.users.remote.id)
    const answer = await runQuery(context, hash, { name: productsDef.name, input: {} })
    expect(answer.ok && (answer.view as { prefix: string }[]).map(({ prefix }) => prefix)).toEqual([
      'BASIC',
      'BASIC_RM',
      'BASIC_VIS',
      'PAYMENT',
      'SMART_REMOTE',
    ])
  })

  it('return the currently valid announcements in the user’s language', async () => {
    const hash = await openSession(database.knex, world.users.visitor.id)
    const ask = () => runQuery(context, hash, { name: announcementsDef.name, input: {} })
    expect(await ask()).toMatchObject({ ok: true, view: [{ message: 'Works on Sunday' }] })
    await runCommand(context, hash, { id: randomUUID(), name: setLanguage.name, input: { language: 'de' } })
    expect(await ask()).toMatchObject({ ok: true, view: [{ message: 'Arbeiten am Sonntag' }] })
  })

  it('require a live session [NAV-6]', async () => {
    for (const name of [productsDef.name, announcementsDef.name])
      expect(await runQuery(context, null, { name, input: {} })).toEqual({
        ok: false,
        refusal: { code: 'session-expired' },
      })
  })
})
