import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { openSession } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { type AccountChange, queueAccountNotice } from './queue-account-notice.ts'

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await createTestDatabase()
  world = await makeWorld(database.knex)
})
afterAll(() => database.close())

const sentences: Record<AccountChange, true> = {
  password: true,
  'password-reset': true,
  email: true,
  'mobile-number': true,
  'passkey-added': true,
  'passkey-removed': true,
  'totp-on': true,
  'totp-off': true,
  'recovery-codes': true,
  'recovery-code-used': true,
  'factors-removed': true,
  'sign-in-linked': true,
  'sign-in-unlinked': true,
  'account-cancelled': true,
}
const changes = Object.keys(sentences) as AccountChange[]
interface Row {
  recipient: string
  body_text: string
}
const queued = () => database.knex('messages').where({ kind: 'account-changed' }).orderBy('id') as Promise<Row[]>

it('tells in each language what was changed, when and from where, in a sentence of its own [ACC-13]', async () => {
  const { knex } = database
  const { id } = world.users.rm
  const session = await openSession(knex, id)
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
  await knex('sessions').where({ id_hash: session }).update({ address: '203.0.113.9', user_agent: userAgent })
  for (const language of ['de', 'en', 'fr', 'it']) {
    await knex('messages').delete()
    await knex('users').where({ id }).update({ language })
    const at = new Date('2026-11-27T12:00:00Z')
    await knex.transaction(async (trx) => {
      for (const what of changes) await queueAccountNotice(trx, id, what, at, { sessionId: session.toString('hex') })
      // A change that has no sentence has a general one.
      await queueAccountNotice(trx, id, 'nothing known' as AccountChange, at)
    })
    const rows = await queued()
    expect(new Set(rows.map((row) => row.body_text.split('\n\n')[1])).size).toBe(changes.length + 1)
    for (const { body_text: text } of rows.slice(0, -1)) {
      expect(text).toContain('rm@world.example')
      expect(text).toMatch(/13[:.h]\s?00/)
      expect(text).toContain('Firefox, Linux')
      expect(text).toContain('203.0.113.9')
    }
  }
})

it('goes to the old address after an e-mail change, though nobody wants mails [ACC-13] [NOTE-1]', async () => {
  const { knex } = database
  await knex('messages').delete()
  await knex('users').where({ id: world.users.rm.id }).update({ state: 'DEACTIVATED' })
  await knex.transaction((trx) =>
    queueAccountNotice(trx, world.users.rm.id, 'email', new Date(), { email: 'old@world.example' }),
  )
  expect((await queued()).map(({ recipient }) => recipient)).toEqual(['old@world.example'])
})
