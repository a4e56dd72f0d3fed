import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tablesHolding } from '../../db/testing/stored.ts'
import { startApp, type TestApp } from '../http/testing/app.ts'
import { useApp } from '../http/testing/use-app.ts'
import { adminsNeedFactor } from '../session/factors/second-factor.ts'
import { browserHash } from '../session/known-browsers.ts'
import { secretsOf } from './attempt.ts'
import { browserAt } from './testing/browser.ts'
import { signInAt, startProvider, type TestProvider } from './testing/provider.ts'

const { db, world, app } = await useApp()
let administration: TestApp
let provider: TestProvider
let other: TestProvider
beforeAll(async () => {
  administration = await startApp(db.knex, ({ addresses }) => ({
    addresses: { portal: addresses.admin, admin: addresses.portal },
  }))
  const portals = [app, administration].map(({ port }) => `http://127.0.0.1:${port}`)
  await db.knex('user_tenants').insert({ user_id: world.users.admin.id, tenant_id: world.tenants.own })
  provider = await startProvider(portals)
  other = await startProvider(portals)
})
afterAll(() => Promise.all([provider, other, administration].map((each) => each.close())))

const offer = async (tenantId: number, at: TestProvider, loginPath: string, more: object = {}) => {
  const { issuer, clientId, clientSecret } = at
  await db.knex('tenants').where({ id: tenantId }).update({ login_path: loginPath })
  await db.knex('identity_providers').insert({
    ...{ tenant_id: tenantId, enabled: true, label: loginPath, issuer, client_id: clientId },
    ...{ client_secret: clientSecret, scope: 'openid email profile' },
    ...{ affiliation_claim: 'eduperson_scoped_affiliation', ...more },
  })
}
beforeEach(async () => {
  for (const table of ['rate_limits', 'identity_providers', 'university_links', 'tokens', 'known_browsers'])
    await db.knex(table).delete()
  await db.knex('users').update({ sso_issuer: null, sso_subject: null })
  await offer(world.tenants.own, provider, 'own')
  await offer(world.tenants.foreign, other, 'foreign')
  provider.current = 'ada'
  provider.people['ada'] = { email: 'ada@uni.example', email_verified: true, given_name: 'Ada', family_name: 'Byron' }
  other.people['ada'] = { email: 'ada@uni.example', email_verified: true }
})

type Browser = ReturnType<typeof browserAt>
const start = async (browser: Browser, body: object = { page: '/users/login/own' }) => {
  const answer = await browser.ask('POST', '/users/oidc/start', { body })
  if (answer.status !== 200) throw new Error(answer.text)
  return String(answer.body['address'])
}
const finish = (browser: Browser, query: string) => browser.ask('POST', '/users/oidc/finish', { body: { query } })
const signIn = async (browser = browserAt(app), page = '/users/login/own') => {
  const answer = await finish(browser, await signInAt(await start(browser, { page })))
  return { browser, answer }
}
const whoIs = async (browser: Browser) => (await browser.ask('GET', '/users/me/products')).status
const link = (login: 'visitor' | 'rm' | 'admin', subject = 'ada', issuer = provider.issuer) =>
  db.knex('users').where({ id: world.users[login].id }).update({ sso_issuer: issuer, sso_subject: subject })
const logIn = (browser: Browser, login: string) =>
  browser.ask('POST', '/users/login', {
    body: { data: { type: 'users', attributes: { login, password: world.password } } },
  })
const failed = { status: 409, error: { code: 'sign-in-failed' } }

describe('sign-in at the identity provider of a company', () => {
  it('signs in the account with the same issuer and subject, whatever its e-mail address [ACC-12] [ASVS V10.5.2]', async () => {
    await link('visitor')
    const { browser, answer } = await signIn()
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'signed-in', label: 'own' } })
    expect(await whoIs(browser)).toBe(200)
    const session = await db.knex('sessions').orderBy('created_at', 'desc').first()
    expect(session).toMatchObject({ user_id: world.users.visitor.id, provider_tenant_id: world.tenants.own })
  })

  it('no longer signs in who left the company [ACC-12]', async () => {
    await link('visitor')
    const membership = { user_id: world.users.visitor.id, tenant_id: world.tenants.own }
    await db.knex('user_tenants').where(membership).delete()
    expect((await signIn()).answer.error?.code).toBe('sign-in-other-company')
    await db.knex('user_tenants').insert(membership)
  })

  it('makes the browser known to the account [ACC-2] [ACC-12]', async () => {
    await link('visitor')
    const { browser } = await signIn()
    const known = await db.knex('known_browsers').where({ user_id: world.users.visitor.id }).pluck('value_hash')
    expect(known).toEqual([browserHash(browser.cookies.get('browser') ?? '')])
  })

  it('does not sign in the account of the same subject at another issuer [ACC-12] [ASVS V10.5.2]', async () => {
    await link('visitor')
    other.current = 'ada'
    const { browser, answer } = await signIn(undefined, '/users/login/foreign')
    expect(answer).toMatchObject({ status: 403, error: { code: 'sign-in-no-account' } })
    expect(await whoIs(browser)).toBe(401)
  })

  it('is offered on the login page of the company only [ACC-12]', async () => {
    const offered = async (page: string) => (await app.ask('GET', `/app-config.json?page=${page}`)).body['signIn']
    expect(await offered('/users/login/own')).toEqual({ label: 'own' })
    await db.knex('tenants').where({ id: world.tenants.own }).update({ login_path: 'quay' })
    for (const path of ['quay', 'QUAY', 'own']) expect(await offered(`/users/login/${path}`)).toEqual({ label: 'own' })
    expect(await offered('/users/login')).toBeNull()
    await db.knex('identity_providers').update({ enabled: false })
    expect(await offered('/users/login/own')).toBeNull()
    const refused = await browserAt(app).ask('POST', '/users/oidc/start', { body: { page: '/users/login/own' } })
    expect(refused).toMatchObject({ status: 404, error: { code: 'sign-in-not-offered' } })
  })

  it('refuses deactivated accounts, and admins at the portal [ACC-12]', async () => {
    await link('visitor')
    await db.knex('users').where({ id: world.users.visitor.id }).update({ state: 'DEACTIVATED' })
    expect((await signIn()).answer.error?.code).toBe('account-deactivated')
    await db.knex('users').where({ id: world.users.visitor.id }).update({ state: 'ACTIVE' })
    await db.knex('users').update({ sso_issuer: null, sso_subject: null })
    await link('admin')
    expect((await signIn()).answer.error?.code).toBe('admin-elsewhere')
    expect((await signIn(browserAt(administration))).answer.body).toMatchObject({ outcome: 'signed-in' })
  })

  it('makes a visitor of the company where it allows that, with a confirmed address only [ACC-12]', async () => {
    await db.knex('identity_providers').update({ allow_new_accounts: true })
    provider.people['ada'] = { email: 'ada@uni.example', email_verified: false }
    expect((await signIn()).answer.error?.code).toBe('sign-in-email-unverified')
    provider.people['ada'] = { email: 'ada@uni.example', email_verified: true, given_name: 'Ada' }
    expect((await signIn()).answer.body).toMatchObject({ outcome: 'signed-in' })
    const made = await db.knex('users').where({ email: 'ada@uni.example' }).first()
    expect(made).toMatchObject({ firstname: 'Ada', state: 'ACTIVE', sso_subject: 'ada', password_hash: null })
    const tenants = await db.knex('user_tenants').where({ user_id: made.id }).pluck('tenant_id')
    expect(tenants).toEqual([world.tenants.own])
    await db.knex('sessions').where({ user_id: made.id }).delete()
    await db.knex('users').where({ id: made.id }).update({ email: 'gone@uni.example', username: 'gone' })
  })
})

it.each(['admin', 'rm'] as const)(
  'does not stand in for a second factor that others require: %s [ACC-12]',
  async (who) => {
    await link(who)
    const browser = () => browserAt(who === 'admin' ? administration : app)
    const require = (id: number, on: boolean) => db.knex('tenants').where({ id }).update({ requires_second_factor: on })
    await db
      .knex('user_tenants')
      .insert({ user_id: world.users.rm.id, tenant_id: world.tenants.foreign })
      .onConflict()
      .ignore()
    await db.knex('settings').insert({ key: adminsNeedFactor, value: 'true' }).onConflict('key').merge()
    await require(world.tenants.foreign, true)
    expect((await signIn(browser())).answer.error?.code).toBe('sign-in-needs-factor')
    await db.knex('settings').where({ key: adminsNeedFactor }).delete()
    await require(world.tenants.foreign, false)
    await require(world.tenants.own, true)
    expect((await signIn(browser())).answer.body).toMatchObject({ outcome: 'signed-in' })
    await require(world.tenants.own, false)
  },
)

describe('logging out', () => {
  const logOut = (browser: Browser) => browser.ask('POST', '/users/logout')

  it('ends the session at the provider too, if that began this one [ACC-12]', async () => {
    await link('visitor')
    const { browser } = await signIn()
    const { status, body } = await logOut(browser)
    const address = new URL(String(body['address']))
    expect([status, address.origin]).toEqual([200, provider.issuer])
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`http://127.0.0.1:${app.port}/users/login`)
    expect((await fetch(address)).status).toBe(200)
    expect(await whoIs(browser)).toBe(401)
    await logIn(browser, 'visitor')
    expect(await logOut(browser)).toMatchObject({ status: 204 })
  })

  it('does not depend on the provider [ACC-12]', async () => {
    await link('visitor')
    const { browser } = await signIn()
    await db.knex('identity_providers').update({ issuer: 'http://127.0.0.1:1' })
    expect(await logOut(browser)).toMatchObject({ status: 204 })
    expect(await whoIs(browser)).toBe(401)
  })
})

describe('an account with the same e-mail address', () => {
  const mine = { email: 'VISITOR@world.example', email_verified: true }

  it('is linked only after its owner has logged in in the same browser [ACC-12]', async () => {
    provider.people['ada'] = mine
    const { browser, answer } = await signIn()
    expect(answer.body).toMatchObject({ outcome: 'confirm' })
    expect(await whoIs(browser)).toBe(401)
    expect(await browser.ask('POST', '/users/oidc/confirm')).toMatchObject({ status: 401 })
    await logIn(browser, 'visitor')
    expect(await browser.ask('POST', '/users/oidc/confirm')).toMatchObject({ status: 200, body: { label: 'own' } })
    expect((await signIn()).answer.body).toMatchObject({ outcome: 'signed-in' })
    const notice = await db.knex('messages').where({ user_id: world.users.visitor.id, kind: 'account-changed' })
    expect(notice).toHaveLength(1)
  })

  it('is not linked with what somebody else began, and not twice [ACC-12]', async () => {
    provider.people['ada'] = mine
    const { browser } = await signIn()
    await logIn(browser, 'rm')
    expect(await browser.ask('POST', '/users/oidc/confirm')).toMatchObject(failed)
    expect(await db.knex('users').whereNotNull('sso_subject')).toEqual([])
    await logIn(browser, 'visitor')
    const kept = new Map(browser.cookies)
    expect(await browser.ask('POST', '/users/oidc/confirm')).toMatchObject({ status: 200 })
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect(await browser.ask('POST', '/users/oidc/confirm')).toMatchObject(failed)
  })

  it('is not found by an address that the provider has not confirmed [ACC-12]', async () => {
    for (const verified of [false, undefined]) {
      provider.people['ada'] = { email: mine.email, ...(verified === undefined ? {} : { email_verified: verified }) }
      expect((await signIn()).answer).toMatchObject({ status: 403, error: { code: 'sign-in-email-unverified' } })
    }
  })

  it("is not linked with another company's provider [ACC-12]", async () => {
    other.people['ada'] = mine
    const refused = (await signIn(undefined, '/users/login/foreign')).answer
    expect(refused).toMatchObject({ status: 403, error: { code: 'sign-in-other-company' } })
    provider.people['ada'] = mine
    const { browser } = await signIn()
    await logIn(browser, 'visitor')
    const membership = { user_id: world.users.visitor.id, tenant_id: world.tenants.own }
    await db.knex('user_tenants').where(membership).delete()
    expect(await browser.ask('POST', '/users/oidc/confirm')).toMatchObject(failed)
    await db.knex('user_tenants').insert(membership)
    expect(await db.knex('users').whereNotNull('sso_subject')).toEqual([])
  })

  it('is not linked before its own registration is finished [ACC-12]', async () => {
    provider.people['ada'] = { email: 'unfinished@world.example', email_verified: true }
    expect((await signIn()).answer.error?.code).toBe('registration-not-finished')
  })
})

describe('what does not belong together is refused', () => {
  beforeEach(() => link('visitor'))

  it('a code in another browser, or without the cookie [ACC-12] [ASVS V10.1.2]', async () => {
    const browser = browserAt(app)
    const query = await signInAt(await start(browser))
    const thief = browserAt(app)
    expect(await finish(thief, query)).toMatchObject(failed)
    await start(thief)
    expect(await finish(thief, query)).toMatchObject(failed)
    expect(await whoIs(thief)).toBe(401)
    expect((await finish(browser, query)).body).toMatchObject({ outcome: 'signed-in' })
  })

  it('another state [ACC-12] [ASVS V10.2.1]', async () => {
    const browser = browserAt(app)
    const query = new URLSearchParams(await signInAt(await start(browser)))
    query.set('state', 'A'.repeat(43))
    expect(await finish(browser, query.toString())).toMatchObject(failed)
  })

  it('a code that was used, with the same cookie or a new one [ACC-12] [ASVS V10.1.2]', async () => {
    const browser = browserAt(app)
    const query = await signInAt(await start(browser))
    const kept = new Map(browser.cookies)
    expect((await finish(browser, query)).status).toBe(200)
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect(await finish(browser, query)).toMatchObject(failed)
  })

  it.each(['nonce', 'code_challenge'])(
    'an authorization request with another %s [ACC-12] [ASVS V10.5.1]',
    async (name) => {
      const browser = browserAt(app)
      const address = new URL(await start(browser))
      address.searchParams.set(name, 'B'.repeat(43))
      expect(await finish(browser, await signInAt(address.href))).toMatchObject(failed)
      expect(await whoIs(browser)).toBe(401)
    },
  )

  it('an answer of another issuer [ACC-12] [ASVS V10.1.2]', async () => {
    const browser = browserAt(app)
    const query = new URLSearchParams(await signInAt(await start(browser)))
    query.set('iss', other.issuer)
    expect(await finish(browser, query.toString())).toMatchObject(failed)
  })

  it('a sign-in that the person gave up, and one after ten minutes [ACC-12]', async () => {
    const browser = browserAt(app)
    const state = new URL(await start(browser)).searchParams.get('state')
    expect(await finish(browser, `error=access_denied&state=${state}`)).toMatchObject(failed)
    const query = await signInAt(await start(browser))
    await db.knex.raw(`update tokens set created_at = now() - interval '1 hour', expires_at = now() - interval '1 s'`)
    expect(await finish(browser, query)).toMatchObject(failed)
  })

  it('a change from a page of another origin [ACC-12]', async () => {
    const headers = { origin: 'https://evil.example' }
    const answer = await app.ask('POST', '/users/oidc/finish', { headers, body: { query: 'code=1' } })
    expect(answer.status).toBe(403)
  })
})

it('no table and no log holds the cookie or the code verifier; the secret is only in the row of its provider [ACC-12]', async () => {
  await link('visitor')
  const browser = browserAt(app)
  const address = await start(browser)
  const [value = ''] = browser.cookies.values()
  expect(value).toMatch(/^[\w-]{43}$/)
  await finish(browser, await signInAt(address))
  for (const text of [value, secretsOf(value).codeVerifier]) {
    expect(await tablesHolding(db.knex, text)).toEqual([])
    expect(app.log()).not.toContain(text)
  }
  expect(await tablesHolding(db.knex, provider.clientSecret)).toEqual(['public.identity_providers'])
  expect(app.log()).not.toContain(provider.clientSecret)
})
