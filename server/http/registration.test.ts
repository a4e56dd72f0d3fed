import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { runJobs } from '../jobs/testing/run-jobs.ts'
import { createSending } from '../messages/sending.ts'
import { createSmtp } from '../messages/smtp.ts'
import { linkIn } from '../messages/testing/link-in.ts'
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts'
import { dropRegistrations } from '../session/drop-registrations.ts'
import { browserHash } from '../session/known-browsers.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { cookieOf } from './testing/cookies.ts'

let database: TestDatabase
let world: World
let app: TestApp
let mails: MailServer
beforeAll(async () => {
  database = await createTestDatabase()
  world = await makeWorld(database.knex)
  mails = await startMailServer()
})
beforeEach(async () => {
  await app?.close()
  app = await startApp(database.knex)
  await database.knex('rate_limits').delete()
  await database.knex('messages').delete()
  await database.knex('users').where({ email: 'anna@new.example' }).delete()
  mails.received.splice(0)
})
afterAll(async () => {
  await app.close()
  await mails.close()
  await database.close()
})

const wanted = { email: 'anna@new.example', password: 'k7w-mo', language: 'en', tosAccepted: true }
const register = (change: object = {}, headers = {}) =>
  app.ask('POST', '/users/register', { body: { ...wanted, ...change }, headers })
const person = () => database.knex('users').where({ email: 'anna@new.example' }).first()
async function sentLink(): Promise<string> {
  const mail = createSmtp({ url: mails.url, from: 'noreply@new.example', connections: 1 })
  const sending = createSending({
    knex: database.knex,
    log: pino({ level: 'silent' }),
    mail,
    sms: null,
    portalUrl: 'https://portal.example',
  })
  await runJobs(database.knex, sending.lanes)
  await sending.stop()
  return linkIn(mails.received.at(-1)?.raw ?? '')
}
const confirm = (token: string, more: { password?: string; cookie?: string } = {}) => {
  const { cookie, ...body } = more
  return app.ask('POST', '/users/register_confirm', {
    body: { token, ...body },
    ...(cookie === undefined ? {} : { cookie }),
  })
}

describe('POST /users/register', () => {
  it('makes a visitor who must confirm, with the accepted terms and the language; stores no password [ACC-3] [API-1]', async () => {
    const answer = await register({ firstname: ' Anna ', lastname: '', language: 'fr' })
    expect(answer).toMatchObject({ status: 201, body: { email: 'anna@new.example' } })
    const user = await person()
    expect(user).toMatchObject({ state: 'REGISTERED', language: 'fr', firstname: 'Anna', lastname: null, role_id: 3 })
    expect(user.tos_accepted_at).toBeInstanceOf(Date)
    expect(user.password_hash).toMatch(/^\$argon2id\$/)
    const trail = await database.knex('commands').where({ name: 'session.register' })
    expect(trail).toMatchObject([{ actor: 'guest', outcome: 'done', user_id: user.id }])
    expect(JSON.stringify(trail)).not.toMatch(/k7w-mo|anna@/)
    expect(app.log()).not.toMatch(/k7w-mo|anna@/)
    const early = await app.ask('POST', '/users/login', {
      body: { data: { type: 'users', attributes: { login: wanted.email, password: wanted.password } } },
    })
    expect(early).toMatchObject({ status: 403, error: { code: 'registration-not-finished' } })
  })

  it.each([
    [{ tosAccepted: false }, 'bad-input', '/tosAccepted'],
    [{ tosAccepted: undefined }, 'bad-input', '/tosAccepted'],
    [{ email: 'anna' }, 'bad-input', '/email'],
    [{ password: 'k7w-m' }, 'bad-input', '/password'],
    [{ password: 'password1' }, 'password-too-common', '/password'],
    [{ password: 'anna-7' }, 'password-too-common', '/password'],
    [{ language: 'es' }, 'bad-input', '/language'],
    [{ role: 'Admin' }, 'bad-input', '/role'],
    [{ firstname: 'x'.repeat(46) }, 'bad-input', '/firstname'],
  ])('refuses %j with 400 at the field [ACC-3] [ASVS V6.2.4]', async (change, code, pointer) => {
    const answer = await register(change)
    expect(answer).toMatchObject({ status: 400, error: { code } })
    expect(answer.text).toContain(`"pointer":"${pointer}"`)
    expect(await person()).toBeUndefined()
  })

  it('refuses a used address with 409, and over all callers only a hundred times an hour: then its owner gets a mail [ACC-3] [ASVS V6.3.8]', async () => {
    const used = { email: 'Visitor@World.example' }
    const answer = await register(used)
    expect(answer).toMatchObject({ status: 409, error: { code: 'email-used', detail: 'E-mail is already used.' } })
    expect(await database.knex('messages').select()).toEqual([])
    const spent = await startApp(database.knex, ({ limits }) => ({
      limits: { ...limits, take: async (key) => (key === 'session.register:used' ? 60 : null) },
    }))
    for (let times = 0; times < 3; times += 1)
      expect(await spent.ask('POST', '/users/register', { body: { ...wanted, ...used } })).toMatchObject({
        status: 201,
      })
    await spent.close()
    expect(await database.knex('messages').select('kind', 'user_id')).toEqual([
      { kind: 'registration-exists', user_id: world.users.visitor.id },
    ])
    expect(await database.knex('users').where({ id: world.users.visitor.id }).first()).toMatchObject({
      state: 'ACTIVE',
    })
  })

  it('is limited by address [ACC-3] [ASVS V6.3.1]', async () => {
    for (let times = 0; times < 20; times += 1) await register({ tosAccepted: false })
    expect(await register()).toMatchObject({ status: 429, error: { code: 'too-many-requests' } })
  })

  it('joins the company of the login path or prefix, else of the host, else none where there are several [ACC-3] [ACC-7]', async () => {
    const { own, foreign } = world.tenants
    await database.knex('tenants').where({ id: foreign }).update({ login_path: 'quay' })
    await database.knex('tenant_hosts').insert({ host: 'localhost', tenant_id: own })
    const companies = async () => {
      const { id, session_tenant_id } = await person()
      return [
        session_tenant_id,
        (await database.knex('user_tenants').where({ user_id: id })).map((row) => row.tenant_id),
      ]
    }
    await register({ company: 'quay' })
    expect(await companies()).toEqual([foreign, [foreign]])
    await database.knex('users').where({ email: wanted.email }).delete()
    const { prefix } = await database.knex('tenants').where({ id: foreign }).first()
    await register({ company: String(prefix).toUpperCase() })
    expect(await companies()).toEqual([foreign, [foreign]])
    await database.knex('users').where({ email: wanted.email }).delete()
    await register({ company: 'nobody' })
    expect(await companies()).toEqual([null, []])
  })

  it('of an unconfirmed account starts again: the last password, a new link; three mails an hour [ACC-3]', async () => {
    await register({ firstname: 'Anna' })
    const first = await sentLink()
    expect(await register({ password: 't4x.ob' })).toMatchObject({ status: 201 })
    const second = await sentLink()
    expect(await confirm(first)).toMatchObject({ status: 409, error: { code: 'link-used' } })
    expect(await confirm(second, { password: 'k7w-mo' })).toMatchObject({ status: 401 })
    expect(await person()).toMatchObject({ state: 'REGISTERED', firstname: 'Anna' })
    await register()
    await register()
    expect(await database.knex('messages').where({ kind: 'registration' })).toHaveLength(3)
  })
})

describe('the link in the mail', () => {
  it('logs in at once in the browser that registered, and gives back what was chosen [ACC-3]', async () => {
    const chosen = {
      siteId: 1,
      deviceId: 2,
      start: '2026-05-01T10:00:00.000Z',
      end: '2026-05-01T11:00:00.000Z',
      now: false,
    }
    const cookie = cookieOf(await register({ chosen }), 'registering')
    const token = await sentLink()
    const read = await app.ask('GET', `/users/getUserEmailWithRegisterToken?token=${token}`, { cookie })
    expect(read.body).toEqual({ email: wanted.email, sameBrowser: true })
    const answer = await confirm(token, { cookie })
    expect(answer).toMatchObject({ status: 200, body: { loggedIn: true, chosen } })
    const sid = cookieOf(answer, 'sid')
    expect(await app.ask('GET', '/users/me/products', { cookie: sid })).toMatchObject({ status: 200 })
    const { id, state } = await person()
    expect(state).toBe('ACTIVE')
    const known = await database.knex('known_browsers').where({ user_id: id }).pluck('value_hash')
    expect(known).toEqual([browserHash((cookieOf(answer, 'browser') ?? '').replace('browser=', ''))])
    expect(app.log()).not.toContain(token)
  })

  it('asks for the password in any other browser, as often as at a login [ACC-3]', async () => {
    await register()
    const token = await sentLink()
    const elsewhere = await app.ask('GET', `/users/getUserEmailWithRegisterToken?token=${token}`)
    expect(elsewhere.body).toEqual({ email: wanted.email, sameBrowser: false })
    expect(await confirm(token)).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    for (let times = 0; times < 5; times += 1)
      expect(await confirm(token, { password: 'guess' })).toMatchObject({
        status: 401,
        error: { code: 'invalid-credentials' },
      })
    expect(await confirm(token, { password: wanted.password })).toMatchObject({ status: 429 })
    await database.knex('rate_limits').delete()
    expect(await confirm(token, { password: wanted.password })).toMatchObject({ status: 200, body: { loggedIn: true } })
  })

  it('asks for the password if somebody else registered the address again, also after a renewal [ACC-3]', async () => {
    const cookie = cookieOf(await register(), 'registering')
    const old = await sentLink()
    await register({ password: 't4x.ob' })
    await app.ask('POST', '/users/register_renew', { body: { token: old } })
    const renewed = await sentLink()
    const read = await app.ask('GET', `/users/getUserEmailWithRegisterToken?token=${renewed}`, { cookie })
    expect(read.body).toEqual({ email: wanted.email, sameBrowser: false })
    expect(await confirm(renewed, { cookie })).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    expect(await person()).toMatchObject({ state: 'REGISTERED' })
  })

  it('asks for the password if it was replaced while no more mails were sent [ACC-3]', async () => {
    await register()
    await register()
    const cookie = cookieOf(await register(), 'registering')
    const last = await sentLink()
    await register({ password: 't4x.ob' })
    expect(await confirm(last, { cookie })).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    expect(await confirm(last, { cookie, password: 't4x.ob' })).toMatchObject({ status: 200 })
  })

  it('says when it was used, expired or never existed; an expired one gets a new one at a click [ACC-3] [ASVS V6.5.1]', async () => {
    await register()
    const old = await sentLink()
    await database.knex('tokens').update({ created_at: new Date(0), expires_at: new Date() })
    expect(await confirm(old, { password: wanted.password })).toMatchObject({
      status: 410,
      error: { code: 'link-expired' },
    })
    const read = await app.ask('GET', `/users/getUserEmailWithRegisterToken?token=${old}`)
    expect(read).toMatchObject({ status: 410, error: { code: 'link-expired' } })
    expect(await app.ask('POST', '/users/register_renew', { body: { token: old } })).toMatchObject({ status: 202 })
    const fresh = await sentLink()
    expect(await confirm(fresh, { password: wanted.password })).toMatchObject({ status: 200 })
    expect(await confirm(fresh, { password: wanted.password })).toMatchObject({
      status: 409,
      error: { code: 'link-used' },
    })
    expect(await confirm('A'.repeat(43))).toMatchObject({ status: 404, error: { code: 'link-unknown' } })
  })

  it('is not used up by opening its addresses [ACC-3]', async () => {
    await register()
    const token = await sentLink()
    const before = await many(database.knex, 'select * from tokens order by id')
    for (const path of [
      `/users/register_link/${token}`,
      `/users/password_reset/${token}`,
      `/users/email_change/${token}`,
      `/users/migrate_to_rm/${token}`,
      `/users/getUserEmailWithRegisterToken?token=${token}`,
      `/users/register_confirm?token=${token}`,
    ])
      await app.ask('GET', path)
    expect(await many(database.knex, 'select * from tokens order by id')).toEqual(before)
    expect(await person()).toMatchObject({ state: 'REGISTERED' })
    expect(app.log()).not.toContain(token)
  })

  it('renewed by address does not reveal whether it has an account [ASVS V6.3.8]', async () => {
    for (const email of ['nobody@new.example', 'visitor@world.example'])
      expect(await app.ask('POST', '/users/register_renew', { body: { email } })).toMatchObject({
        status: 202,
        body: {},
      })
    expect(await database.knex('messages').select()).toEqual([])
  })
})

it('registrations that nobody confirms are deleted after seven days, other accounts never [ACC-3]', async () => {
  await register()
  await database.knex('tokens').update({ created_at: new Date(0), expires_at: new Date() })
  const age = (days: number) =>
    database
      .knex('users')
      .whereNot({ username: 'unfinished' })
      .update({ tos_accepted_at: database.knex.raw('now() - make_interval(days => ?)', [days]) })
  await age(6)
  expect(await dropRegistrations(database.knex)).toBe(0)
  await age(8)
  expect(await dropRegistrations(database.knex)).toBe(1)
  expect(await person()).toBeUndefined()
  expect(await database.knex('users').where({ state: 'ACTIVE' })).not.toEqual([])
})
