import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../db/testing/fixtures.ts'
import { plantTicket, type TicketWish } from '../../server/reservations/testing/plantTicket.ts'
import { type RunningPortal, startPortal } from '../../server/testing/harness.ts'
import { violations } from '../testing/axe.ts'
import { launchBrowser } from '../testing/browser.ts'
import { keepPages, type PageOptions, type Pages } from '../testing/pages.ts'

let database: TestDatabase
let portal: RunningPortal
let browser: Browser
let place: Planted
let pages: Pages

beforeAll(async () => {
  database = await createTestDatabase()
  ;[portal, browser] = await Promise.all([startPortal({ databaseUrl: database.url }), launchBrowser()])
  pages = keepPages(browser)
})
afterAll(async () => {
  await browser?.close()
  await portal?.end()
  await database?.close()
})
afterEach(() => pages.leave())

const plant = async (wish: Partial<TicketWish> = {}) => {
  place = await plantSite(database.knex, { type: 'BIKE_BOX' })
  const location = { address: 'Ring 1', zip: '01069', city: 'Dresden', latitude: 51.05, longitude: 13.74 }
  const locationId = await insert(database.knex, 'locations', location)
  const site = { location_id: locationId, full_name: 'Bike boxes at the ring', directions: 'Behind the hall' }
  await database.knex('sites').where('id', place.siteId).update(site)
  return plantTicket(database.knex, { ...place, deviceId: place.deviceIds[0] ?? 0, ...wish })
}
const phone: PageOptions = { viewport: { width: 390, height: 844 }, timezoneId: 'Europe/Berlin' }

async function open(token: string, options: PageOptions = phone, before?: (page: Page) => Promise<unknown>) {
  const page = await pages.open({ alone: before !== undefined, ...options })
  await before?.(page)
  await page.goto(`${portal.url}/eticket/${token}?lang=en`)
  await page.locator('main h1').waitFor()
  return page
}
const sees = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
/** What the browser tells the page when the network is back: it asks again. */
const asksAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

describe('the page of a guest link', () => {
  it.each([
    ['light', 'phone', phone.viewport],
    ['dark', 'phone', phone.viewport],
    ['light', 'desk', { width: 1_440, height: 900 }],
    ['dark', 'desk', { width: 1_440, height: 900 }],
  ] as const)('says where and when without an account, %s on a %s [TICK-1]', async (colorScheme, _, viewport) => {
    const { token } = await plant()
    const page = await open(token, { ...phone, viewport: viewport ?? null, colorScheme })
    expect(await page.locator('main h1').textContent()).toBe('Lot 1')
    for (const text of ['Yours now', 'Bike box · Bike boxes at the ring', 'Ring 1', '01069 Dresden', 'Behind the hall'])
      await sees(page, text)
    expect(await page.getByRole('link', { name: 'Show on OpenStreetMap' }).getAttribute('rel')).toContain('noreferrer')
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    expect(await page.title()).not.toContain(token)
    expect(await violations(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })

  it("shows the times of the place to a guest in another zone, and speaks the guest's language [TICK-1] [I18N-1]", async () => {
    const { token } = await plant({
      reservation: { starts_at: '2035-01-10T09:00:00Z', ends_at: '2035-01-10T12:30:00Z' },
      ticket: { expires_at: '2035-01-11' },
    })
    const page = await open(token, { ...phone, timezoneId: 'America/New_York' })
    await sees(page, '10:00 CET')
    await sees(page, '13:30 CET')
    await sees(page, 'Not yet yours')
    await sees(page, 'The times are those of the place (Europe/Berlin).')
    await page.goto(`${portal.url}/eticket/${token}?lang=de`)
    await sees(page, 'Noch nicht Ihre Zeit')
    await sees(page, 'Fahrradbox · Bike boxes at the ring')
    expect(await page.getByRole('main').textContent()).not.toContain('Not yet yours')
  })

  it('follows the clock and the server by itself: begins, ends, is over [TICK-2]', async () => {
    const { token, reservationId } = await plant({ startsIn: 1 })
    const page = await open(token)
    await sees(page, 'Not yet yours')
    const move = (change: object) => database.knex('reservations').where('id', reservationId).update(change)
    await move({ starts_at: new Date(Date.now() + 2_000) })
    await asksAgain(page)
    await sees(page, 'Yours now')
    await move({ ends_at: new Date(Date.now() + 2_000) })
    await asksAgain(page)
    await sees(page, 'Ticket expired')
    expect(await page.getByRole('main').textContent()).not.toContain('Ring')
  })

  it.each<[string, Partial<TicketWish>, string, string]>([
    [
      'expired',
      { startsIn: -9, endsIn: -8 },
      'Ticket expired',
      'This ticket has expired: you are no longer allowed to access this reservation.',
    ],
    [
      'revoked',
      { ticket: { revoked_at: new Date() } },
      'Unknown ticket',
      'There is no reservation for this ticket. Please check the link, or log in.',
    ],
    [
      'cancelled',
      { state: 'STORNO' },
      'Reservation cancelled',
      'This reservation was cancelled, so the ticket is no longer valid.',
    ],
    [
      'not allowed',
      { guestsAllowed: false },
      'Guests are not allowed',
      'This reservation does not allow guest tickets.',
    ],
  ])('says why a ticket that is %s opens nothing [TICK-2]', async (name, wish, title, text) => {
    const { token } = await plant(wish)
    const page = await open(token)
    await sees(page, title)
    await sees(page, text)
    expect(await page.getByRole('main').textContent()).not.toContain('Ring')
    expect(await page.getByRole('main').getByRole('link', { name: 'Log in' }).count()).toBe(name === 'revoked' ? 1 : 0)
    expect(await violations(page)).toEqual([])
  })

  it('shows nothing of a reservation any more that was cancelled while the page was open [TICK-2]', async () => {
    const { token, reservationId } = await plant()
    const page = await open(token)
    await sees(page, 'Yours now')
    await database.knex('reservations').where('id', reservationId).update({ state: 'STORNO' })
    await asksAgain(page)
    await sees(page, 'Reservation cancelled')
    expect(await page.getByRole('main').textContent()).not.toContain('Ring')
  })

  it('keeps what it knows without a network, says how old it is, and comes back by itself', async () => {
    const { token } = await plant()
    const page = await open(token, { ...phone, alone: true })
    await sees(page, 'Behind the hall')
    await page.context().setOffline(true)
    await page.getByText(/^Not current · as of \d\d:\d\d$/).waitFor()
    await sees(page, 'Behind the hall')
    await page.context().setOffline(false)
    await page.getByText(/^Not current/).waitFor({ state: 'detached' })
    expect(await page.getByRole('main').textContent()).toContain('Behind the hall')
  })

  it('keeps what it knows when the network goes before all of the page has come, and the rest comes with it', async () => {
    const { token } = await plant()
    const part = '**/assets/GuestOpen-*.js*'
    const page = await open(token, { ...phone, alone: true }, (made) => made.route(part, (route) => route.abort()))
    await sees(page, 'Behind the hall')
    await page.context().setOffline(true)
    await page.getByText(/^Not current/).waitFor()
    await page.unroute(part)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    await sees(page, 'Behind the hall')
  })

  it.each(['a part', 'a style of a part', 'what a part needs'])(
    'shows the rest when %s did not come, and offers to try again, which works',
    async (what) => {
      const { token } = await plant()
      const lost = {
        'a part': '**/assets/GuestOpen-*.js*',
        'a style of a part': '**/assets/RunProgress-*.css',
        'what a part needs': '**/assets/opener-*.js',
      }[what]
      let failures = 0
      const page = await open(token, { ...phone, alone: true }, async (made) => {
        made.on('requestfailed', () => void (failures += 1))
        await made.route(lost ?? '', (route) => route.abort())
      })
      await sees(page, 'Behind the hall')
      await sees(page, 'This could not be loaded')
      expect(await violations(page)).toEqual([])
      // By itself it asks in ever longer pauses (some browsers never again for what a part needs): the fourth try is four seconds away.
      await expect.poll(() => failures, { timeout: 20_000 }).toBe(what === 'what a part needs' ? 1 : 3)
      await page.unroute(lost ?? '')
      await page.getByRole('button', { name: 'Try again' }).press('Enter')
      await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
      expect(await page.getByText('This could not be loaded').count()).toBe(0)
      const box = await page.getByRole('button', { name: 'Open Lot 1' }).boundingBox()
      expect(box?.height).toBeGreaterThan(40)
    },
  )

  it.each(['by itself', 'at once for who asks'])('without any answer tries again, %s', async (how) => {
    const { token } = await plant()
    const calls = '**/reservation-summaries/**'
    let failures = 0
    const page = await open(token, { ...phone, alone: true }, async (made) => {
      made.on('requestfailed', () => void (failures += 1))
      await made.route(calls, (route) => route.abort())
    })
    await sees(page, 'No connection')
    expect(await violations(page)).toEqual([])
    if (how === 'by itself') {
      // Said to be back before it carries.
      const before = failures
      await asksAgain(page)
      await expect.poll(() => failures).toBeGreaterThan(before)
    } else await expect.poll(() => failures, { timeout: 20_000 }).toBe(3)
    await page.unroute(calls)
    if (how !== 'by itself') await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await sees(page, 'Behind the hall')
  })

  it('tells nobody else: no foreign request, no referrer, no token in the log [TICK-3]', async () => {
    const { token } = await plant()
    const requests: { url: string; referrer: string | undefined }[] = []
    const page = await open(token, phone, async (made) =>
      made.on('request', (request) => requests.push({ url: request.url(), referrer: request.headers()['referer'] })),
    )
    await sees(page, 'Behind the hall')
    await page.getByRole('link', { name: 'Privacy' }).click()
    await page.waitForURL('**/privacy')
    expect(requests.length).toBeGreaterThan(3)
    for (const { url, referrer } of requests) {
      expect(url.startsWith(portal.url) || url.startsWith('data:'), url).toBe(true)
      expect(referrer ?? '').not.toContain(token)
    }
    expect(portal.output()).toContain('/reservation-summaries/[redacted]')
    expect(portal.output()).not.toContain(token)
  })
})
