import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyPage, enterCompany } from '../../contract/session.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { themeOfPage } from './host-theme.ts'
import { readMe } from './me.ts'

let db: TestDatabase
let world: World
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
})
afterAll(() => db.close())

it('a login page has the company of its path, or of its prefix in any case [ACC-7]', async () => {
  const { ask } = busCalls(db.knex, world)
  await db.knex('tenants').where('id', world.tenants.foreign).update({ login_path: 'quay', theme: 'harbour' })
  for (const path of ['quay', 'QUAY', 'foreign', 'Foreign']) {
    expect(await ask('visitor', companyPage, { path })).toEqual({ company: 'Foreign' })
    expect(await themeOfPage(db.knex, { hostname: 'any.example', path: `/users/login/${path}` })).toBe('harbour')
  }
  expect(await ask('visitor', companyPage, { path: 'nobody' })).toEqual({ company: null })
})

it('people who belong to the company of the login page are in it after the login; others stay where they were [ACC-7]', async () => {
  const { done } = busCalls(db.knex, world)
  const { rm } = world.users
  const tenant = async () => (await readMe(db.knex, rm.id))?.view.tenant?.name
  expect(await done('rm', enterCompany, { path: 'foreign' })).toEqual({ entered: false })
  expect(await tenant()).toBe('Own')
  await db.knex('user_tenants').insert({ user_id: rm.id, tenant_id: world.tenants.foreign })
  expect(await done('rm', enterCompany, { path: 'FOREIGN' })).toEqual({ entered: true })
  expect(await tenant()).toBe('Foreign')
  expect(await done('rm', enterCompany, { path: 'nobody' })).toEqual({ entered: false })
})
