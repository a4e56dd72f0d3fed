import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { newRecoveryCodes } from '../session/factors/recovery-codes.ts'
import { codeOf, turnTotpOn } from '../session/testing/totp.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { startApp, type TestApp } from './testing/app.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  world = await makeWorld(database.knex)
  app = await startApp(database.knex)
})
afterAll(async () => {
  await app.close()
  await database.close()
})
beforeEach(async () => {
  for (const table of ['totp_secrets', 'recovery_codes', 'rate_limits', 'login_guesses', 'messages'])
    await database.knex(table).delete()
  await database.knex('tenants').update({ requires_second_factor: false })
})

/** The right password of the manager; returns the reply with the cookie of the step that must follow. */
async function password() {
  const attributes = { login: 'rm@world.example', password: world.password }
  const answer = await app.ask('POST', '/users/login', { body: { data: { type: 'users', attributes } } })
  return { ...answer, step: cookieOf(answer.headers, 'sign-in') }
}
const cookieOf = (headers: Headers, name: string): string =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .find((each) => each.startsWith(`${name}=`)) ?? ''
const second = (cookie: string, code: string) =>
  app.ask('POST', '/users/login/second-factor', { cookie, body: { code } })
const notices = async () =>
  (await database.knex('messages').where({ kind: 'account-changed' }).orderBy('id')).map(({ data }) => data.what)

describe('with one-time codes the right password', () => {
  it('begins no session; each code counts once [ACC-13] [ASVS V6.3.3] [ASVS V6.5.1]', async () => {
    const secret = await turnTotpOn(database.knex, world.users.rm.id)
    const first = await password()
    expect(first).toMatchObject({ status: 403, error: { code: 'second-factor-required' } })
    expect(cookieOf(first.headers, 'sid')).toBe('')
    const other = await password()
    const code = codeOf(secret)
    expect(await second(first.step, code)).toMatchObject({ status: 200, data: [{ id: String(world.users.rm.id) }] })
    expect(await second(other.step, code)).toMatchObject({ status: 403, error: { code: 'code-wrong' } })
    expect(await second(first.step, codeOf(secret, Date.now() + 30_000))).toMatchObject({
      error: { code: 'sign-in-step-expired' },
    })
    expect(await notices()).toEqual([])
  })

  it('and a recovery code sign in once, and the owner is told [ACC-13] [ASVS V6.3.7]', async () => {
    await turnTotpOn(database.knex, world.users.rm.id)
    const [code = ''] = await newRecoveryCodes(database.knex, world.users.rm.id)
    expect(await second((await password()).step, code)).toMatchObject({ status: 200 })
    expect(await notices()).toEqual(['recovery-code-used'])
    expect(await second((await password()).step, code)).toMatchObject({ status: 403, error: { code: 'code-wrong' } })
    expect(await notices()).toEqual(['recovery-code-used'])
  })
})

it('a factor that the company demands is set up before the first session, and its owner is told [ACC-13] [ASVS V6.3.7]', async () => {
  await database.knex('tenants').update({ requires_second_factor: true })
  const asked = await password()
  expect(asked).toMatchObject({ status: 403, error: { code: 'factor-needed' } })
  const offer = await app.ask('POST', '/users/login/set-up-factor', { cookie: asked.step })
  const { secret } = JSON.parse(offer.text) as { secret: string }
  const done = await app.ask('POST', '/users/login/set-up-factor/confirm', {
    cookie: asked.step,
    body: { code: codeOf(secret) },
  })
  expect(done).toMatchObject({
    status: 200,
    body: { meta: { recoveryCodes: expect.arrayContaining([expect.any(String)]) } },
  })
  expect(cookieOf(done.headers, 'sid')).not.toBe('')
  expect(await notices()).toEqual(['totp-on'])
})
