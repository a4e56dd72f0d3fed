import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changeNotificationSettings, notificationSettings } from '../../contract/people.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import {
  type BookingWorld,
  bookingWorld,
  done,
  refusedWith,
  type TestPerson,
} from '../reservations/testing/booking-world.ts'
import { operator } from '../reservations/testing/life.ts'
import change from './change-notification-settings.ts'
import settings from './notification-settings.ts'

let db: TestDatabase
let knex: Knex
let world: BookingWorld
let person: TestPerson
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  world = await bookingWorld(knex, { handlers: [change, settings] })
  person = await world.person()
  await knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'SMS'`,
    [world.tenantId],
  )
})
afterAll(() => db?.close())

const read = async (who = person) => done(await who.ask(notificationSettings, {}))
const user = () =>
  knex('users').where({ id: person.userId }).first('mobile_number', 'wants_sms', 'sms_consent_at') as Promise<{
    mobile_number: string | null
    wants_sms: boolean
    sms_consent_at: Date | null
  }>

describe('what people want to be told', () => {
  it('is everything by mail and nothing by SMS at first; malfunctions only for operators [NOTE-1]', async () => {
    expect(await read()).toMatchObject({
      settings: [
        { group: 'reservations', mail: true, sms: true },
        { group: 'maintenance', mail: true, sms: true },
      ],
      mobileNumber: null,
      smsConsentAt: null,
      smsOffered: true,
    })
    const manager = await operator(knex, world)
    expect((await read(manager)).settings.at(-1)).toEqual({ group: 'malfunctions', mail: true, sms: null })
  })

  it('refuses a group that is named twice, at the second [NOTE-1]', async () => {
    const twice = { group: 'reservations', mail: true, sms: true } as const
    const answer = await person.send(changeNotificationSettings, { settings: [twice, { ...twice, mail: false }] })
    expect(answer).toMatchObject({
      refusal: { code: 'bad-input', fields: [{ path: 'settings.1', issue: 'field-twice' }] },
    })
  })

  it('changes what is named and leaves the rest', async () => {
    const reservations = { group: 'reservations', mail: false, sms: true } as const
    const malfunctions = { group: 'malfunctions', mail: false, sms: false } as const
    done(await person.send(changeNotificationSettings, { settings: [reservations, malfunctions] }))
    expect(await knex('notification_settings').where({ user_id: person.userId })).toHaveLength(1)
    const maintenance = { group: 'maintenance', mail: false, sms: false } as const
    const after = done(await person.send(changeNotificationSettings, { settings: [maintenance] }))
    expect(after.settings).toEqual([reservations, maintenance])
    expect(await knex('users').where({ id: person.userId }).first('allow_maintenance_mails')).toEqual({
      allow_maintenance_mails: false,
    })
  })

  it('keeps a mobile number as it is dialled from everywhere, and refuses what is none [NOTE-2]', async () => {
    for (const mobileNumber of ['12', '0761 2034567', 'abc'])
      expect(refusedWith(await person.send(changeNotificationSettings, { mobileNumber }))).toBe('mobile-number-invalid')
    expect(done(await person.send(changeNotificationSettings, { mobileNumber: '0151 23456789' }))).toMatchObject({
      mobileNumber: '+4915123456789',
      mobileValid: true,
    })
    expect(JSON.stringify(await knex('commands').select('input'))).not.toContain('15123456789')
  })

  it('reads a national form by the country of the person, else of the company [F16]', async () => {
    await knex('tenants').where('id', world.tenantId).update({ country: 'Schweiz' })
    const swiss = await person.send(changeNotificationSettings, { mobileNumber: '079\u200b １２３ 45 67' })
    expect(done(swiss).mobileNumber).toBe('+41791234567')
    await knex('tenants').where('id', world.tenantId).update({ country: null })
  })

  it('takes consent with its time by the database’s clock; without it, or without number, it ends at once [NOTE-2]', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    const first = done(await person.send(changeNotificationSettings, { smsConsent: true }))
    vi.useRealTimers()
    expect(Math.abs(Date.parse(first.smsConsentAt ?? '') - Date.now())).toBeLessThan(60_000)
    const again = done(
      await person.send(changeNotificationSettings, { smsConsent: true, mobileNumber: '0160 1234567' }),
    )
    expect(again.smsConsentAt).toBe(first.smsConsentAt)
    done(await person.send(changeNotificationSettings, { smsConsent: false }))
    expect(await user()).toEqual({ mobile_number: '+491601234567', wants_sms: false, sms_consent_at: null })
    done(await person.send(changeNotificationSettings, { smsConsent: true }))
    done(await person.send(changeNotificationSettings, { mobileNumber: null }))
    expect(await user()).toEqual({ mobile_number: null, wants_sms: false, sms_consent_at: null })
    expect(refusedWith(await person.send(changeNotificationSettings, { smsConsent: true }))).toBe(
      'mobile-number-invalid',
    )
    await knex('product_tenants').delete()
    expect(
      refusedWith(await person.send(changeNotificationSettings, { smsConsent: true, mobileNumber: '0160 1234567' })),
    ).toBe('sms-not-offered')
  })
})
