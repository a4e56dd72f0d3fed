import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { postMessages } from '../../server/testing/person.ts'
import { pages } from '../router.tsx'
import { navigation } from '../shell/navigation.ts'
import { violations } from '../testing/axe.ts'
import { overflow, phone } from '../testing/operators.ts'
import { arrives, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell()
})
afterAll(() => on?.close())
afterEach(() => on.leave())

/** Without one there is nothing to search among the malfunctions. */
const malfunction = () =>
  postMessages(on.portal.url, on.world.own.gateway.token, [
    {
      id: randomUUID(),
      at: new Date().toISOString(),
      device: on.world.own.gateway.devices[0]?.hardwareId,
      kind: 'status',
      status: 'error',
    },
  ])
const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick navigation' })
const entries = (page: Page) => bar(page).locator('> *').allTextContents()
const go = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    document.querySelector('h1')?.remove()
    history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describe('the bar of the phone', () => {
  it.each([
    ['a list that one adds to', 'rm', '/zones', ['Start', 'Faults', 'Search', 'Add', 'Menu']],
    ['a list', 'rm', '/malfunctions', ['Start', 'Faults', 'Remote', 'Search', 'Menu']],
    ['what only super reservation managers add', 'rm', '/maintenance', ['Start', 'Faults', 'Remote', 'Search', 'Menu']],
    ['anything else', 'rm', '/sites/visualization', ['Start', 'Faults', 'Remote', 'Bookings', 'Menu']],
    ['the start page of visitors', 'visitor', '/', ['Start', 'Book', 'Current', 'History', 'Menu']],
    ['their reservations', 'visitor', '/reservations/current', ['Start', 'Book', 'Current', 'Add', 'Menu']],
  ] as const)('has what %s offers, and never more than five entries [NAV-9]', async (_, as, path, expected) => {
    const page = await on.visit(path, { as, ...phone, viewport: { width: 360, height: 740 } })
    await bar(page).waitFor()
    expect(await entries(page)).toEqual(expected)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    for (const entry of await bar(page).locator('> *').all()) {
      const box = await entry.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const [footer, top] = [await page.getByRole('contentinfo').boundingBox(), await bar(page).boundingBox()]
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
  })

  it('opens the search of the page, and the page where something is added [NAV-9]', async () => {
    const page = await on.visit('/zones', { as: 'rm', ...phone })
    await page.getByRole('searchbox', { name: 'Search zone or company' }).waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await bar(page).getByRole('button', { name: 'Search' }).tap()
    const search = page.getByRole('searchbox', { name: 'Search zone or company' })
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true)
    await bar(page).getByRole('link', { name: 'Add' }).tap()
    await arrives(page, 'Add zone', '/zones/add')
    expect(await entries(page)).toEqual(['Start', 'Faults', 'Remote', 'Bookings', 'Menu'])
    await go(page, '/reservations')
    await bar(page).getByRole('link', { name: 'Add' }).tap()
    await page.getByRole('dialog', { name: 'Reserve for somebody' }).waitFor()
  })

  it('adds at the site that the page shows [NAV-9]', async () => {
    const page = await on.visit(`/barriers?siteId=${on.world.own.siteId}`, { as: 'rm', ...phone })
    await bar(page).getByRole('link', { name: 'Add' }).tap()
    await arrives(page, 'Add barrier', `/barriers/add?siteId=${on.world.own.siteId}`)
  })

  it('leads back to the search from a chosen site [NAV-9]', async () => {
    const page = await on.visit(`/reservations/add?siteId=${on.world.own.siteId}`, { as: 'visitor', ...phone })
    await bar(page).getByRole('button', { name: 'Search' }).tap()
    await arrives(page, 'Book a place', '/reservations/add')
    await bar(page).getByRole('button', { name: 'Search' }).tap()
    expect(await page.getByRole('searchbox').evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it.each([
    ['visitor', 'Visitor', ['BASIC', 'BASIC_VIS']],
    ['admin', 'Admin', ['BASIC', 'BASIC_ADM']],
  ] as const)('offers a search exactly where there is one: %s [NAV-9]', async (as, role, features) => {
    await malfunction()
    const page = await on.visit(as === 'admin' ? on.portal.adminUrl : '/', { as, ...phone })
    for (const { path, searchable = false } of navigation(role, features, pages).flatMap(({ pages: own }) => own)) {
      await go(page, path)
      const search = page.locator('#main input[type="search"]')
      if (searchable) await search.first().waitFor()
      else expect(await search.count(), path).toBe(0)
      expect(await bar(page).getByRole('button', { name: 'Search' }).count(), path).toBe(searchable ? 1 : 0)
    }
  })
})
