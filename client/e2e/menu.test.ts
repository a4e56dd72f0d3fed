import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { connectPerson } from '../../server/testing/person.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import { violations } from '../testing/axe.ts'
import { fullHour, giveCredit, openForBooking } from '../testing/booking.ts'
import { desk, overflow, phone } from '../testing/operators.ts'
import { arrives, logIn, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell()
  const { knex } = on.db
  await openForBooking(knex, on.world)
  await knex('zones').where({ id: on.world.own.id }).update({
    additional_support_info: 'Call 0800 123 456 or write to boxes@own.example',
    readable_without_login: true,
  })
})
afterAll(() => on?.close())
afterEach(() => on.leave())

const small = { ...phone, viewport: { width: 360, height: 740 } }
const account = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  return page.getByRole('dialog')
}

describe('the menu', () => {
  it('says who one is, with balance, company, role, zones and version, and leads to help [NAV-8]', async () => {
    await on.db.knex('users').where({ id: on.world.users.srm.id }).update({ language: 'en' })
    const page = await on.visit('/malfunctions', { as: 'srm' })
    const menu = await account(page)
    const facts = async () => (await menu.locator('dl > div').allInnerTexts()).map((fact) => fact.split(/\n+/))
    await expect.poll(facts).toEqual([
      ['Role', 'Super Reservation Manager'],
      ['Company', 'Own'],
      ['Zones', 'Zone own'],
      ['Balance', '€0.00'],
      ['Version', '1.0.0'],
    ])
    expect(await menu.locator('a, button').allTextContents()).toEqual(
      expect.arrayContaining(['Questions and answers', 'Contact support', 'Log out']),
    )
    expect(await violations(page)).toEqual([])
    await menu.getByRole('link', { name: 'Contact support' }).click()
    await arrives(page, 'Contact', '/contact')
  })
})

describe('help', () => {
  it.each([
    ['desktop', desk],
    ['phone', small],
  ] as const)('answers and leads to the phone of the site, without an account: %s [NAV-8] [NAV-9]', async (_, view) => {
    const page = await on.visit('/faq', view)
    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('JAMMED door')
    await page.getByText('do not use force').waitFor()
    expect(await page.getByText('I forgot my PIN').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'For operators' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Contact support' }).click()
    await arrives(page, 'Contact', '/contact')
    const site = page.getByRole('listitem').filter({ hasText: 'Site own' })
    expect(await site.getByRole('link', { name: '0800 123 456' }).getAttribute('href')).toBe('tel:0800123456')
    expect(await site.getByRole('link', { name: 'boxes@own.example' }).getAttribute('href')).toBe(
      'mailto:boxes@own.example',
    )
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })

  it('leaves the text of its search behind, also while the next page still loads [NAV-8]', async () => {
    const page = await on.visit('/faq')
    let load = () => {}
    const loads = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route(/\/contact-[^/]+\.js$/, async (route) => {
      await loads
      await route.continue()
    })
    await page.clock.install()
    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('door')
    await page.getByRole('main').getByRole('link', { name: 'Contact support' }).click()
    await page.clock.runFor(1000)
    load()
    await arrives(page, 'Contact', '/contact')
  })

  it('has the questions of operators for operators [NAV-8]', async () => {
    const page = await on.visit('/faq', { as: 'rm' })
    await page.getByRole('heading', { name: 'For operators' }).waitFor()
  })
})

describe('the footer', () => {
  it.each([
    ['in front of the login', '/', undefined, desk],
    ['at the login', '/users/login', undefined, small],
    ['for a visitor', '/reservations/current', 'visitor', small],
    ['for an operator', '/zones', 'rm', desk],
  ] as const)('has questions, contact, imprint, terms, privacy and version %s [NAV-9]', async (_, path, as, view) => {
    const page = await on.visit(path, { ...(as ? { as } : {}), ...view })
    const footer = page.getByRole('contentinfo')
    expect(await footer.getByRole('link').allTextContents()).toEqual(['FAQ', 'Contact', 'Imprint', 'Terms', 'Privacy'])
    await footer.getByText('Version 1.0.0').waitFor()
    expect(await overflow(page)).toBe(0)
    await footer.getByRole('link', { name: 'Terms' }).click()
    await arrives(page, 'Terms of service', '/terms')
  })
})

describe('the pages of the landing page', () => {
  it.each([
    ['desktop', desk],
    ['phone', small],
  ] as const)('have a way back above and below, to the page before: %s [NAV-9] [NAV-1]', async (_, view) => {
    const page = await on.visit('/details/location', view)
    const back = page.getByRole('main').getByRole('button', { name: 'Back' })
    expect(await back.count()).toBe(2)
    expect(await violations(page)).toEqual([])
    const sites = page.getByRole('table', { name: 'Sites' })
    await sites
      .getByRole('link', { name: /Site own/ })
      .first()
      .waitFor()
    expect(await sites.getByRole('columnheader').allTextContents()).toEqual([
      'Site',
      'Free',
      'Occupied',
      'In all',
      'Choose',
    ])
    const counts = await sites.getByRole('row').filter({ hasText: 'Site own' }).getByRole('cell').allInnerTexts()
    const [free, occupied, maximum] = counts.slice(1, 4).map((text) => Number(/\d+$/.exec(text)?.[0]))
    expect(maximum).toBeGreaterThan(0)
    expect(maximum).toBe((free ?? 0) + (occupied ?? 0))
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await sites
      .getByRole('link', { name: /Site own/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Site own' }).waitFor()
    await page.getByRole('heading', { name: /About/ }).waitFor()
    expect(await back.count()).toBe(2)
    expect(await violations(page)).toEqual([])
    await back.last().click()
    await page.waitForURL('**/details/location')
    // People who came from elsewhere land on the start page.
    const other = await on.visit('/location/sites', view)
    await other.getByRole('main').getByRole('button', { name: 'Back' }).first().click()
    await other.waitForURL(`${on.portal.url}/`)
  })
})

describe('the language', () => {
  const chosen = async (page: Page, name: string) => page.getByRole('button', { name }).waitFor()

  it('that somebody picked outlives a reload and the login, and is theirs from then on [NAV-8] [I18N-1]', async () => {
    await on.db.knex('users').where({ id: on.world.users.foreignRm.id }).update({ language: 'en' })
    const page = await on.visit('/users/login', { alone: true })
    await page.getByRole('button', { name: 'Language: EN (English)' }).click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await chosen(page, 'Langue: FR (Français)')
    await page.reload()
    await chosen(page, 'Langue: FR (Français)')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr')
    await page.getByLabel('E-mail ou nom d’utilisateur').fill('foreignrm')
    await page.getByLabel('Mot de passe', { exact: true }).fill(on.world.password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.waitForURL('**/malfunctions')
    await chosen(page, 'Langue: FR (Français)')
    const stored = () => on.db.knex('users').where({ id: on.world.users.foreignRm.id }).pluck('language')
    await expect.poll(stored).toEqual(['fr'])
    await page.reload()
    await chosen(page, 'Langue: FR (Français)')
  })

  it('of the address is shown at once; a wrong one changes nothing [I18N-1]', async () => {
    const page = await on.visit('/faq?lang=it')
    await chosen(page, 'Lingua: IT (Italiano)')
    expect((await page.context().cookies()).find(({ name }) => name === 'language')?.value).toBe('it')
    const other = await on.visit('/faq?lang=xx')
    await chosen(other, 'Language: EN (English)')
  })
})

describe('home', () => {
  it('is the page that a person chose, with the zone that they start with; what they wanted goes first [NAV-10]', async () => {
    const { id } = on.world.users.rm
    await on.db.knex('users').where({ id }).update({ initial_page: '/events', first_opened_zone_id: on.world.own.id })
    const page = await on.visit('/users/login')
    await logIn(page, 'rm', on.world.password)
    await arrives(page, 'Access times', `/events?zoneId=${on.world.own.id}`)
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Malfunctions' }).click()
    await arrives(page, 'Malfunctions', `/malfunctions?zone=${on.world.own.id}`)
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Access times' }).click()
    await arrives(page, 'Access times', '/events')
    const other = await on.visit('/users/login?redirect=%2Fstatistics%3Fspan%3Dweek')
    await logIn(other, 'rm', on.world.password)
    await arrives(other, 'Statistics', '/statistics?span=week')
    await on.db.knex('users').where({ id }).update({ initial_page: '/tenants', first_opened_zone_id: null })
    const third = await on.visit('/users/login')
    await logIn(third, 'rm', on.world.password)
    await arrives(third, 'Malfunctions', '/malfunctions')
  })
})

describe('the start page of a visitor', () => {
  /** From the running minute to a full hour: it can be opened. */
  const reserveNow = async () => {
    const { url } = on.portal
    const visitor = await connectPerson(url, await cookieFor(on.db.knex, on.world.users.visitor.id))
    const start = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
    const [device] = on.world.own.gateway.devices
    const span = { start, end: fullHour(1) }
    const held = await visitor.command(hold, { siteId: on.world.own.siteId, deviceId: device?.id ?? 0, ...span })
    if (!held.ok) throw new Error(held.refusal.code)
    const { id, priceCents } = held.reply.reservation
    const booked = await visitor.command(finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
    visitor.close()
    if (!booked.ok) throw new Error(booked.refusal.code)
  }

  it('leads to the search; once something is reserved it opens that, live, with the contact of the site [NAV-8]', async () => {
    await giveCredit(on.db.knex, on.world.users.visitor.id, 5_000)
    const page = await on.visit('/', { as: 'visitor', ...small })
    await page.getByRole('heading', { name: 'Where do you need a place?' }).waitFor()
    expect(await page.getByRole('link', { name: 'Find a free place' }).getAttribute('href')).toBe('/reservations/add')
    expect(await violations(page)).toEqual([])
    await reserveNow()
    await page.getByRole('link', { name: 'Open now' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.getByRole('link', { name: 'Open now' }).click()
    await page.waitForURL('**/open')
    await page.getByRole('link', { name: 'Contact support' }).click()
    await page.getByText('Your reservation', { exact: true }).waitFor()
  })
})
