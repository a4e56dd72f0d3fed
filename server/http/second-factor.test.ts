import { beforeEach, describe, expect, it } from 'vitest'
import { newRecoveryCodes } from '../session/factors/recovery-codes.ts'
import { codeOf, turnTotpOn } from '../session/testing/totp.ts'
import { cookieOf } from './testing/cookies.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
beforeEach(async () => {
  for (const table of ['totp_secrets', 'recovery_codes', 'rate_limits', 'login_guesses', 'messages'])
    await db.knex(table).delete()
  await db.knex('tenants').update({ requires_second_factor: false })
})

/** The right password of the manager; returns the reply with the cookie of the step that must follow. */
async function password() {
  const attributes = { login: 'rm@world.example', password: world.password }
  const answer = await app.ask('POST', '/users/login', { body: { data: { type: 'users', attributes } } })
  return { ...answer, step: cookieOf(answer, 'sign-in') }
}
const second = (cookie: string, code: string) =>
  app.ask('POST', '/users/login/second-factor', { cookie, body: { code } })
const notices = async () =>
  (await db.knex('messages').where({ kind: 'account-changed' }).orderBy('id')).map(({ data }) => data.what)

describe('with one-time codes the right password', () => {
  it('begins no session; each code counts once [ACC-13] [ASVS V6.3.3] [ASVS V6.5.1]', async () => {
    const secret = await turnTotpOn(db.knex, world.users.rm.id)
    const first = await password()
    expect(first).toMatchObject({ status: 403, error: { code: 'second-factor-required' } })
    expect(cookieOf(first, 'sid')).toBe('')
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
    await turnTotpOn(db.knex, world.users.rm.id)
    const [code = ''] = await newRecoveryCodes(db.knex, world.users.rm.id)
    expect(await second((await password()).step, code)).toMatchObject({ status: 200 })
    expect(await notices()).toEqual(['recovery-code-used'])
    expect(await second((await password()).step, code)).toMatchObject({ status: 403, error: { code: 'code-wrong' } })
    expect(await notices()).toEqual(['recovery-code-used'])
  })
})

it('a factor that the company demands is set up before the first session, and its owner is told [ACC-13] [ASVS V6.3.7]', async () => {
  await db.knex('tenants').update({ requires_second_factor: true })
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
  expect(cookieOf(done, 'sid')).not.toBe('')
  expect(await notices()).toEqual(['totp-on'])
})
