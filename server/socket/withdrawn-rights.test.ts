import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { command, watch } from '../../contract/kit.ts'
import { rooms } from '../../contract/rooms.ts'
import { publish } from '../../db/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { saying } from '../../db/testing/outbox.ts'
import { handle, watching } from '../kernel/bus/handle.ts'
import { endSessions } from '../session/end-sessions.ts'
import { connectPerson, type Person } from '../testing/person.ts'
import { cookieFor } from '../testing/sessions.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { startSockets, type TestSockets } from './testing/sockets.ts'

/** A view of one room, which shows what was said there last. */
const news = watch({ name: 'test.news', access: ['BASIC_RM'], input: z.strictObject({}), kinds: ['messageCounts'] })
const reading = watching(news, {
  rooms: async () => [rooms.zone(77)],
  snapshot: async () => [saying(1, [], { word: 'before' })],
})
const mark = command({
  name: 'test.mark',
  access: ['BASIC_RM'],
  input: z.strictObject({}),
  reply: z.literal('marked'),
  refusals: [],
  limit: { points: 1_000, seconds: 1 },
})
const marking = handle(mark, async ({ trx }) => {
  await trx('settings').insert({ key: 'marked', value: '1' }).onConflict('key').ignore()
  return 'marked' as const
})

const howMany = 50
let db: TestDatabase
let world: World
let sockets: TestSockets
const people: Person[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  sockets = await startSockets(db, {
    commands: new Map([[mark.name, marking]]),
    queries: new Map(),
    watches: new Map([[news.name, reading]]),
  })
})
afterEach(() => {
  for (const person of people.splice(0)) person.close()
})
afterAll(async () => {
  await sockets.close()
  await db.close()
})

async function screenOf(userId: number) {
  const person = await connectPerson(sockets.url, await cookieFor(db.knex, userId))
  people.push(person)
  return { person, watched: await person.watch(news, {}) }
}
const say = (word: string) =>
  db.knex.transaction((trx) => publish(trx, [saying(1, [rooms.zone(77)], { version: Date.now(), word })]))
const markBy = ({ socket, command }: Person): Promise<string> =>
  socket.connected
    ? command(mark, {}).then(
        (answer) => (answer.ok ? 'done' : answer.refusal.code),
        () => 'disconnected',
      )
    : Promise.resolve('disconnected')
const user = (id: number, row: object) => db.knex('users').where({ id }).update(row)

describe(`${howMany} open screens of a person`, () => {
  it.each([
    ['whose sessions end', 'rm', (id: number) => db.knex.transaction((trx) => endSessions(trx, { userId: id }))],
    [
      'whose account is deactivated',
      'srm',
      (id: number) => user(id, { state: 'DEACTIVATED', deactivated_at: new Date() }),
    ],
    [
      'whose role is taken away',
      'remote',
      (id: number) => user(id, { role_id: db.knex('roles').select('id').where({ name: 'Visitor' }) }),
    ],
  ] as const)('%s show nothing more and do nothing more [ACC-6] [ASVS V7.4.2] [ASVS V8.3.2]', async (_, who, take) => {
    const { id } = world.users[who]
    const screens = await Promise.all(Array.from({ length: howMany }, () => screenOf(id)))
    const other = await screenOf(world.users.foreignRm.id)
    expect(screens.every(({ watched }) => watched.answer().ok)).toBe(true)
    expect(await markBy(other.person)).toBe('done')
    await db.knex('settings').where({ key: 'marked' }).delete()

    await take(id)
    // Sent before the screens can know.
    const pending = screens.map(({ person }) => markBy(person))
    for (const code of await Promise.all(pending))
      expect(['session-expired', 'not-authorized', 'disconnected']).toContain(code)
    expect(await db.knex('settings').where({ key: 'marked' })).toEqual([])

    await vi.waitFor(() => {
      for (const { person, watched } of screens)
        expect(!person.socket.connected || watched.ended() !== null, 'still open').toBe(true)
    })
    const heard = screens.map(({ person }) => person.pushes.length)
    await say('afterwards')
    await vi.waitFor(() =>
      expect(other.watched.rows.get('messageCounts:1')?.view).toMatchObject({ movedAt: 'afterwards' }),
    )
    expect(screens.map(({ person }) => person.pushes.length)).toEqual(heard)
  })
})

describe('the handshake', () => {
  const knock = async (origin?: string) => {
    const answer = await fetch(`${sockets.url}/socket.io/?EIO=4&transport=polling`, {
      headers: origin ? { origin } : {},
    })
    return answer.status
  }

  it('is for pages of this host and of our addresses, and for programs [ASVS V4.4.2]', async () => {
    const { url } = sockets
    expect([await knock(), await knock(url), await knock('http://admin.localhost')]).toEqual([200, 200, 200])
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', `${url}.evil.example`])
      expect(await knock(origin), origin).toBe(403)
  })
})
