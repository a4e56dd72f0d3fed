import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Session } from '../../db/models/people.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import { loadActor } from '../kernel/bus/actor.ts'
import { listen } from '../kernel/relay/listen.ts'
import { openSession, testContext } from '../testing/context.ts'
import { beginSession, type SessionStart } from './begin-session.ts'
import { adminsNeedFactor } from './factors/second-factor.ts'

let db: TestDatabase
let heard: string[]
let listener: ReturnType<typeof listen>
beforeAll(async () => {
  db = await createTestDatabase()
  const { log } = testContext(db.knex, { commands: new Map(), queries: new Map(), watches: new Map() })
  await new Promise<void>((ready) => {
    const onNotify = (_: string, payload: string) => heard.push(payload)
    listener = listen({ url: db.url, channels: ['rights'], log, onNotify, onConnect: () => ready() })
  })
})
afterAll(async () => {
  await listener.stop()
  await db.close()
})
beforeEach(async () => {
  heard = []
  await db.knex('settings').where({ key: adminsNeedFactor }).delete()
})

let companies = 0
const letters = (n: number) => `q${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
const company = (requires_second_factor: boolean) =>
  insert(db.knex, 'tenants', { name: `Company ${++companies}`, prefix: letters(companies), requires_second_factor })
const join = (user_id: number, tenant_id: number) => db.knex('user_tenants').insert({ user_id, tenant_id })
const demand = (id: number) => db.knex('tenants').where({ id }).update({ requires_second_factor: true })
const demandOfAdmins = (value: boolean) =>
  db
    .knex('settings')
    .insert({ key: adminsNeedFactor, value: JSON.stringify(value) })
    .onConflict('key')
    .merge()

/** A person with a session without a second factor and one with it. */
async function signedIn(role: string) {
  const userId = await plantUser(db.knex, `person-${++companies}`, role)
  const [weak, strong] = [await openSession(db.knex, userId), await openSession(db.knex, userId)]
  await Session.query(db.knex).findById(strong).patch({ secondFactor: true })
  const live = async () => [await loadActor(db.knex, weak), await loadActor(db.knex, strong)].map((it) => it !== null)
  return { userId, weak, live }
}
const wentTo = (userId: number) =>
  vi.waitFor(() => expect(heard.map((payload) => JSON.parse(payload).users ?? [])).toContainEqual([userId]))

describe('a session without a second factor [ACC-13] [ASVS V6.3.3] [ASVS V7.4.1]', () => {
  it('ends at once when the company of a reservation manager requires one; others go on', async () => {
    const [own, other] = [await company(false), await company(false)]
    const [manager, stranger, visitor] = [
      await signedIn('Reservation Manager'),
      await signedIn('Reservation Manager'),
      await signedIn('Visitor'),
    ]
    await join(manager.userId, own)
    await join(visitor.userId, own)
    await join(stranger.userId, other)
    await db
      .knex('tenants')
      .where({ id: own })
      .update({ name: `Renamed ${own}` })
    expect(await manager.live()).toEqual([true, true])
    await demand(own)
    expect(await Promise.all([manager, stranger, visitor].map((each) => each.live()))).toEqual([
      [false, true],
      [true, true],
      [true, true],
    ])
    await wentTo(manager.userId)
  })

  it('ends at once when admins need one, not when they no longer do', async () => {
    const admin = await signedIn('Admin')
    await demandOfAdmins(false)
    expect(await admin.live()).toEqual([true, true])
    await demandOfAdmins(true)
    expect(await admin.live()).toEqual([false, true])
    await wentTo(admin.userId)
  })

  it('ends when its person joins a company that requires one, or gets the role of those who need one', async () => {
    const strict = await company(true)
    const joining = await signedIn('Reservation Manager')
    await join(joining.userId, strict)
    expect(await joining.live()).toEqual([false, true])
    const promoted = await signedIn('Visitor')
    await join(promoted.userId, strict)
    expect(await promoted.live()).toEqual([true, true])
    const role = db.knex('roles').where({ name: 'Reservation Manager' }).select('id')
    await db.knex('users').where({ id: promoted.userId }).update({ role_id: role })
    expect(await promoted.live()).toEqual([false, true])
  })

  it('goes on if the provider of the only company that requires one signed in', async () => {
    const [provider, other] = [await company(false), await company(false)]
    const manager = await signedIn('Reservation Manager')
    await join(manager.userId, provider)
    await join(manager.userId, other)
    await Session.query(db.knex).findById(manager.weak).patch({ providerTenantId: provider })
    await demand(provider)
    expect(await manager.live()).toEqual([true, true])
    await demand(other)
    expect(await manager.live()).toEqual([false, true])
  })

  it.each<[SessionStart['by'], boolean]>([
    ['password', false],
    ['link', false],
    ['openid', false],
    ['passkey', true],
    ['one-time-code', true],
    ['recovery-code', true],
  ])('is one that began by %s: %s is a factor', async (by, factor) => {
    const userId = await plantUser(db.knex, `began-${by}`)
    const browser = { app: 'portal', address: '127.0.0.1', userAgent: null, before: null } as const
    const begun = await db.knex.transaction((trx) => beginSession(trx, { ...browser, userId, by }))
    if (!begun) throw new Error('no session')
    expect((await Session.query(db.knex).findById(begun.hash))?.secondFactor).toBe(factor)
  })
})
