import { beforeEach, describe, expect, it } from 'vitest'
import { refuser } from '../kernel/bus/refuse.ts'
import { requireFresh } from '../session/require-fresh.ts'
import { codeOf, turnTotpOn } from '../session/testing/totp.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
beforeEach(async () => {
  await db.knex('rate_limits').delete()
  await db.knex('totp_secrets').delete()
})

/** Signs in, and lets the proof grow old. */
async function oldSession(): Promise<string> {
  const cookie = await app.login('rm', world.password)
  await db
    .knex('sessions')
    .where({ user_id: world.users.rm.id })
    .update({ authenticated_at: db.knex.raw(`now() - interval '11 minutes'`) })
  return cookie
}
const confirm = (cookie: string, body: object) => app.ask('POST', '/users/confirm-identity', { cookie, body })

/** Whether a change of what protects the account would be refused now. */
async function refused(): Promise<boolean> {
  const row = (await db
    .knex('sessions')
    .where({ user_id: world.users.rm.id })
    .whereNull('revoked_at')
    .orderBy('created_at', 'desc')
    .first()) as { id_hash: Buffer }
  return db.knex.transaction((trx) =>
    requireFresh(trx, { sessionId: row.id_hash.toString('hex') }, new Date(), refuser()).then(
      () => false,
      () => true,
    ),
  )
}

describe('confirming who one is', () => {
  it('is needed ten minutes after signing in, and renewed by the password [ACC-13] [ASVS V7.5.1]', async () => {
    const cookie = await oldSession()
    expect(await refused()).toBe(true)
    expect(await confirm(cookie, { password: 'wrong' })).toMatchObject({
      status: 401,
      error: { code: 'invalid-credentials' },
    })
    expect(await refused()).toBe(true)
    expect(await confirm(cookie, { password: world.password })).toMatchObject({ status: 204 })
    expect(await refused()).toBe(false)
    const trail = await db.knex('commands').where({ name: 'session.confirmIdentity' }).orderBy('at')
    expect(trail.map(({ refusal }) => refusal)).toEqual(['invalid-credentials', null])
    expect(JSON.stringify(trail)).not.toContain(world.password)
  })

  it('takes a one-time code, once [ACC-13] [ASVS V7.5.1] [ASVS V6.5.1]', async () => {
    const cookie = await oldSession()
    const code = codeOf(await turnTotpOn(db.knex, world.users.rm.id))
    expect(await confirm(cookie, { code })).toMatchObject({ status: 204 })
    expect(await refused()).toBe(false)
    expect(await confirm(cookie, { code })).toMatchObject({ status: 403, error: { code: 'code-wrong' } })
  })

  it('is limited like logins, needs a session, and one proof [ACC-13] [ACC-2]', async () => {
    const cookie = await oldSession()
    for (let n = 0; n < 5; n += 1) await confirm(cookie, { password: 'wrong' })
    expect(await confirm(cookie, { password: world.password })).toMatchObject({
      status: 429,
      error: { code: 'login-blocked' },
    })
    expect(await confirm('', { password: world.password })).toMatchObject({ status: 401 })
    expect(await confirm(cookie, {})).toMatchObject({ status: 400, error: { code: 'bad-input' } })
  })
})
