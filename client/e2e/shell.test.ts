import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { postMessages } from '../../server/testing/person.ts'
import { violations } from '../testing/axe.ts'
import { overflow } from '../testing/operators.ts'
import { arrives, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell()
})
afterAll(() => on?.close())
afterEach(() => on.leave())

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
const main = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }) && undefined)
const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window)

const places = [
  'My places',
  'Book',
  'Current reservations',
  'Reservation history',
  'Reserved places',
  'Private Zones',
] as const
const work = [
  'Malfunctions',
  'Smart Remote',
  'Reservations',
  'Site plan',
  'Time machine',
  'Statistics',
  'Maintenance',
  'Commands',
  'Messages',
] as const
const installed = ['Devices', 'Barriers'] as const
const administered = ['Zones', 'Access times', 'Tariffs', 'Access codes'] as const
const past = ['History', 'Bin'] as const
const operations = ['Operations', ...work, 'Sites', ...installed, ...administered, ...past] as const
const customers = ['Customers', 'Companies', ...administered] as const
const rights = ['Access rights', 'Products', 'Roles'] as const
const internals = [
  'Internals',
  'Sites',
  'Gateways',
  'Locations',
  ...installed,
  'Storage',
  'Processes',
  'Log',
  'Data problems',
  'Imports',
  'Device types',
  'Access methods',
  ...past,
] as const
const overview = ['Overview', ...work, 'Getting started', ...customers, ...rights, ...internals] as const

describe('the navigation', () => {
  it.each([
    ['visitor', 'Visitor', 'Own', null, places],
    ['rm', 'Reservation Manager', 'Own', 'Zone own', [...places, ...operations]],
    ['srm', 'Super Reservation Manager', 'Own', 'Zone own', [...places, ...operations]],
    ['admin', 'Admin', null, 'all', overview],
    ['support', 'Support', null, null, ['Support', 'Commands']],
  ] as const)(
    'of the role %s has its sections, and the account says who one is [NAV-7] [NAV-8]',
    async (as, role, company, zones, entries) => {
      const page = await on.visit(as === 'admin' ? on.portal.adminUrl : '/', { as })
      await arrives(page, `Hello Test ${as}`, '/')
      const texts = await main(page).locator('h2, li a').allTextContents()
      expect(texts).toEqual(['Start', ...entries])
      expect(await main(page).getByText('Administration').count()).toBe(as === 'admin' ? 1 : 0)
      await page.getByRole('button', { name: `Account of Test ${as}` }).click()
      await page.getByRole('button', { name: 'Log out' }).waitFor()
      const facts = await page.getByRole('dialog').locator('dl > div').allInnerTexts()
      const expected = [
        ['Role', role],
        ['Company', company],
        ['Zones', zones],
        ['Balance', '€0.00'],
      ]
      for (const [name, value] of expected) {
        const found = facts.find((fact) => fact.startsWith(`${name}`))?.split(/\n+/)
        expect(found, `${name}`).toEqual(value === null ? undefined : [name, value])
      }
      await page.getByRole('dialog').getByRole('link', { name: 'Questions and answers' }).click()
      await arrives(page, 'Questions and answers', '/faq')
      if (texts.includes('Smart Remote')) {
        await main(page).getByRole('link', { name: 'Smart Remote' }).click()
        await arrives(page, 'Smart Remote', '/smart-remote')
        expect(await main(page).getByRole('link', { name: 'Smart Remote' }).getAttribute('aria-current')).toBe('page')
      }
    },
  )

  it('opens the menu of the header, which loads on demand, at the second attempt if the first fails to load it [NAV-7]', async () => {
    const part = /language-choice-.*\.js/
    let failures = 0
    const page = await on.visit('/', {
      before: async (each) => {
        each.on('requestfailed', (request) => void (failures += part.test(request.url()) ? 1 : 0))
        await each.route(part, (to) => to.abort())
      },
    })
    const language = page.getByRole('button', { name: 'Language: EN (English)' })
    expect(failures).toBe(0)
    await language.click()
    await expect.poll(() => failures).toBeGreaterThan(0)
    expect(await page.getByRole('menu').count()).toBe(0)
    await page.unroute(part)
    await language.click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('button', { name: 'Sprache: DE (Deutsch)' }).waitFor()
  })

  it('is at the bottom on a phone, with everything else in its menu [NAV-7]', async () => {
    const page = await on.visit('/statistics', { as: 'rm', viewport: { width: 390, height: 844 }, hasTouch: true })
    const bar = page.getByRole('navigation', { name: 'Quick navigation' })
    expect(await bar.locator('a').allTextContents()).toEqual(['Start', 'Faults', 'Remote', 'Bookings'])
    await bar.getByRole('button', { name: 'Menu' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Main navigation' })
    await sheet.getByText('Operations').waitFor()
    expect(await violations(page)).toEqual([])
    await sheet.getByRole('link', { name: 'Smart Remote' }).tap()
    await arrives(page, 'Smart Remote', '/smart-remote')
    await sheet.waitFor({ state: 'hidden' })
    expect(await overflow(page)).toBe(0)
  })

  it('shows a page that does not exist with the link to the new one', async () => {
    const page = await on.visit('/zones/dashboard', { as: 'rm' })
    expect(await heading(page)).toBe('The requested page does not exist')
    await page.getByText('Please follow the redirect to the new link and refresh your bookmark.').waitFor()
    await page.getByText('/zones/dashboard').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'To the new link' }).click()
    await arrives(page, 'Malfunctions', '/malfunctions')
  })
})

describe('the keyboard alone', () => {
  const reach = async (page: Page, wanted: Locator, key = 'Tab') => {
    const focused = () => wanted.evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 40 && !(await focused()); presses += 1) await page.keyboard.press(key)
    expect(await focused()).toBe(true)
  }

  it('skips to the content, logs in and reaches a page', async () => {
    const page = await on.visit('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('main').getByRole('link', { name: 'Log in' }))
    await page.keyboard.press('Enter')
    await arrives(page, 'Log in', '/users/login')
    await reach(page, page.getByLabel('E-mail or username'))
    await page.keyboard.type('rm')
    await page.keyboard.press('Tab')
    await page.keyboard.type(on.world.password)
    await page.keyboard.press('Enter')
    await arrives(page, 'Malfunctions', '/malfunctions')
    await reach(page, main(page).getByRole('link', { name: 'Smart Remote' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await arrives(page, 'Smart Remote', '/smart-remote')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Smart Remote')
    const account = page.getByRole('button', { name: 'Account of Test rm' })
    await reach(page, account, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await account.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('Escape closes the account menu even before the focus has entered it, and returns the focus', async () => {
    const page = await on.visit('/malfunctions', { as: 'rm' })
    const account = page.getByRole('button', { name: 'Account of Test rm' })
    for (let times = 0; times < 5; times += 1) {
      await account.press('Enter')
      await page.getByRole('dialog').waitFor()
      // Repeated at different speeds, because the focus may enter it at any moment.
      if (times % 2 === 0) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await expect.poll(() => account.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })
})

describe('the connection', () => {
  const banner = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
  const report = (status: string, index: number) =>
    postMessages(on.portal.url, on.world.own.gateway.token, [
      {
        id: `${status}-${index}`,
        at: new Date().toISOString(),
        device: on.world.own.gateway.devices[index]?.hardwareId,
        kind: 'status',
        status,
      },
    ])
  const open = async () => {
    const page = await on.visit('/malfunctions', { as: 'rm', alone: true })
    await page.getByText('Live', { exact: true }).waitFor()
    await mark(page)
    return page
  }

  it('shows that it is offline, with the age of the data, and recovers without a reload [LIVE-6]', async () => {
    const page = await open()
    await page.context().setOffline(true)
    await banner(page, 'You are offline. What you see may be out of date').waitFor()
    await page.getByText(/^Not current · as of \d\d:\d\d/).waitFor()
    expect((await report('error', 0)).status).toBe(200)
    expect(await violations(page)).toEqual([])
    expect(await page.getByRole('article').count()).toBe(0)
    await page.context().setOffline(false)
    await banner(page, 'Connected again, everything is current.').waitFor()
    await page.getByRole('article').filter({ hasText: 'GW-own 001' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await isMarked(page)).toBe(true)
  })

  it('survives a server that is killed and restarted [LIVE-6]', async () => {
    const page = await open()
    await on.restart(async () => {
      await banner(page, 'The connection is interrupted. Reconnecting …').waitFor()
      await page.getByText(/^Not current/).waitFor()
    })
    await report('error', 2)
    await banner(page, 'Connected again, everything is current.').waitFor()
    await page.getByRole('article').filter({ hasText: 'GW-own 003' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await isMarked(page)).toBe(true)
    await banner(page, 'Connected again').waitFor({ state: 'detached' })
  })
})
