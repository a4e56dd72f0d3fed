import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { plantUser } from '../../db/testing/fixtures.ts'
import { type Message, queueMessages } from './queue.ts'
import { type MessageWorld, messageWorld } from './testing/message-world.ts'

let db: TestDatabase
let knex: Knex
let world: MessageWorld
beforeAll(async () => {
  db = await createTestDatabase({ max: 12 })
  knex = db.knex
  world = await messageWorld(knex)
})
afterAll(() => db?.close())
beforeEach(async () => {
  await knex('messages').delete()
  await knex.raw('delete from graphile_worker._private_jobs')
})

const queue = (...messages: Message[]) => knex.transaction((trx) => queueMessages(trx, messages))
const written = () => knex('messages').orderBy('id').select()

describe('the queue of messages', () => {
  it('writes the mail in the language of its person, with the sender of the zone [NOTE-1]', async () => {
    await knex('users').where({ id: world.userId }).update({ language: 'fr', firstname: 'Zoé', lastname: 'Martin' })
    expect(await queue(world.message('reservation-confirmed'))).toBe(1)
    const [mail] = await written()
    expect(mail).toMatchObject({
      channel: 'mail',
      language: 'fr',
      recipient: world.email,
      sender_name: 'Parken am See',
      state: 'queued',
      attempts: 0,
      reservation_id: world.reservationId,
      site_id: world.siteId,
    })
    expect(mail.subject).toMatch(/^Réservé : /)
    expect(mail.body_text).toContain('Bonjour Zoé Martin,')
    const jobs = await many(
      knex,
      `select task_identifier as task, key from graphile_worker.jobs where run_at = created_at`,
    )
    expect(jobs).toEqual([{ task: 'messages.mail', key: `messages.mail ${mail.id}` }])
  })

  it('accepts each message once, whoever queues it concurrently and in whatever order [NOTE-1]', async () => {
    const messages = Array.from({ length: 40 }, (_, index) => world.message('reservation-rebooked', `move:${index}`))
    const fresh = await Promise.all(
      Array.from({ length: 10 }, (_, worker) => queue(...(worker % 2 ? messages : messages.toReversed()))),
    )
    expect(fresh.reduce((sum, count) => sum + count, 0)).toBe(40)
    expect(await written()).toHaveLength(80)
    expect(await queue(...messages)).toBe(0)
  })

  it('queues nothing when its transaction rolls back', async () => {
    const failing = knex.transaction(async (trx) => {
      await queueMessages(trx, [world.message('reservation-canceled')])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await written()).toEqual([])
    expect(await many(knex, 'select from graphile_worker.jobs')).toEqual([])
  })

  it('keeps, but does not send, what the person switched off; losses are always sent [NOTE-1]', async () => {
    await world.settings({ reservations: { mail: false } })
    await world.change({ allow_maintenance_mails: false })
    await queue(
      world.message('reservation-confirmed'),
      world.message('maintenance-not-moved'),
      world.message('maintenance-restored'),
    )
    expect(
      (await written()).filter(({ channel }) => channel === 'mail').map((row) => [row.kind, row.state, row.error]),
    ).toEqual([
      ['maintenance-not-moved', 'queued', null],
      ['maintenance-restored', 'suppressed', 'switched-off'],
      ['reservation-confirmed', 'suppressed', 'switched-off'],
    ])
    await world.settings({ maintenance: { mail: false } })
    await world.change({ allow_maintenance_mails: true })
    await queue(world.message('maintenance-restored', 'again'), world.message('reservation-changed', 'again too'))
    expect((await written()).slice(-2).map(({ state }) => state)).toEqual(['queued', 'queued'])
  })

  it('sends nothing to a closed account, and skips people who do not exist', async () => {
    const gone = await plantUser(knex, 'gone')
    await knex('users').where({ id: gone }).update({ state: 'DEACTIVATED' })
    const message = world.message('reservation-canceled')
    expect(
      await queue(
        { ...message, userId: gone, dedupeKey: 'gone' },
        { ...message, userId: 999_999, dedupeKey: 'nobody' },
      ),
    ).toBe(1)
    expect(await written()).toMatchObject([{ user_id: gone, state: 'suppressed', error: 'account-inactive' }])
  })

  it('sends SMS only if product, access time, consent, number and setting all allow it [NOTE-2] [ADM-25] [EVT-1]', async () => {
    const conditions: [string, () => Promise<unknown>][] = [
      ['product', () => knex('product_tenants').delete()],
      ['access time', () => world.rules({ smsEnabled: false })],
      ['request', () => world.change({ wants_sms: false })],
      ['consent', () => world.change({ sms_consent_at: null })],
      ['number', () => world.change({ mobile_number: '+49 761 2034567' })],
      ['no number', () => world.change({ mobile_number: null })],
      ['setting', () => world.settings({ maintenance: { sms: false } })],
    ]
    await world.allowSms()
    await queue(world.message('maintenance-not-moved', 'all'))
    expect(await knex('messages').where({ channel: 'sms' })).toMatchObject([
      { recipient: '+4915123456789', subject: null, body_html: null, dedupe_key: 'all:sms' },
    ])
    for (const [missing, take] of conditions) {
      await world.allowSms()
      await take()
      await queue(world.message('maintenance-not-moved', missing))
      expect(await knex('messages').where({ dedupe_key: missing }), missing).toHaveLength(1)
      expect(await knex('messages').where({ dedupe_key: `${missing}:sms` }), missing).toEqual([])
    }
    await world.allowSms()
    await queue(world.message('reservation-confirmed', 'not urgent'))
    expect(await knex('messages').where({ dedupe_key: 'not urgent:sms' })).toEqual([])
  })

  it('queues 2,000 at once in few statements', async () => {
    let statements = 0
    const count = () => (statements += 1)
    knex.on('query', count)
    const messages = Array.from({ length: 2_000 }, (_, index) =>
      world.message('maintenance-lost-access', `many:${index}`),
    )
    expect(await queue(...messages)).toBe(2_000)
    knex.off('query', count)
    expect(statements).toBeLessThan(15)
  })
})
