import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { startApp, type TestApp } from '../http/testing/app.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { createHostThemes } from './host-theme.ts'

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

describe('the theme of a page before its program runs', () => {
  it('is the host’s once it is known, until then the default; an invalid name reaches no page [THEME-1]', async () => {
    const [own, other] = [world.tenants.own, world.tenants.foreign]
    await database.knex('tenants').where('id', own).update({ theme: 'campus' })
    await database.knex('tenants').where('id', other).update({ theme: '"><script>' })
    await database.knex('tenant_hosts').insert([
      { host: 'own.example', tenant_id: own },
      { host: 'other.example', tenant_id: other },
    ])
    const themeOf = createHostThemes(app.context)
    expect(themeOf('own.example')).toBe('holdfast')
    await expect.poll(() => themeOf('OWN.example')).toBe('campus')
    expect(themeOf('other.example')).toBe('holdfast')
    expect(themeOf('nobody.example')).toBe('holdfast')
  })
})
