import { beforeEach, describe, expect, it } from 'vitest'
import { many, one } from '../../db/sql.ts'
import type { TestDatabase } from '../../db/testing/database.ts'
import { invitationLink } from '../invitations/testing/invitation-link.ts'
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

const email = 'new.face@world.example'
const send = async (path: string, body: object, login = 'rm') =>
  app.ask('POST', path, { cookie: await app.login(login, world.password), body })
async function invited(to = email): Promise<string> {
  const answer = await send('/users/rm_invitation', { email: to, zones: [world.own.id] })
  expect(answer).toMatchObject({ status: 200, body: { msg: 'The invitation was sent.' } })
  return invitationLink(db.knex, to)
}
const emailOf = (token: string) => app.ask('GET', `/users/getUserEmailFromInvitationToken/${token}`)
const joining = (token: string, more: object = {}) =>
  app.ask('POST', '/users/migrate_to_rm', {
    body: {
      token,
      password: 'Quiet-Harbour-7',
      firstname: 'Noa',
      lastname: 'Vance',
      language: 'fr',
      terms: true,
      ...more,
    },
  })

describe('calls of invitations', () => {
  it('POST /users/rm_invitation names the fields that it refuses [ACC-5] [API-1]', async () => {
    expect(await send('/users/rm_invitation', { email: 'no', zones: [world.own.id] })).toMatchObject({
      status: 400,
      error: { source: { pointer: '/email' } },
    })
    expect(await send('/users/rm_invitation', { email, zones: [world.foreign.id] })).toMatchObject({
      status: 400,
      error: { source: { pointer: '/zones' } },
    })
    const managed = { email: 'srm@world.example', zones: [world.own.id] }
    expect(await send('/users/rm_invitation', managed)).toMatchObject({
      status: 409,
      error: { code: 'already-manager' },
    })
    expect(await send('/users/rm_invitation', { email, zones: [world.own.id] }, 'visitor')).toMatchObject({
      status: 403,
    })
  })

  it('GET /users/getUserEmailFromInvitationToken/:token: valid, invalid, expired with 423, accepted [ACC-5]', async () => {
    const token = await invited()
    expect(await emailOf(token)).toMatchObject({ status: 200, body: { email } })
    expect(await emailOf('A'.repeat(43))).toMatchObject({ status: 404, error: { code: 'invitation-invalid' } })
    expect(await emailOf('x')).toMatchObject({ status: 404 })
    await db.knex('rm_invitations').update({ created_at: '2026-01-01', expires_at: '2026-01-08' })
    expect(await emailOf(token)).toMatchObject({ status: 423, error: { code: 'invitation-expired' } })
    expect(await joining(token)).toMatchObject({ status: 423 })
    expect(app.log()).not.toContain(token)
  })

  it('reading a link, however often, uses nothing up: mail scanners open every link [ACC-5]', async () => {
    const token = await invited()
    for (let each = 0; each < 5; each += 1) {
      await emailOf(token)
      await app.ask('GET', `/users/migrate_to_rm/${token}`)
    }
    expect(await one(db.knex, 'select accepted_at from rm_invitations')).toEqual({ accepted_at: null })
    expect(await one(db.knex, 'select count(*) as n from users where email = ?', [email])).toEqual({ n: 0 })
    expect(await joining(token)).toMatchObject({ status: 201 })
  })

  it('POST /users/migrate_to_rm makes an account with the rights of the invitation, once [ACC-5]', async () => {
    const token = await invited()
    const made = await joining(token)
    expect(made).toMatchObject({ status: 201, body: { email } })
    expect(
      await one(
        db.knex,
        `select u.state, u.firstname, u.language, u.tos_accepted_at is not null as terms, r.name as role,
           array(select zone_id from user_zones where user_id = u.id) as zones
         from users u join roles r on r.id = u.role_id where u.email = ?`,
        [email],
      ),
    ).toEqual({
      state: 'ACTIVE',
      firstname: 'Noa',
      language: 'fr',
      terms: true,
      role: 'Reservation Manager',
      zones: [world.own.id],
    })
    expect(await app.login(email, 'Quiet-Harbour-7')).toMatch(/^sid=/)
    expect(await joining(token)).toMatchObject({ status: 409, error: { code: 'invitation-used' } })
    expect(await emailOf(token)).toMatchObject({ status: 409, error: { code: 'invitation-used' } })
    const [kept] = await many(db.knex, `select input, user_id from commands where name = 'invitations.join'`)
    expect(JSON.stringify(kept)).not.toMatch(/Quiet|token/)
  })

  it('demands the terms and a good password, and refuses an address with an account [ACC-5] [ASVS V6.2.4]', async () => {
    const token = await invited()
    expect(await joining(token, { terms: false })).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    expect(await joining(token, { password: 'weak' })).toMatchObject({
      status: 400,
      error: { code: 'password-too-weak', source: { pointer: '/password' } },
    })
    expect(await joining(token, { password: 'Vance-2026!' })).toMatchObject({ error: { code: 'password-too-common' } })
    const known = await invited('visitor@world.example')
    expect(await joining(known)).toMatchObject({ status: 409, error: { code: 'email-taken' } })
    expect(await app.login('visitor', world.password)).toMatch(/^sid=/)
  })

  it('finishes a registration of the invited address with the new password only [ACC-5]', async () => {
    const token = await invited('unfinished@world.example')
    expect(await joining(token)).toMatchObject({ status: 201 })
    await expect(app.login('unfinished', world.password)).rejects.toThrow('401')
    expect(await app.login('unfinished', 'Quiet-Harbour-7')).toMatch(/^sid=/)
  })

  it('POST /users/remove_rm takes the rights in listed zones or in all [ACC-5] [API-1]', async () => {
    const { srm } = world.users
    expect(await send('/users/remove_rm', { userId: srm.id, zones: [world.foreign.id] })).toMatchObject({
      status: 400,
      error: { source: { pointer: '/zones' } },
    })
    expect(await send('/users/remove_rm', { userId: srm.id }, 'foreignrm')).toMatchObject({ status: 404 })
    expect(await send('/users/remove_rm', { userId: srm.id })).toMatchObject({
      status: 200,
      body: { zones: [world.own.id], visitor: true },
    })
  })
})
