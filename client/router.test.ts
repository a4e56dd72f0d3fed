import { describe, expect, it } from 'vitest'
import { pages } from './router.tsx'
import { sections } from './shell/pages.ts'

describe('the routes', () => {
  it('have one path each, and declare who may open them [NAV-6]', () => {
    const paths = pages.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const { path, access } of pages) {
      expect(path).toMatch(/^\//)
      expect(access === 'public' || access === 'session' || access.length > 0, path).toBe(true)
    }
  })

  it('have a section and a position of their own in the navigation [NAV-7]', () => {
    const entries = pages.flatMap(({ path, nav }) => (nav === undefined ? [] : [{ path, ...nav }]))
    expect(new Set(entries.map(({ order }) => order)).size).toBe(entries.length)
    for (const { path, sections: own } of entries) {
      expect(path).not.toContain('$')
      expect(own.length).toBeGreaterThan(0)
      for (const section of own) expect(sections).toContain(section)
    }
  })

  it('are public only where nothing needs an account [NAV-6]', () => {
    expect(
      pages
        .filter(({ access }) => access === 'public')
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      '/',
      '/details/location',
      '/eticket/$token',
      '/faq',
      '/imprint',
      '/location/sites',
      '/location/sites/$siteId',
      '/privacy',
      '/reservations/remote/$token',
      '/reservations/remote/$token/view',
      '/setup',
      '/terms',
      '/users/login',
    ])
  })
})
