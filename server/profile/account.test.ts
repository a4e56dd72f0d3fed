import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelAccount, changeEmail, confirmEmail, obstacles } from '../../contract/profile.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import { useApp } from '../http/testing/use-app.ts'
import { runCommand } from '../kernel/bus/dispatch.ts'
import { drawLink } from '../messages/links.ts'
import { registry } from '../registry.ts'
import { giveCredit } from '../reservations/testing/booking-world.ts'
import { accountAttempts } from '../session/login-limits.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { openSession, testContext } from '../testing/context.ts'
import { cookieFor } from '../testing/sessions.ts'

const { db, world, app } = await useApp()
let calls: ReturnType<typeof busCalls>
beforeAll(async () => {
  calls = busCalls(db.knex, world)
})

const user = (id = world.users.visitor.id) => db.knex('users').where('id', id).first()
const mails = (kind: string) => db.knex('messages').where({ kind }).orderBy('id').select('id', 'recipient', 'data')
const liveSessions = (userId: number) => db.knex('sessions').where({ user_id: userId, revoked_at: null })
const grow = (userId: number) =>
  db
    .knex('sessions')
    .where('user_id', userId)
    .update({ authenticated_at: new Date(Date.now() - 3_600_000) })

describe('a change of the password', () => {
  let cookie: string
  beforeEach(async () => {
    await db.knex('rate_limits').delete()
    await db.knex('messages').delete()
    cookie = await cookieFor(db.knex, world.users.support.id)
  })
  const next = 'Kranich-4711!'
  const change = (body: object) =>
    app.ask('POST', '/users/change_password', {
      cookie,
      body: JSON.stringify({ oldPassword: world.password, newPassword: next, repeated: next, ...body }),
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    })

  it.each([
    [{ oldPassword: 'not it' }, 'old-password-wrong', 'oldPassword'],
    [{ oldPassword: undefined }, 'old-password-wrong', 'oldPassword'],
    [{ newPassword: 'Short1!', repeated: 'Short1!' }, 'password-too-weak', 'newPassword'],
    [{ newPassword: 'no-capital-1', repeated: 'no-capital-1' }, 'password-too-weak', 'newPassword'],
    [{ newPassword: 'Password-2026!', repeated: 'Password-2026!' }, 'password-too-common', 'newPassword'],
    [{ repeated: 'Kranich-4712!' }, 'passwords-differ', 'repeated'],
  ])('refuses %j with %s, changes nothing and tells nobody [ACC-8]', async (body, code, field) => {
    const before = await user(world.users.support.id)
    const answer = await change(body)
    expect(answer).toMatchObject({ status: 400, error: { code } })
    expect(JSON.stringify(answer.body)).toContain(`/${field}`)
    expect(await user(world.users.support.id)).toEqual(before)
    expect(await mails('account-changed')).toEqual([])
  })

  it('ends the other sessions, tells the person, and stores neither password anywhere [ACC-8] [ASVS V7.4.3]', async () => {
    const { id } = world.users.support
    await cookieFor(db.knex, id)
    expect((await change({})).status).toBe(204)
    expect(await liveSessions(id)).toHaveLength(1)
    expect((await app.ask('GET', '/users/profile', { cookie })).status).toBe(200)
    expect(await mails('account-changed')).toMatchObject([
      { recipient: 'support@world.example', data: { what: 'password' } },
    ])
    const { rows } = await db.knex.raw<{ rows: object[] }>(
      `select from commands where input::text ~ 'Kranich|Demo-Pass' or reply::text ~ 'Kranich|Demo-Pass'`,
    )
    expect(rows).toEqual([])
    expect(app.log()).not.toMatch(/Kranich|Demo-Pass/)
    expect((await change({ oldPassword: next, newPassword: world.password, repeated: world.password })).status).toBe(
      204,
    )
  })

  it('ends links to another address [ACC-8] [PROF-1]', async () => {
    await calls.done('support', changeEmail, { email: 'three@new.example' })
    const [mail] = (await mails('email-change')).slice(-1)
    const token = (await drawLink(db.knex, 'email-change', Number(mail.id))) ?? ''
    expect((await change({})).status).toBe(204)
    const refusal = await calls.refused('support', confirmEmail, { token })
    expect(inShort(refusal)[0]).toBe('link-used')
    const back = { oldPassword: next, newPassword: world.password, repeated: world.password }
    expect((await change(back)).status).toBe(204)
  })

  it('is blocked after wrong old passwords, like a login [ACC-8]', async () => {
    for (let attempt = 0; attempt < accountAttempts; attempt += 1) await change({ oldPassword: `wrong ${attempt}` })
    expect(await change({})).toMatchObject({ status: 429, error: { code: 'login-blocked' } })
  })

  it('without an old one needs a session that was confirmed lately [ACC-8] [ASVS V7.5.1]', async () => {
    const { id } = world.users.support
    const { password_hash } = await user(id)
    await db.knex('users').where({ id }).update({ password_hash: null })
    await grow(id)
    expect(await change({})).toMatchObject({ status: 403, error: { code: 'confirm-identity' } })
    await db.knex('users').where({ id }).update({ password_hash })
  })
})

describe('a change of the address', () => {
  beforeEach(() => db.knex('messages').delete())
  const link = async () => {
    const [mail] = (await mails('email-change')).slice(-1)
    return (await drawLink(db.knex, 'email-change', Number(mail.id))) ?? ''
  }
  const confirm = async (token: string) => {
    const answer = await calls.send('support', confirmEmail, { token })
    return answer.ok ? answer.reply.email : answer.refusal.code
  }

  it('happens when the link in the mail to the new one is used, and the old one is told [PROF-1]', async () => {
    await calls.done('visitor', changeEmail, { email: ' Vera＠new.example ' })
    expect(await mails('email-change')).toMatchObject([{ recipient: 'Vera@new.example' }])
    const token = await link()
    expect((await user()).email).toBe('visitor@world.example')
    expect(await confirm(token)).toBe('Vera@new.example')
    expect(await user()).toMatchObject({ email: 'Vera@new.example', username: 'visitor' })
    expect(await mails('account-changed')).toMatchObject([
      { recipient: 'visitor@world.example', data: { what: 'email' } },
    ])
    expect(await confirm(token)).toBe('link-used')
    expect(await confirm('A'.repeat(43))).toBe('link-unknown')
  })

  it('changes the login name too where that is the address', async () => {
    const { id } = world.users.foreignRm
    await db.knex('users').where({ id }).update({ username: 'foreignRm@world.example' })
    await calls.done('foreignRm', changeEmail, { email: 'doris@new.example' })
    expect(await confirm(await link())).toBe('doris@new.example')
    expect(await user(id)).toMatchObject({ email: 'doris@new.example', username: 'doris@new.example' })
  })

  it('does not happen by an older or an expired link, nor to an address that somebody has', async () => {
    await calls.done('rm', changeEmail, { email: 'one@new.example' })
    const first = await link()
    await calls.done('rm', changeEmail, { email: 'support@world.example' })
    expect(await confirm(first)).toBe('link-used')
    expect(await confirm(await link())).toBe('email-taken')
    await calls.done('rm', changeEmail, { email: 'two@new.example' })
    const late = await link()
    await db
      .knex('tokens')
      .where({ purpose: 'email-change' })
      .update({ created_at: new Date(0), expires_at: new Date() })
    expect(await confirm(late)).toBe('link-expired')
    expect((await user(world.users.rm.id)).email).toBe('rm@world.example')
  })

  it('needs a session that was confirmed lately, and another address [ASVS V7.5.1]', async () => {
    const refused = async (email: string) => inShort(await calls.refused('srm', changeEmail, { email }))
    expect(await refused('srm@world.example')).toEqual(['email-unchanged', 'email email-unchanged'])
    expect(await refused('nobody')).toEqual(['bad-input', 'email field-email'])
    const session = await openSession(db.knex, world.users.srm.id)
    await grow(world.users.srm.id)
    for (const [{ name }, input] of [
      [changeEmail, { email: 'srm@new.example' }],
      [cancelAccount, { safetyWord: 'srm@world.example' }],
    ] as const) {
      const envelope = { id: randomUUID(), name, input }
      const answer = await runCommand(testContext(db.knex, registry()), session, envelope)
      expect(answer).toMatchObject({ refusal: { code: 'confirm-identity' } })
    }
  })
})

describe('cancelling an account', () => {
  const cancel = (email: string) => calls.send('remote', cancelAccount, { safetyWord: email })
  const person = () => world.users.remote.id

  it('is refused with credit or an open reservation, which are named; the database holds it [ACC-9]', async () => {
    const word = 'remote@world.example'
    expect(await cancel('something')).toMatchObject({ refusal: { code: 'safety-word-wrong' } })
    const times = { starts_at: new Date(Date.now() + 3_600_000), ends_at: new Date(Date.now() + 7_200_000) }
    const place = { site_id: world.own.siteId, device_id: world.own.gateway.devices[0]?.id, user_id: person() }
    const id = await insert(db.knex, 'reservations', { ...place, ...times, state: 'RESERVED', reserved_at: new Date() })
    expect(await calls.ask('remote', obstacles, {})).toMatchObject({ creditCents: 0, reservations: 1, first: [{ id }] })
    expect(await cancel(word)).toMatchObject({
      refusal: { code: 'account-has-reservations', dependants: [{ kind: 'reservation', count: 1, first: [{ id }] }] },
    })
    const deactivated = () => db.knex('users').where('id', person()).update({ state: 'DEACTIVATED' })
    await expect(deactivated()).rejects.toMatchObject({ constraint: 'users_without_reservations' })
    await db.knex('reservations').where({ id }).update({ state: 'STORNO', ended_at: new Date() })
    await giveCredit(db.knex, person(), 150)
    expect(await cancel(word)).toMatchObject({ refusal: { code: 'account-has-credit' } })
    await expect(deactivated()).rejects.toMatchObject({ constraint: 'users_without_credit' })
  })

  it('ends sessions, tells the person, and leaves no way in [ACC-9] [ASVS V7.4.2]', async () => {
    const id = await plantUser(db.knex, 'leaver')
    const leaver = world.users.unfinished
    world.users.unfinished = { id, login: 'leaver' }
    const { email } = await user(id)
    const cookie = await cookieFor(db.knex, id)
    await calls.done('unfinished', changeEmail, { email: 'later@new.example' })
    await calls.done('unfinished', cancelAccount, { safetyWord: email })
    expect(await user(id)).toMatchObject({ state: 'DEACTIVATED', wants_sms: false })
    expect(await liveSessions(id)).toEqual([])
    expect((await app.ask('GET', '/users/profile', { cookie })).status).toBe(401)
    const [notice] = (await mails('account-changed')).slice(-1)
    expect(notice).toMatchObject({ recipient: email, data: { what: 'account-cancelled' } })
    expect(await db.knex('messages').where({ kind: 'email-change', user_id: id, state: 'queued' })).toEqual([])
    const held = {
      site_id: world.own.siteId,
      device_id: world.own.gateway.devices[1]?.id,
      user_id: id,
      state: 'RESERVED',
    }
    const times = { starts_at: new Date(Date.now() + 3_600_000), ends_at: new Date(Date.now() + 7_200_000) }
    await expect(insert(db.knex, 'reservations', { ...held, ...times, reserved_at: new Date() })).rejects.toMatchObject(
      {
        constraint: 'reservations_of_active_people',
      },
    )
    world.users.unfinished = leaver
  })

  it('is refused to the last administrator [ACC-9]', async () => {
    const { email } = await user(world.users.admin.id)
    expect(await calls.refused('admin', cancelAccount, { safetyWord: email })).toMatchObject({ code: 'last-way-in' })
  })
})
