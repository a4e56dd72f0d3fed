import { describe, expect, it } from 'vitest'
import { useApp } from '../http/testing/use-app.ts'
import { createHostThemes, themeOfPage } from './host-theme.ts'

const { db, world, app } = await useApp()

describe('the theme of a page before its program runs', () => {
  it('is the host’s once it is known, until then the default; an invalid name reaches no page [THEME-1]', async () => {
    const [own, other] = [world.tenants.own, world.tenants.foreign]
    await db.knex('tenants').where('id', own).update({ theme: 'campus' })
    await db.knex('tenants').where('id', other).update({ theme: '"><script>' })
    await db.knex('tenant_hosts').insert([
      { host: 'own.example', tenant_id: own },
      { host: 'other.example', tenant_id: other },
    ])
    const themes = createHostThemes(app.context)
    const themeOf = (hostname: string, path = '/') => themes({ hostname, path })
    expect(themeOf('own.example')).toBe('holdfast')
    await expect.poll(() => themeOf('OWN.example')).toBe('campus')
    expect(themeOf('other.example')).toBe('holdfast')
    expect(themeOf('nobody.example')).toBe('holdfast')
  })

  it('is the company’s own on its login page, on every host [THEME-1] [ADM-1]', async () => {
    await db.knex('tenants').where('id', world.tenants.own).update({ theme: 'campus' })
    await db.knex('tenants').where('id', world.tenants.foreign).update({ theme: 'harbour', login_path: 'quay-2' })
    await db.knex('tenant_hosts').where('host', 'own.example').delete()
    await db.knex('tenant_hosts').insert({ host: 'own.example', tenant_id: world.tenants.own })
    const themes = createHostThemes(app.context)
    themes({ hostname: 'any.example', path: '/' })
    const expected = [
      ['own.example', '/users/login/quay-2', 'harbour', 'harbour'],
      ['any.example', '/users/login/quay-2', 'harbour', 'harbour'],
      ['own.example', '/users/login/nobody', 'campus', 'campus'],
      ['own.example', '/users/login', 'campus', 'campus'],
      ['own.example', '/quay-2', 'campus', 'campus'],
      ['any.example', '/users/login/nobody', 'holdfast', null],
    ] as const
    for (const [hostname, path, first, config] of expected) {
      await expect.poll(() => themes({ hostname, path })).toBe(first)
      expect(await themeOfPage(db.knex, { hostname, path }), path).toBe(config)
    }
    const { body } = await app.ask('GET', '/app-config.json?page=%2Fusers%2Flogin%2Fquay-2')
    expect(body).toMatchObject({ theme: 'harbour' })
  })
})
