import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { own, read, remove, save, unlink } from '../../contract/identity-providers.ts'
import { goodProvider, wrongProviders } from '../../contract/testing/bad-input/identity-providers.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { providerFields } from './testing/provider-fields.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
})
afterAll(() => db.close())
beforeEach(() => db.knex('identity_providers').delete())

const saved = (more: Parameters<typeof providerFields>[0] = {}, version = 0) =>
  calls.done('admin', save, { tenantId: world.tenants.own, version, ...providerFields(more) })
const secret = () => db.knex('identity_providers').first('client_secret')

it('a provider is added, changed, and removed; its secret is never sent back and stays when none is given [ACC-12]', async () => {
  const { tenantId, version } = await saved({ clientSecret: 'top secret' })
  const { provider, callbacks } = await calls.ask('admin', read, { tenantId })
  const { clientSecret: _, ...shown } = providerFields()
  expect(provider).toEqual({ ...shown, version, hasSecret: true })
  expect(callbacks).toEqual(['http://localhost/users/oidc/callback', 'http://admin.localhost/users/oidc/callback'])
  const edited = await saved({ label: 'Quay', enabled: true }, version)
  expect(await secret()).toEqual({ client_secret: 'top secret' })
  await calls.done('admin', remove, { tenantId, version: edited.version })
  expect((await calls.ask('admin', read, { tenantId })).provider).toBeNull()
})

it('a secret is never sent to another issuer, and never kept in the audit trail [ACC-12]', async () => {
  const { version } = await saved({ clientSecret: 'top secret' })
  await saved({ issuer: 'https://other.example' }, version)
  expect(await secret()).toEqual({ client_secret: null })
  const kept = await db.knex('commands').where({ name: save.name }).select('input')
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toContain('top secret')
})

it('of two editors one wins [ACC-12]', async () => {
  const { tenantId, version } = await saved()
  await saved({ label: 'Quay' }, version)
  for (const seen of [0, version]) {
    const late = { tenantId, version: seen, ...providerFields({ label: 'Pier' }) }
    expect((await calls.refused('admin', save, late)).code).toBe('changed-meanwhile')
  }
  expect((await calls.refused('admin', remove, { tenantId, version })).code).toBe('changed-meanwhile')
})

it.each(wrongProviders)(
  '%j is refused at %s: %s, and nothing is stored [ACC-12] [ADM-20]',
  async (wrong, path, issue) => {
    const input = { tenantId: world.tenants.own, version: 0, ...goodProvider, ...wrong }
    const refusal = await calls.refused('admin', save, input)
    expect(refusal.code).toBe('bad-input')
    expect(refusal.fields).toContainEqual(expect.objectContaining({ path, issue }))
    expect(await db.knex('identity_providers').select()).toEqual([])
  },
)

it("people see sign-in only of their own companies' providers [ACC-12]", async () => {
  await saved({ enabled: true })
  const offered = [{ tenantId: world.tenants.own, label: 'Harbour' }]
  expect(await calls.ask('visitor', own, {})).toEqual({ linked: null, offered, hasPassword: true })
  expect(await calls.ask('foreignRm', own, {})).toMatchObject({ offered: [] })
})

it('a link is ended by its owner, unless it is the only way in [ACC-12]', async () => {
  const link = { sso_issuer: 'https://login.harbour.example', sso_subject: '42' }
  const { id } = world.users.visitor
  const { password_hash: password } = await db.knex('users').where({ id }).first('password_hash')
  await db
    .knex('users')
    .where({ id })
    .update({ ...link, password_hash: null })
  expect((await calls.refused('visitor', unlink, {})).code).toBe('sign-in-needs-password')
  await db.knex('users').where({ id }).update({ password_hash: password })
  await calls.done('visitor', unlink, {})
  expect((await calls.refused('visitor', unlink, {})).code).toBe('sign-in-not-linked')
})
