import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accept, byToken, invite, removeManager, team, withdraw } from '../../contract/invitations.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { tablesHolding } from '../../db/testing/stored.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { invitationLink } from './testing/invitation-link.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
beforeEach(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
})
afterEach(() => db.close())

const email = 'visitor@world.example'
/** Invites the visitor to the own zone, and returns the link. */
async function invited(more: { email?: string; zoneIds?: number[] } = {}) {
  const input = { email, zoneIds: [world.own.id], ...more }
  const { invitationId } = await calls.done('rm', invite, input)
  return { invitationId, token: await invitationLink(db.knex, input.email) }
}
interface Person {
  role: string
  type: string
  zones: number[]
  tenants: number[]
}
const person = (userId: number) =>
  one<Person>(
    db.knex,
    `select r.name as role, u.type, array(select zone_id from user_zones where user_id = u.id order by 1) as zones,
       array(select tenant_id from user_tenants where user_id = u.id order by 1) as tenants
     from users u join roles r on r.id = u.role_id where u.id = ?`,
    [userId],
  )

describe('an invitation to manage zones', () => {
  it('makes a visitor who accepts it a reservation manager of its zones, once [ACC-5]', async () => {
    const { visitor } = world.users
    const { token } = await invited({ email: 'Visitor@world.example' })
    expect(await calls.ask('visitor', byToken, { token })).toMatchObject({
      state: 'valid',
      invitation: {
        email: 'Visitor@world.example',
        zones: [{ id: world.own.id, name: 'Zone own' }],
        company: 'Own',
        invitedBy: 'Test rm',
        hasAccount: true,
      },
    })
    expect(await person(visitor.id)).toMatchObject({ role: 'Visitor', zones: [] })
    expect(await calls.done('visitor', accept, { token })).toEqual({
      zones: [{ id: world.own.id, name: 'Zone own' }],
    })
    expect(await person(visitor.id)).toEqual({
      role: 'Reservation Manager',
      type: 'NORMAL',
      zones: [world.own.id],
      tenants: [world.tenants.own],
    })
    expect(await calls.refused('visitor', accept, { token })).toMatchObject({ code: 'invitation-used' })
    expect((await calls.ask('visitor', byToken, { token })).state).toBe('used')
    expect((await calls.ask('rm', team, { zoneId: world.own.id })).managers.map(({ name }) => name)).toContain(
      'Test visitor',
    )
  })

  it('ends zones that a visitor only belonged to: they are not managed now [ACC-5]', async () => {
    await db.knex('user_zones').insert({ user_id: world.users.visitor.id, zone_id: world.foreign.id })
    const { token } = await invited()
    await calls.done('visitor', accept, { token })
    expect(await person(world.users.visitor.id)).toMatchObject({ zones: [world.own.id] })
  })

  it('gives a manager further zones, with their company [ACC-5]', async () => {
    const { token } = await invited({ email: 'foreignrm@world.example' })
    await calls.done('foreignRm', accept, { token })
    expect(await person(world.users.foreignRm.id)).toMatchObject({
      role: 'Reservation Manager',
      zones: [world.own.id, world.foreign.id],
      tenants: [world.tenants.own, world.tenants.foreign],
    })
  })

  it('is for its address and for nobody else, nor for other roles [ACC-5]', async () => {
    const { token } = await invited({ email: 'srm-to-be@world.example' })
    expect(await calls.refused('visitor', accept, { token })).toMatchObject({
      code: 'invitation-other-person',
      params: { email: 'srm-to-be@world.example' },
    })
    const ofSupport = await invited({ email: 'support@world.example' })
    expect(await calls.refused('support', accept, { token: ofSupport.token })).toMatchObject({
      code: 'invitation-not-for-role',
    })
    expect((await calls.ask('visitor', byToken, { token })).state).toBe('valid')
  })

  it('goes out in the sender name of the zone, in the language of whoever has an account [ACC-5] [NOTE-1]', async () => {
    await db.knex('zones').where('id', world.own.id).update({ email_sender_name: 'Harbour team' })
    await db.knex('users').where('id', world.users.visitor.id).update({ language: 'fr' })
    await invited()
    await invited({ email: 'nobody@world.example' })
    const mails = await many<{ body_text: string }>(
      db.knex,
      `select recipient, sender_name, language, user_id, body_text from messages where kind = 'rm-invitation' order by id`,
    )
    expect(mails).toMatchObject([
      { recipient: email, sender_name: 'Harbour team', language: 'fr', user_id: null },
      { recipient: 'nobody@world.example', sender_name: 'Harbour team', language: 'en', user_id: null },
    ])
    for (const mail of mails) expect(mail.body_text).toMatch(/Test rm.*Zone own/)
  })

  it('invites only to zones of the caller, and nobody who manages them all [ACC-5] [ADM-23]', async () => {
    const foreign = { email, zoneIds: [world.own.id, world.foreign.id] }
    expect(inShort(await calls.refused('rm', invite, foreign))).toEqual(['bad-input', 'zoneIds field-not-found'])
    expect(inShort(await calls.refused('rm', invite, { email, zoneIds: [] }))).toEqual([
      'bad-input',
      'zoneIds field-too-few',
    ])
    expect(inShort(await calls.refused('rm', invite, { email: 'SRM@world.example', zoneIds: [world.own.id] }))).toEqual(
      ['already-manager', 'email already-manager'],
    )
    await calls.done('admin', invite, foreign)
  })

  it('replies the same for an address with and without an account [ACC-5] [ASVS V6.3.8]', async () => {
    const shape = async (to: string) =>
      Object.keys(await calls.done('rm', invite, { email: to, zoneIds: [world.own.id] }))
    expect(await shape('admin@world.example')).toEqual(await shape('stranger@world.example'))
    expect(await shape('unfinished@world.example')).toEqual(await shape(email))
  })

  it('ends when it is withdrawn, replaced or expired, and with its zones [ACC-5]', async () => {
    const state = async (token: string) => (await calls.ask('visitor', byToken, { token })).state
    const first = await invited()
    await calls.done('srm', withdraw, { invitationId: first.invitationId })
    expect(await state(first.token)).toBe('withdrawn')
    expect(await calls.refused('visitor', accept, { token: first.token })).toMatchObject({ code: 'invitation-invalid' })
    expect(await calls.refused('rm', withdraw, { invitationId: first.invitationId })).toMatchObject({
      code: 'not-found',
    })
    const second = await invited()
    const third = await invited()
    expect([await state(second.token), await state(third.token)]).toEqual(['withdrawn', 'valid'])
    await db
      .knex('rm_invitations')
      .where('id', third.invitationId)
      .update({ created_at: '2026-01-01', expires_at: '2026-01-08' })
    expect(await calls.ask('visitor', byToken, { token: third.token })).toEqual({
      state: 'expired',
      invitation: null,
      expiredFor: email,
    })
    expect(await calls.refused('visitor', accept, { token: third.token })).toMatchObject({ code: 'invitation-expired' })
    const zoneId = await insert(db.knex, 'zones', { name: 'Short', tenant_id: world.tenants.own })
    const { invitationId } = await calls.done('admin', invite, { email, zoneIds: [zoneId] })
    const token = await invitationLink(db.knex, email)
    await db.knex('zones').where('id', zoneId).delete()
    expect([invitationId > 0, await state(token)]).toEqual([true, 'withdrawn'])
    expect(await state('A'.repeat(43))).toBe('unknown')
  })

  it('ends when whoever invited loses the zones: rights that are gone give none away [ACC-5] [ASVS V8.3.2]', async () => {
    const { token } = await invited()
    await calls.done('admin', removeManager, { userId: world.users.rm.id, zoneIds: [world.own.id] })
    expect(await calls.refused('visitor', accept, { token })).toMatchObject({ code: 'invitation-invalid' })
    expect(await person(world.users.visitor.id)).toMatchObject({ role: 'Visitor', zones: [] })
  })

  it('to a company that demands a second factor: the session without one ends with the acceptance [ACC-5] [ACC-13]', async () => {
    const live = async () =>
      (await db.knex('sessions').where({ user_id: world.users.visitor.id }).whereNull('revoked_at')).length
    const { token } = await invited()
    await db.knex('tenants').update({ requires_second_factor: true })
    await calls.done('visitor', accept, { token })
    expect(await person(world.users.visitor.id)).toMatchObject({ role: 'Reservation Manager' })
    expect(await live()).toBe(0)
  })

  it('is withdrawn only for the zones of the caller [ACC-5] [ADM-23]', async () => {
    const { invitationId } = await calls.done('admin', invite, { email, zoneIds: [world.own.id, world.foreign.id] })
    const seen = await calls.ask('rm', team, { zoneId: world.own.id })
    expect(seen.invitations).toMatchObject([{ email, zones: [{ id: world.own.id }], invitedBy: 'Test admin' }])
    await calls.done('rm', withdraw, { invitationId })
    expect((await calls.ask('rm', team, { zoneId: world.own.id })).invitations).toEqual([])
    expect((await calls.ask('foreignRm', team, { zoneId: world.foreign.id })).invitations).toHaveLength(1)
  })

  it('is used by a link that is raw in no table [ACC-5]', async () => {
    const { token } = await invited()
    await calls.done('visitor', accept, { token })
    expect(await tablesHolding(db.knex, token)).toEqual([])
  })
})

describe('rights of a manager', () => {
  it('end in the listed zones; with the last one the person is a visitor again [ACC-5]', async () => {
    const { rm, foreignRm } = world.users
    const second = await insert(db.knex, 'zones', { name: 'Second', tenant_id: world.tenants.foreign })
    await db.knex('user_zones').insert({ user_id: rm.id, zone_id: second })
    await db.knex('user_tenants').insert({ user_id: rm.id, tenant_id: world.tenants.foreign })
    await db.knex('users').where('id', rm.id).update({ type: 'SUPER' })
    expect(await calls.done('admin', removeManager, { userId: rm.id, zoneIds: [second] })).toEqual({
      zoneIds: [second],
      visitor: false,
    })
    expect(await person(rm.id)).toEqual({
      role: 'Reservation Manager',
      type: 'SUPER',
      zones: [world.own.id],
      tenants: [world.tenants.own],
    })
    expect(await calls.refused('admin', removeManager, { userId: rm.id, zoneIds: [second] })).toMatchObject({
      code: 'not-found',
    })
    expect(await calls.done('srm', removeManager, { userId: rm.id })).toEqual({
      zoneIds: [world.own.id],
      visitor: true,
    })
    expect(await person(rm.id)).toEqual({ role: 'Visitor', type: 'NORMAL', zones: [], tenants: [world.tenants.own] })
    expect(await person(foreignRm.id)).toMatchObject({ zones: [world.foreign.id] })
  })

  it('are taken only in zones of the caller, and not by oneself [ACC-5] [ADM-23]', async () => {
    const { rm, srm } = world.users
    await db.knex('user_zones').insert({ user_id: srm.id, zone_id: world.foreign.id })
    expect(await calls.done('rm', removeManager, { userId: srm.id })).toEqual({
      zoneIds: [world.own.id],
      visitor: false,
    })
    expect(await person(srm.id)).toMatchObject({ zones: [world.foreign.id] })
    expect(await calls.refused('rm', removeManager, { userId: rm.id })).toMatchObject({ code: 'manager-yourself' })
    expect(await calls.refused('foreignRm', removeManager, { userId: rm.id })).toMatchObject({ code: 'not-found' })
    const listed = { userId: rm.id, zoneIds: [world.own.id] }
    expect(inShort(await calls.refused('foreignRm', removeManager, listed))).toEqual([
      'bad-input',
      'zoneIds field-not-found',
    ])
  })
})
