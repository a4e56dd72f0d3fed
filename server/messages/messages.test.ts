import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { list, messageCountsView, read, resend } from '../../contract/messages.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import {
  type BookingWorld,
  bookingWorld,
  done,
  refusedWith,
  type TestPerson,
} from '../reservations/testing/booking-world.ts'
import { operator } from '../reservations/testing/life.ts'
import countsHandler from './counts.ts'
import listHandler from './list.ts'
import { queueMessages } from './queue.ts'
import readHandler from './read.ts'
import resendHandler from './resend.ts'
import { type MessageWorld, messageWorld } from './testing/message-world.ts'

let db: TestDatabase
let knex: Knex
let world: BookingWorld
let messages: MessageWorld
let manager: TestPerson
let stranger: TestPerson
let admin: TestPerson
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  world = await bookingWorld(knex, { handlers: [listHandler, readHandler, resendHandler, countsHandler] })
  messages = await messageWorld(knex)
  manager = await operator(knex, { ...world, ...messages })
  stranger = await operator(knex, world)
  admin = await operator(knex, world, { role: 'Admin', inZone: false })
})
afterAll(() => db?.close())
beforeEach(async () => {
  await knex('messages').delete()
  await knex.transaction((trx) =>
    queueMessages(trx, [
      messages.message('reservation-confirmed', 'a'),
      messages.message('reservation-canceled', 'b'),
      {
        ...messages.message('gateway-silent', 'c'),
        gatewayId: messages.gatewayId,
        data: { since: new Date().toISOString() },
      },
    ]),
  )
})

const kindsOf = async (person: TestPerson, input: z.input<typeof list.input> = {}) =>
  done(await person.ask(list, input)).rows.map(({ kind, channel }) => `${kind} ${channel}`)

describe('the list of messages', () => {
  it('shows operators those of their zones, and admins all [NOTE-1]', async () => {
    const own = [
      'gateway-silent mail',
      'reservation-confirmed mail',
      'reservation-canceled sms',
      'reservation-canceled mail',
    ]
    expect((await kindsOf(manager)).toSorted()).toEqual(own.toSorted())
    expect((await kindsOf(admin)).toSorted()).toEqual(own.toSorted())
    expect(await kindsOf(stranger)).toEqual([])
    await knex('messages').where({ dedupe_key: 'a' }).update({ site_id: null })
    expect(await kindsOf(manager)).toHaveLength(3)
    expect(await kindsOf(admin)).toHaveLength(4)
  })

  it('filters by state, channel, kind, person, address and reservation, page by page', async () => {
    await knex('messages').where({ dedupe_key: 'b' }).update({ state: 'failed', error: '550 nobody' })
    expect(await kindsOf(manager, { filters: { state: 'failed' } })).toEqual(['reservation-canceled mail'])
    expect(await kindsOf(manager, { filters: { channel: 'sms' } })).toEqual(['reservation-canceled sms'])
    expect(await kindsOf(manager, { filters: { kind: 'gateway-silent' } })).toEqual(['gateway-silent mail'])
    expect(await kindsOf(manager, { search: '49151' })).toEqual(['reservation-canceled sms'])
    expect(await kindsOf(manager, { search: messages.email })).toHaveLength(3)
    expect(await kindsOf(manager, { search: '100%' })).toEqual([])
    const { number } = (await knex('reservations').where({ id: messages.reservationId }).first('number')) as {
      number: number
    }
    expect(await kindsOf(manager, { search: String(number) })).toHaveLength(4)
    const second = done(await manager.ask(list, { page: 2, pageSize: 3 }))
    expect(second).toMatchObject({
      recordCount: 4,
      countIsExact: true,
      counts: { queued: 3, sent: 0, failed: 1, suppressed: 0 },
      ways: { mail: 'outbox', sms: 'outbox' },
    })
    expect(second.rows).toHaveLength(1)
  })

  it('shows the text as it was written, with complete addresses; strangers see nothing of it', async () => {
    const [item] = done(await manager.ask(list, { filters: { kind: 'reservation-confirmed' } })).rows
    const messageId = item?.id ?? 0
    const said = done(await manager.ask(read, { messageId }))
    expect(said).toMatchObject({
      state: 'queued',
      attempts: 0,
      error: null,
      person: expect.stringMatching(/^visitor/) as string,
    })
    expect(said.text).toContain(`http://localhost/reserved-parking-lots/${messages.reservationId}`)
    expect(said.html).toContain('href="http://localhost/profile"')
    expect(refusedWith(await stranger.ask(read, { messageId }))).toBe('not-found')
    expect(refusedWith(await stranger.send(resend, { messageId }))).toBe('not-found')
  })
})

describe('sending again', () => {
  it('queues a failed message with all its attempts, once, and updates the screens [NOTE-1]', async () => {
    const { id: messageId } = (await knex('messages').where({ dedupe_key: 'a' }).first('id')) as { id: number }
    expect(refusedWith(await manager.send(resend, { messageId }))).toBe('message-not-failed')
    await knex('messages').where({ id: messageId }).update({ state: 'failed', attempts: 8, error: '550' })
    await knex('outbox').delete()
    const answers = await Promise.all([1, 2, 3].map(() => manager.send(resend, { messageId })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await knex('messages').where({ id: messageId }).first()).toMatchObject({ state: 'queued', attempts: 0 })
    const [told] = await many<{ changes: { kind: string; id: number; view: object; rooms: string[] }[] }>(
      knex,
      'select changes from outbox',
    )
    expect(told?.changes).toEqual([
      expect.objectContaining({ kind: 'messageCounts', id: 0, rooms: ['all'] }) as object,
      expect.objectContaining({
        id: messages.zoneId,
        rooms: [`zone:${messages.zoneId}`],
        view: { queued: 4, failed: 0, movedAt: expect.any(String) as string },
      }) as object,
    ])
    expect(messageCountsView.safeParse(told?.changes[1]?.view).success).toBe(true)
  })
})
