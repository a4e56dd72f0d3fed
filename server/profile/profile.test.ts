import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  change,
  changeRmContact,
  defaultPlate,
  type ProfileView,
  read,
  rmContact,
  zones,
} from '../../contract/profile.ts'
import { goodProfile } from '../../contract/testing/bad-input/profile.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { busCalls, inShort, type Login } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
})
afterAll(() => db.close())

const profileOf = (who: Login = 'visitor') => calls.ask(who, read, {})
const save = async (more: object, who: Login = 'visitor') =>
  calls.send(who, change, { ...goodProfile, version: (await profileOf(who)).version, ...more })
const saved = async (more: object, who: Login = 'visitor'): Promise<ProfileView> => {
  const answer = await save(more, who)
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return profileOf(who)
}
const refused = async (more: object, who: Login = 'visitor') => {
  const answer = await save(more, who)
  return answer.ok ? ['saved'] : inShort(answer.refusal)
}

describe('the profile', () => {
  it('keeps personal data and shows them again, with the name on screen at once [PROF-1]', async () => {
    const typed = {
      title: 'Dr.',
      gender: 'female',
      firstname: 'Vera',
      lastname: 'Besucher',
      addressLine1: 'Am Hafen 1',
      addressLine2: 'Hinterhaus',
      zip: '79098',
      city: 'Freiburg',
      country: 'Deutschland',
      allowsAutomaticAccess: true,
    }
    expect(await saved(typed)).toMatchObject({ ...typed, country: 'DE', username: 'visitor', hasPassword: true })
    const { rows } = await db.knex.raw<{ rows: object[] }>(
      `select c -> 'view' ->> 'name' as name from outbox, jsonb_array_elements(changes) c where c ->> 'kind' = 'me' order by outbox.id desc limit 1`,
    )
    expect(rows).toEqual([{ name: 'Vera Besucher' }])
  })

  it('is saved only as it was seen; what changed meanwhile is shown [PROF-1]', async () => {
    const { version } = await profileOf()
    await saved({ firstname: 'Theirs' })
    const answer = await calls.send('visitor', change, { ...goodProfile, version, firstname: 'Mine' })
    expect(answer).toMatchObject({
      refusal: { code: 'changed-meanwhile', current: { values: { firstname: 'Theirs' } } },
    })
    expect((await profileOf()).firstname).toBe('Theirs')
  })

  it('has the same version after a login, a new one after a change of plates alone', async () => {
    const { version } = await saved({})
    await db.knex('users').where('id', world.users.visitor.id).update({ last_login_at: new Date() })
    expect((await profileOf()).version).toBe(version)
    expect((await saved({ licencePlates: [{ plate: 'FR-E 414' }] })).version).toBeGreaterThan(version)
  })

  it('stores nothing personal in the audit trail [PROF-1]', async () => {
    await saved({ city: 'Hohenschwangau', mobileNumber: '0151 23456789', licencePlates: [{ plate: 'OAL-X 77' }] })
    const { rows } = await db.knex.raw<{ rows: object[] }>(
      `select from commands where input::text ~ 'Hohenschwangau|23456789|OAL-X'`,
    )
    expect(rows).toEqual([])
  })
})

describe('licence plates', () => {
  it('are several, the first is the default, in the order of their owner [PROF-1]', async () => {
    const plates = ['fr hf 2026', 'B-AB 123 04/10', 'CZ-88 SV']
    const { licencePlates } = await saved({ licencePlates: plates.map((plate) => ({ plate })) })
    expect(licencePlates.map(({ plate }) => plate)).toEqual(['FR HF 2026', 'B-AB 123', 'CZ-88 SV'])
    expect(await calls.ask('visitor', defaultPlate, {})).toEqual({ plate: 'FR HF 2026' })
    await saved({ licencePlates: [...licencePlates].reverse() })
    expect(await calls.ask('visitor', defaultPlate, {})).toEqual({ plate: 'CZ-88 SV' })
    expect(await db.knex('licence_plates').where({ user_id: world.users.visitor.id, is_default: true })).toHaveLength(1)
    await saved({ licencePlates: [] })
    expect(await calls.ask('visitor', defaultPlate, {})).toEqual({ plate: null })
  })

  it('are what cameras can read, also by the database [F6] [F7]', async () => {
    for (const plate of ['--', '.', '🚗'])
      expect(await refused({ licencePlates: [{ plate }] })).toEqual([
        'bad-input',
        'licencePlates.0.plate plate-invalid',
      ])
    const looks = await save({ licencePlates: [{ plate: 'В-АВ 123' }] })
    expect(looks).toMatchObject({
      refusal: { fields: [{ issue: 'plate-look-alike', params: { offer: 'B-AB 123' } }] },
    })
    for (const plate of ['--', 'В-АВ 123', '京A 12345'])
      await expect(db.knex('licence_plates').insert({ user_id: world.users.visitor.id, plate })).rejects.toMatchObject({
        constraint: 'licence_plates_readable',
      })
  })
})

describe('telephone numbers', () => {
  beforeEach(() => db.knex('tenants').where('id', world.tenants.own).update({ country: 'DE' }))

  it.each([
    ['the country of the person', 'CH', 'DE', '079 123 45 67', '+41791234567'],
    ['the country of the company', null, 'Italia', '347 123 4567', '+393471234567'],
    ['Germany otherwise', null, null, '0151 23456789', '+4915123456789'],
    ['no country, with its code', 'CH', 'CH', '+33 6 12 34 56 78', '+33612345678'],
    ['wide digits and invisible characters', 'DE', null, '０１５１\u200b 2345\ufe0f6789', '+4915123456789'],
  ])('are read by %s [F16]', async (_, country, company, typed, number) => {
    await db.knex('tenants').where('id', world.tenants.own).update({ country: company })
    expect((await saved({ country, mobileNumber: typed })).mobileNumber).toBe(number)
  })

  it('are refused where they do not exist; a landline number is no mobile one [PROF-1]', async () => {
    expect(await refused({ landlineNumber: '0761 1', mobileNumber: '0761 2034567' })).toEqual([
      'bad-input',
      'landlineNumber field-phone',
      'mobileNumber mobile-number-invalid',
    ])
    expect((await saved({ landlineNumber: '0761 2034567' })).landlineNumber).toBe('+497612034567')
  })

  it('that are taken away end the consent to SMS [NOTE-2]', async () => {
    await saved({ mobileNumber: '0151 23456789' })
    const user = db.knex('users').where('id', world.users.visitor.id)
    await user.clone().update({ wants_sms: true, sms_consent_at: new Date() })
    await saved({ mobileNumber: null })
    expect(await user.first('wants_sms', 'sms_consent_at')).toEqual({ wants_sms: false, sms_consent_at: null })
  })
})

describe('where somebody starts', () => {
  it('is a page that they may open [NAV-10]', async () => {
    expect((await saved({ initialPage: '/reservations/current' })).initialPage).toBe('/reservations/current')
    for (const initialPage of ['/tenants', '/malfunctions', '/nowhere', '//evil.example', 'constructor'])
      expect(await refused({ initialPage })).toEqual(['bad-input', 'initialPage field-not-offered'])
    expect((await saved({ initialPage: '/malfunctions' }, 'rm')).initialPage).toBe('/malfunctions')
  })

  it('is a zone of their own, or with sites that they can book [NAV-10]', async () => {
    const { own, foreign } = world
    const empty = await insert(db.knex, 'zones', { name: 'Empty', tenant_id: world.tenants.own })
    expect((await calls.ask('visitor', zones, {})).map(({ id }) => id)).toEqual([own.id])
    expect((await saved({ firstOpenedZoneId: own.id })).firstOpenedZone).toMatchObject({ id: own.id })
    for (const firstOpenedZoneId of [foreign.id, empty, 999_999])
      expect(await refused({ firstOpenedZoneId })).toEqual(['bad-input', 'firstOpenedZoneId field-not-found'])
    expect(await refused({ firstOpenedZoneId: foreign.id }, 'rm')).toEqual([
      'bad-input',
      'firstOpenedZoneId field-not-found',
    ])
  })
})

describe('the contact of those who block', () => {
  const contact = { rmContactEmail: 'ＲＭ@example.org', rmContactPhoneNumber: '0761 2034567' }

  it('is kept by them, and shown to whom they block, nobody else [PROF-2]', async () => {
    const userId = world.users.rm.id
    await db.knex.raw(
      `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'BLOCK_USERS' on conflict do nothing`,
      [world.tenants.own],
    )
    const kept = { rmContactEmail: 'RM@example.org', rmContactPhoneNumber: '+497612034567' }
    expect(await calls.done('rm', changeRmContact, { userId, ...contact })).toEqual(kept)
    expect(await calls.ask('rm', rmContact, { userId })).toMatchObject({ id: userId, name: 'Test', ...kept })
    expect(await calls.refused('visitor', changeRmContact, { userId, ...contact })).toMatchObject({
      code: 'not-authorized',
    })
    expect(await calls.refused('rm', changeRmContact, { userId: world.users.srm.id, ...contact })).toMatchObject({
      code: 'not-found',
    })
    const asked = () => calls.ask('visitor', rmContact, { userId }).catch((error: Error) => error.message)
    expect(await asked()).toContain('not-found')
    await insert(db.knex, 'blocked_users', {
      user_id: world.users.visitor.id,
      zone_id: world.own.id,
      block_rm_id: userId,
      block_reason: 'Parked across',
    })
    expect(await asked()).toMatchObject(kept)
  })
})
