import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { wireVersion } from '../../contract/envelope.ts'
import { query, watch } from '../../contract/kit.ts'
import { rooms } from '../../contract/rooms.ts'
import { publish } from '../../db/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { saying } from '../../db/testing/outbox.ts'
import { answer, watching, watchingAnybody } from '../kernel/bus/handle.ts'
import { connectPerson, type Person } from '../testing/person.ts'
import { cookieFor } from '../testing/sessions.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { sessionHashOf } from './cookie.ts'
import { sweepSessions } from './rights.ts'
import { startSockets, type TestSockets } from './testing/sockets.ts'

/** A view over the senders' names of zones, on which nothing else hangs: rooms by the actor's zones, versions from the sequence. */
const zoneNames = watch({
  name: 'test.zones',
  access: ['BASIC_RM'],
  input: z.strictObject({}),
  kinds: ['messageCounts'],
})
const handler = watching(zoneNames, {
  rooms: async ({ actor }) => actor.zoneIds.map(rooms.zone),
  snapshot: async ({ actor, trx }) => {
    const rows = (await trx('zones')
      .whereIn('id', [...actor.zoneIds])
      .select('id', 'description', trx.raw('coalesce(email_sender_name, name) as word'))) as {
      id: number
      word: string
      description: string | null
    }[]
    return rows.map((row) => saying(row.id, [], { version: Number(row.description ?? 0), word: row.word }))
  },
})

/** A query that takes until it is let go. */
const slowly = query({
  name: 'test.slowly',
  access: 'session',
  input: z.strictObject({}),
  reply: z.literal('done'),
  limit: { points: 1_000, seconds: 1 },
})
let letGo = Promise.resolve()
const slow = answer(slowly, async () => {
  await letGo
  return 'done' as const
})

/** Something for everybody: who watches is null for guests. The word opens the door of this view. */
const anything = watch({
  name: 'test.anything',
  access: 'public',
  input: z.strictObject({ word: z.string() }),
  kinds: ['messageCounts', 'access'],
})
let lettingIn = true
const anybody = watchingAnybody(anything, {
  rooms: async ({ input, refuse }) => (input.word === 'friend' && lettingIn ? [rooms.ticket(77)] : refuse('not-found')),
  snapshot: async ({ actor }) => [saying(1, [], { word: `seen by ${actor?.userId ?? 'a guest'}` })],
})

let db: TestDatabase
let world: World
let url: string
let sockets: TestSockets
const people: Person[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  sockets = await startSockets(db, {
    commands: new Map(),
    queries: new Map([[slowly.name, slow]]),
    watches: new Map([
      [zoneNames.name, handler],
      [anything.name, anybody],
    ]),
  })
  url = sockets.url
})
afterEach(() => {
  for (const person of people.splice(0)) person.close()
})
afterAll(async () => {
  await sockets.close()
  await db.close()
})

async function person(userId: number): Promise<Person & { sessionId: string }> {
  const cookie = await cookieFor(db.knex, userId)
  const made = await connectPerson(url, cookie)
  people.push(made)
  return Object.assign(made, { sessionId: sessionHashOf(cookie, 'portal')?.toString('hex') ?? '' })
}

async function rename(zoneId: number, name: string): Promise<void> {
  await db.knex.transaction(async (trx) => {
    await trx('zones').where({ id: zoneId }).forUpdate()
    const { rows } = await trx.raw("select nextval('change_version') as version")
    const version = (rows[0] as { version: number }).version
    await trx('zones')
      .where({ id: zoneId })
      .update({ email_sender_name: name, description: String(version) })
    await publish(trx, [saying(zoneId, [rooms.zone(zoneId)], { version, word: name })])
  })
}
const notify = (changed: object) => db.knex.raw(`select pg_notify('rights', ?)`, [JSON.stringify(changed)])

describe('the socket', () => {
  it('refuses no cookie, a wrong one, one of the other application, and another wire version [ACC-6] [ASVS V4.4.3] [ASVS V4.4.4] [ASVS V7.2.1]', async () => {
    await expect(connectPerson(url, '')).rejects.toThrow('session-expired')
    await expect(connectPerson(url, `sid=${randomBytes(32).toString('base64url')}`)).rejects.toThrow('session-expired')
    const admin = await cookieFor(db.knex, world.users.admin.id, 'admin')
    await expect(connectPerson(url, admin)).rejects.toThrow('session-expired')
    const [rm, there] = [await cookieFor(db.knex, world.users.rm.id), { host: 'admin.localhost' }]
    await expect(connectPerson(url, rm, there)).rejects.toThrow('session-expired')
    people.push(await connectPerson(url, admin, there))
    const { io: connect } = await import('socket.io-client')
    const old = connect(url, {
      auth: { wireVersion: wireVersion + 1 },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    const refused = new Promise((resolve) => old.once('connect_error', resolve))
    expect(await refused).toMatchObject({ data: { code: 'wrong-wire-version' } })
    old.close()
  })

  it('lets a guest in for what is public, for nothing else, and not for many watches [TICK-1]', async () => {
    const guest = await connectPerson(url, '', { guest: true })
    people.push(guest)
    const watched = await guest.watch(anything, { word: 'friend' })
    expect(watched.rows.get('messageCounts:1')?.view).toMatchObject({ movedAt: 'seen by a guest' })
    expect((await guest.watch(anything, { word: 'foe' })).answer()).toMatchObject({ refusal: { code: 'not-found' } })
    expect((await guest.watch(zoneNames, {})).answer()).toMatchObject({ refusal: { code: 'session-expired' } })
    expect(await guest.query(slowly, {})).toMatchObject({ ok: false, refusal: { code: 'session-expired' } })
    const more = await Promise.all(Array.from({ length: 6 }, () => guest.watch(anything, { word: 'friend' })))
    expect(more.filter((each) => each.answer().ok)).toHaveLength(3)
    const rm = await person(world.users.rm.id)
    expect((await rm.watch(anything, { word: 'friend' })).rows.get('messageCounts:1')?.view).toMatchObject({
      movedAt: `seen by ${world.users.rm.id}`,
    })
  })

  it.each([
    ['203.0.113.1', '203.0.113.2', 'not-found'],
    ['::ffff:203.0.113.3', '::ffff:203.0.113.4', 'not-found'],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', 'not-found'],
    ['2001:db8:0:3::1', '2001:db8:0:3::2', 'too-many-requests'], // one customer
  ])('counts guests behind a proxy each by his own address: %s, then %s: %s [TICK-1]', async (from, next, code) => {
    const one = await connectPerson(url, '', { guest: true, from })
    const other = await connectPerson(url, '', { guest: true, from: next })
    people.push(one, other)
    const knocks = async (guest: Person) => {
      const { answer } = await guest.watch(anything, { word: 'foe' })
      const told = answer()
      return told.ok ? 'ok' : told.refusal.code
    }
    const told = new Set<string>()
    for (let tries = 0; tries < anything.limit.points + 5; tries += 1) told.add(await knocks(one))
    expect([...told]).toEqual(['not-found', 'too-many-requests'])
    expect(await knocks(other)).toBe(code)
  })

  it('asks a guest again when a link of what he watches was revoked, at once [TICK-3]', async () => {
    const guest = await connectPerson(url, '', { guest: true })
    people.push(guest)
    const watched = await guest.watch(anything, { word: 'friend' })
    await notify({ tickets: [78] })
    lettingIn = false
    await notify({ tickets: [77] })
    await vi.waitFor(() => expect(watched.ended()).toMatchObject({ refusal: { code: 'not-found' } }))
    lettingIn = true
  })

  it('gives a snapshot, then pushes, and resumes by cursor without a gap [LIVE-6]', async () => {
    const first = await person(world.users.rm.id)
    const watched = await first.watch(zoneNames, {})
    expect(watched.rows.get(`messageCounts:${world.own.id}`)?.view).toMatchObject({ movedAt: 'Zone own' })
    await rename(world.own.id, 'One')
    await vi.waitFor(() =>
      expect(watched.rows.get(`messageCounts:${world.own.id}`)?.view).toMatchObject({ movedAt: 'One' }),
    )
    const cursor = first.pushes.at(-1)?.cursor ?? ''
    first.close()
    await rename(world.own.id, 'Two')
    await rename(world.foreign.id, 'Foreign two')
    const second = await person(world.users.rm.id)
    const resumed = await second.watch(zoneNames, {}, cursor)
    expect(resumed.answer()).toMatchObject({ ok: true, mode: 'resumed' })
    await vi.waitFor(() =>
      expect(resumed.rows.get(`messageCounts:${world.own.id}`)?.view).toMatchObject({ movedAt: 'Two' }),
    )
    expect([...resumed.rows.keys()]).toEqual([`messageCounts:${world.own.id}`])
    const stale = await second.watch(zoneNames, {}, 'no cursor')
    expect(stale.answer()).toMatchObject({ ok: true, mode: 'snapshot' })
  })

  it('refuses a watch without the feature, an unknown one, and bad input', async () => {
    const visitor = await person(world.users.visitor.id)
    expect((await visitor.watch(zoneNames, {})).answer()).toMatchObject({
      ok: false,
      refusal: { code: 'not-authorized' },
    })
    const rm = await person(world.users.rm.id)
    expect((await rm.watch({ ...zoneNames, name: 'test.none' }, {})).answer()).toMatchObject({
      refusal: { code: 'not-found' },
    })
    expect((await rm.watch(zoneNames, { more: 1 } as never)).answer()).toMatchObject({ refusal: { code: 'bad-input' } })
  })

  it('survives garbage on every event', async () => {
    const rm = await person(world.users.rm.id)
    const raw = rm.socket as unknown as {
      emit: (...args: unknown[]) => void
      timeout: (ms: number) => { emitWithAck: (...args: unknown[]) => Promise<unknown> }
    }
    for (const event of ['command', 'query', 'watch', 'unwatch']) {
      for (const body of [undefined, null, 7, 'x', [], {}, { id: 'x' }, { name: '__proto__', input: {} }]) {
        raw.emit(event, body)
        if (event !== 'unwatch') expect(await raw.timeout(60_000).emitWithAck(event, body)).toMatchObject({ ok: false })
      }
    }
    expect((await rm.watch(zoneNames, {})).answer()).toMatchObject({ ok: true })
  })

  it('keeps no room of a watch that was given up before it was answered', async () => {
    const rm = await person(world.users.rm.id)
    const asked = rm.socket.timeout(60_000).emitWithAck('watch', { watch: 'given-up', name: zoneNames.name, input: {} })
    rm.socket.emit('unwatch', { watch: 'given-up' }, () => {})
    await asked
    const [own] = (await sockets.io.fetchSockets()).filter(({ data }) => data.userId === world.users.rm.id)
    expect(own?.data.watches.size).toBe(0)
    expect([...(own?.rooms ?? [])].filter((room) => room.startsWith('zone:'))).toEqual([])
  })

  it('bounds watches and running calls of one socket, however fast they come', async () => {
    const rm = await person(world.users.rm.id)
    const watches = await Promise.all(
      Array.from({ length: 48 }, (_, index) =>
        rm.socket.timeout(60_000).emitWithAck('watch', { watch: `w${index}`, name: zoneNames.name, input: {} }),
      ),
    )
    expect(watches.filter(({ ok }) => ok)).toHaveLength(40)
    let open = () => {}
    letGo = new Promise<void>((resolve) => {
      open = resolve
    })
    const refused: unknown[] = []
    const calls = Array.from({ length: 400 }, async () => {
      const answer = await rm.query(slowly, {})
      if (!answer.ok) refused.push(answer)
      return answer
    })
    await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(350))
    open()
    expect((await Promise.all(calls)).filter(({ ok }) => ok)).toHaveLength(50)
    expect(refused).toEqual(
      Array.from({ length: 350 }, () => ({
        ok: false,
        refusal: { code: 'too-many-requests', params: { seconds: 1 } },
      })),
    )
    expect(await rm.query(slowly, {})).toEqual({ ok: true, reply: 'done' })
  })

  it('asks everybody when a notification cannot be read', async () => {
    const rm = await person(world.users.rm.id)
    const bye = new Promise((resolve) => rm.socket.once('bye', resolve))
    await db
      .knex('sessions')
      .where({ id_hash: Buffer.from(rm.sessionId, 'hex') })
      .delete()
    for (const text of ['null', '7', '{"users":{"length":1}}', '{'])
      await db.knex.raw(`select pg_notify('rights', ?)`, [text])
    expect(await bye).toEqual({ reason: 'session-ended' })
  })

  it('ends watches at once when a zone is taken away, and other rooms mean watching again', async () => {
    const rm = await person(world.users.remote.id)
    const watched = await rm.watch(zoneNames, {})
    await db.knex('user_zones').insert({ user_id: world.users.remote.id, zone_id: world.foreign.id })
    await vi.waitFor(() => expect(watched.ended()).toMatchObject({ refusal: null }))
    const wider = await rm.watch(zoneNames, {})
    expect(wider.rows.size).toBe(2)
    await db.knex('user_zones').where({ user_id: world.users.remote.id, zone_id: world.foreign.id }).delete()
    await vi.waitFor(() => expect(wider.ended()).not.toBeNull())
    const before = rm.pushes.length
    await rename(world.foreign.id, 'Not for you')
    const other = await person(world.users.foreignRm.id)
    const theirs = await other.watch(zoneNames, {})
    expect(theirs.rows.get(`messageCounts:${world.foreign.id}`)?.view).toMatchObject({ movedAt: 'Not for you' })
    expect(rm.pushes.slice(before)).toEqual([])
  })

  it('ends when the role loses the feature', async () => {
    const rm = await person(world.users.srm.id)
    const watched = await rm.watch(zoneNames, {})
    await db
      .knex('users')
      .where({ id: world.users.srm.id })
      .update({ role_id: db.knex('roles').select('id').where({ name: 'Visitor' }) })
    await vi.waitFor(() => expect(watched.ended()).toMatchObject({ refusal: { code: 'not-authorized' } }))
  })

  it('ends when the product is no longer sold to the tenant, and leaves others alone', async () => {
    const rm = await person(world.users.rm.id)
    const watched = await rm.watch(zoneNames, {})
    // After a change of products every view is read again: one that stays allowed shows when that has happened.
    const afterwards = async (basic: boolean) => {
      const allowed = await rm.watch(anything, { word: 'friend' })
      await db.knex('products').where({ prefix: 'BASIC_RM' }).update({ basic })
      await vi.waitFor(() => expect(allowed.ended()).toMatchObject({ refusal: null }))
    }
    await afterwards(false)
    expect(watched.ended()).toMatchObject({ refusal: { code: 'not-authorized' } })
    await afterwards(true)
    const back = await rm.watch(zoneNames, {})
    await db.knex('users').where({ id: world.users.rm.id }).update({ last_login_at: new Date() })
    await rename(world.own.id, 'Still here')
    await vi.waitFor(() =>
      expect(back.rows.get(`messageCounts:${world.own.id}`)?.view).toMatchObject({ movedAt: 'Still here' }),
    )
    expect(back.ended()).toBeNull()
  })

  it('reads views again when a site changes zones', async () => {
    const rm = await person(world.users.rm.id)
    const watched = await rm.watch(zoneNames, {})
    await db.knex('site_zones').insert({ zone_id: world.own.id, site_id: world.foreign.siteId })
    await vi.waitFor(() => expect(watched.ended()).toMatchObject({ refusal: null }))
    await db.knex('site_zones').where({ zone_id: world.own.id, site_id: world.foreign.siteId }).delete()
  })

  it('closes at once when the session is revoked [ACC-6] [ASVS V7.4.1]', async () => {
    const rm = await person(world.users.rm.id)
    const bye = new Promise((resolve) => rm.socket.once('bye', resolve))
    await db
      .knex('sessions')
      .where({ id_hash: Buffer.from(rm.sessionId, 'hex') })
      .update({ revoked_at: new Date() })
    await notify({ sessions: [rm.sessionId] })
    expect(await bye).toEqual({ reason: 'session-ended' })
    await vi.waitFor(() => expect(rm.socket.connected).toBe(false))
  })

  it('closes sockets whose session ran out while they were open [ASVS V7.3.2]', async () => {
    const rm = await person(world.users.rm.id)
    const bye = new Promise((resolve) => rm.socket.once('bye', resolve))
    await db
      .knex('sessions')
      .where({ id_hash: Buffer.from(rm.sessionId, 'hex') })
      .update({ expires_at: new Date(Date.now() - 1_000) })
    await sweepSessions(sockets.context, sockets.io, db.knex)
    expect(await bye).toEqual({ reason: 'session-ended' })
  })
})
