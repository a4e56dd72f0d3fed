import { beforeEach, describe, expect, it } from 'vitest'
import { many, one } from '../../db/sql.ts'
import type { TestDatabase } from '../../db/testing/database.ts'
import { laneOf, runJobs } from '../jobs/testing/run-jobs.ts'
import { drawLink } from '../messages/links.ts'
import { queueAccountMail } from '../messages/queue-account.ts'
import { passwordResetJobs } from '../session/request-password-reset.ts'
import type { World } from '../testing/world.ts'
import type { TestApp } from './testing/app.ts'
import { startAppInWorld } from './testing/use-app.ts'

let db: TestDatabase
let world: World
let app: TestApp
beforeEach(async () => {
  const started = await startAppInWorld()
  ;({ db, world, app } = started)
  return started.close
})

const requested = (email: string) => app.ask('POST', '/users/password_reset_request', { body: { email } })
const runReset = () => runJobs(db.knex, [laneOf(passwordResetJobs(db.knex))])
const mails = () =>
  many<{ id: number; user_id: number }>(
    db.knex,
    `select id, user_id from messages where kind = 'password-reset' order by id`,
  )
/** Requests a link, and draws it as the sending of its mail does. */
async function linkFor(email: string): Promise<string> {
  await requested(email)
  await runReset()
  const value = await drawLink(db.knex, 'password-reset', (await mails()).at(-1)?.id ?? 0)
  if (value === null) throw new Error('no link')
  return value
}
const reset = (token: string, password: string) =>
  app.ask('POST', '/users/password_reset', { body: { token, password } })
const password = 'Nine-Lanterns-4'

describe('POST /users/password_reset_request', () => {
  it('says the same for every address, and looks for the account only later [ACC-4] [ASVS V6.3.8]', async () => {
    const answers = await Promise.all(
      ['visitor@world.example', 'Nobody@world.example', 'unfinished@world.example'].map(requested),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { msg: expect.stringContaining('If the address exists') } })
    expect(await mails()).toEqual([])
    await runReset()
    const { visitor, unfinished } = world.users
    expect((await mails()).map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual([visitor.id, unfinished.id])
  })

  it('sends nothing to a deactivated account, and three mails an hour to any other [ACC-4]', async () => {
    await db.knex('users').where('id', world.users.rm.id).update({ state: 'DEACTIVATED' })
    for (let each = 0; each < 5; each += 1) {
      await requested('rm@world.example')
      await requested('SRM@world.example')
      await runReset()
    }
    const to = (await mails()).map(({ user_id }) => user_id)
    expect(to).toEqual(Array.from({ length: 3 }, () => world.users.srm.id))
  })

  it('refuses what is no address with its message, and too many requests of one address [ACC-4]', async () => {
    expect(await requested('no address')).toMatchObject({
      status: 400,
      error: { code: 'reset-not-requested', detail: 'Seems like an error occurred, please reload the page' },
    })
    for (let each = 0; each < 9; each += 1) await requested(`person-${each}@world.example`)
    expect(await requested('visitor@world.example')).toMatchObject({ status: 429 })
  })
})

describe('POST /users/password_reset', () => {
  it('sets a new password once, ends all sessions and lifts a block of the login [ACC-4] [ASVS V6.4.1] [ASVS V7.4.3]', async () => {
    const cookie = await app.login('rm', world.password)
    for (let each = 0; each < 6; each += 1) await app.login('rm', 'wrong').catch(() => {})
    await expect(app.login('rm', world.password)).rejects.toThrow('429')
    const older = await linkFor('rm@world.example')
    const token = await linkFor('rm@world.example')
    expect(await reset(token, password)).toMatchObject({ status: 200, body: { admin: false } })
    expect(await app.ask('GET', '/users/me/products', { cookie })).toMatchObject({ status: 401 })
    await expect(app.login('rm', world.password)).rejects.toThrow('401')
    expect(await app.login('rm', password)).toMatch(/^sid=/)
    for (const used of [token, older])
      expect(await reset(used, 'Another-Boat-5')).toMatchObject({ status: 409, error: { code: 'link-used' } })
    expect(
      await many(db.knex, `select recipient, data ->> 'what' as what from messages where kind = 'account-changed'`),
    ).toEqual([{ recipient: 'rm@world.example', what: 'password-reset' }])
    const [row] = await many(db.knex, `select * from commands where name = 'session.resetPassword'`)
    expect(row).toMatchObject({ user_id: world.users.rm.id, outcome: 'done' })
    expect(JSON.stringify(row) + app.log()).not.toMatch(new RegExp(`${token}|${password}`))
  })

  it('ends links to another address, which an intruder may have requested [ACC-4] [PROF-1]', async () => {
    const { id } = world.users.visitor
    await db.knex.transaction((trx) =>
      queueAccountMail(trx, { kind: 'email-change', userId: id, to: { email: 'thief@new.example' } }),
    )
    const [mail] = await many<{ id: number }>(db.knex, `select id from messages where kind = 'email-change'`)
    const stolen = (await drawLink(db.knex, 'email-change', mail?.id ?? 0)) ?? ''
    await reset(await linkFor('visitor@world.example'), password)
    expect(await app.ask('POST', '/users/email_change', { body: { token: stolen } })).toMatchObject({
      status: 409,
      error: { code: 'link-used' },
    })
  })

  it('begins no session: a second factor is still asked for [ACC-4] [ASVS V6.3.3]', async () => {
    const answer = await reset(await linkFor('rm@world.example'), password)
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await one(db.knex, 'select count(*) as n from sessions where user_id = ?', [world.users.rm.id])).toEqual({
      n: 0,
    })
  })

  it('keeps passkeys and one-time codes, because the link proves only the mailbox, and says so [ACC-4] [ACC-13]', async () => {
    const { id: user_id } = world.users.rm
    await db.knex('passkeys').insert({
      user_id,
      credential_id: 'kept',
      user_handle: 'kept',
      public_key: Buffer.alloc(1),
      name: 'Phone',
    })
    await db.knex('totp_secrets').insert({ user_id, secret: 'A'.repeat(32), confirmed_at: new Date() })
    expect((await reset(await linkFor('rm@world.example'), password)).status).toBe(200)
    const kept = [await db.knex('passkeys').where({ user_id }), await db.knex('totp_secrets').where({ user_id })]
    expect(kept.map((rows) => rows.length)).toEqual([1, 1])
    const mail = await one<{ body_text: string }>(
      db.knex,
      `select body_text from messages where kind = 'account-changed' order by id desc limit 1`,
    )
    expect(mail.body_text).toMatch(/Passkeys/)
  })

  it('demands a good password and uses no link up for a bad one [ACC-4] [ASVS V6.2.4]', async () => {
    const token = await linkFor('admin@world.example')
    const bad = [
      ['Short-1', 'password-too-weak'],
      ['no-capital-1', 'password-too-weak'],
      ['Password-2026', 'password-too-common'],
      ['Test-Admin-9', 'password-too-common'],
    ] as const
    for (const [tried, code] of bad)
      expect(await reset(token, tried)).toMatchObject({
        status: 400,
        error: { code, source: { pointer: '/password' } },
      })
    expect(await reset(token, password)).toMatchObject({ status: 200, body: { admin: true } })
  })

  it('names expired and unknown links; an account that was deactivated stays so [ACC-4]', async () => {
    const token = await linkFor('rm@world.example')
    await db.knex('tokens').update({ created_at: '2026-01-01', expires_at: '2026-01-02' })
    expect(await reset(token, password)).toMatchObject({ status: 410, error: { code: 'link-expired' } })
    for (const unknown of ['A'.repeat(43), 'x'])
      expect(await reset(unknown, password)).toMatchObject({ status: 404, error: { code: 'link-unknown' } })
    const late = await linkFor('srm@world.example')
    await db.knex('users').where('id', world.users.srm.id).update({ state: 'DEACTIVATED' })
    expect(await reset(late, password)).toMatchObject({ status: 403, error: { code: 'account-deactivated' } })
    expect(await one(db.knex, 'select state from users where id = ?', [world.users.srm.id])).toEqual({
      state: 'DEACTIVATED',
    })
  })

  it('finishes a registration: the link has proved the address [ACC-3] [ACC-4]', async () => {
    expect(await reset(await linkFor('unfinished@world.example'), password)).toMatchObject({ status: 200 })
    expect(await app.login('unfinished', password)).toMatch(/^sid=/)
  })
})
