import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../db/testing/fixtures.ts'
import { plantTicket, type TicketRequest } from '../../server/reservations/testing/plant-ticket.ts'
import { type RunningPortal, startPortal } from '../../server/testing/harness.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { ownFilesOf } from '../testing/manifest.ts'
import type { PageOptions, Pages } from '../testing/pages.ts'
import { sharedPages, sharedPort } from '../testing/shared.ts'
import { stopClock } from '../testing/shell.ts'

let database: TestDatabase
let portal: RunningPortal
let place: Planted
let pages: Pages

beforeAll(async () => {
  database = await createTestDatabase()
  const port = await sharedPort()
  ;[portal, pages] = await Promise.all([startPortal({ databaseUrl: database.url, port }), sharedPages()])
})
afterAll(async () => {
  await portal?.end()
  await database?.close()
})
afterEach(() => pages.leave())

const plant = async (ticket: Partial<TicketRequest> = {}) => {
  place = await plantSite(database.knex, { type: 'BIKE_BOX' })
  const location = { address: 'Ring 1', zip: '01069', city: 'Dresden', latitude: 51.05, longitude: 13.74 }
  const locationId = await insert(database.knex, 'locations', location)
  const site = { location_id: locationId, full_name: 'Bike boxes at the ring', directions: 'Behind the hall' }
  await database.knex('sites').where('id', place.siteId).update(site)
  return plantTicket(database.knex, { ...place, deviceId: place.deviceIds[0] ?? 0, ...ticket })
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
/** Simulates the browser's event for a restored network, which triggers a retry. */
const asksAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

describe('the page of a guest link', () => {
  it('shows site and times without an account, on phone and desktop, light and dark [TICK-1]', async () => {
    const { token } = await plant()
    const page = await open(token)
    expect(await page.locator('main h1').textContent()).toBe('Lot 1')
    for (const text of ['Yours now', 'Bike box · Bike boxes at the ring', 'Ring 1', '01069 Dresden', 'Behind the hall'])
      await sees(page, text)
    expect(await page.getByRole('link', { name: 'Show on OpenStreetMap' }).getAttribute('rel')).toContain('noreferrer')
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    expect(await page.title()).not.toContain(token)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1_440, height: 900 },
    ]) {
      await page.setViewportSize(viewport)
      expect(await violations(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await unreadable(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })

  it("shows the times of the place to a guest in another zone, in the guest's language [TICK-1] [I18N-1]", async () => {
    const { token } = await plant({
      reservation: { starts_at: '2035-01-10T09:00:00Z', ends_at: '2035-01-10T12:30:00Z' },
      ticket: { expires_at: '2035-01-11' },
    })
    const page = await open(token, { ...phone, timezoneId: 'America/New_York' })
    await sees(page, '10:00 CET')
    await sees(page, '13:30 CET')
    await sees(page, 'Not yet yours')
    await sees(page, 'All times are local to the place (Europe/Berlin).')
    await page.goto(`${portal.url}/eticket/${token}?lang=de`)
    await sees(page, 'Noch nicht Ihre Zeit')
    await sees(page, 'Fahrradbox · Bike boxes at the ring')
    expect(await page.getByRole('main').textContent()).not.toContain('Not yet yours')
  })

  it('follows the clock and the server: starts, ends, is over [TICK-2]', async () => {
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

  it.each<[string, Partial<TicketRequest>, string, string]>([
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
  ])('says why a ticket that is %s opens nothing [TICK-2]', async (name, ticket, title, text) => {
    const { token } = await plant(ticket)
    const page = await open(token)
    await sees(page, title)
    await sees(page, text)
    expect(await page.getByRole('main').textContent()).not.toContain('Ring')
    expect(await page.getByRole('main').getByRole('link', { name: 'Log in' }).count()).toBe(name === 'revoked' ? 1 : 0)
    expect(await violations(page)).toEqual([])
  })

  it('shows nothing of a reservation that was cancelled while the page was open [TICK-2]', async () => {
    const { token, reservationId } = await plant()
    const page = await open(token)
    await sees(page, 'Yours now')
    await database.knex('reservations').where('id', reservationId).update({ state: 'STORNO' })
    await asksAgain(page)
    await sees(page, 'Reservation cancelled')
    expect(await page.getByRole('main').textContent()).not.toContain('Ring')
  })

  it('keeps its data offline, shows its age, and recovers by itself', async () => {
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

  it('is not misled by a reply that arrives as the network fails', async () => {
    const { token } = await plant()
    const page = await open(token, { ...phone, alone: true })
    await sees(page, 'Behind the hall')
    const answered = page.waitForResponse(/reservation-summaries/)
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false })
      window.dispatchEvent(new Event('offline'))
    })
    await answered
    await page.route(/reservation-summaries/, (route) => route.abort())
    await page.getByText(/^Not current/).waitFor()
    await sees(page, 'Behind the hall')
  })

  it('keeps its data when the network fails before the page has loaded completely, and loads the rest later', async () => {
    const { token } = await plant()
    const part = '**/assets/guest-open-*.js*'
    const page = await open(token, { ...phone, alone: true }, (made) => made.route(part, (route) => route.abort()))
    await sees(page, 'Behind the hall')
    await page.context().setOffline(true)
    await page.getByText(/^Not current/).waitFor()
    await page.unroute(part)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    await sees(page, 'Behind the hall')
  })

  const part = ownFilesOf('opening/guest-open.tsx')
  const fileOf = (address: string): string => new URL(address).pathname
  /** Opens the page while parts of it fail to load; `failures` counts failed requests. Its clock can be stopped. */
  async function openWithout(what: RegExp) {
    const { token } = await plant()
    const lost = { failures: 0, missing: new Set<string>() }
    const page = await open(token, { ...phone, alone: true }, async (made) => {
      await made.clock.install()
      made.on('requestfailed', (request) => {
        // A `fetch` of a part only checks whether the portal has it.
        if (!what.test(request.url()) || (request.resourceType() === 'fetch' && request.url().includes('/assets/')))
          return
        lost.failures += 1
        lost.missing.add(fileOf(request.url()))
      })
      made.on('response', (response) => lost.missing.delete(fileOf(response.url())))
      await made.route(what, (route) => route.abort())
    })
    return { page, lost }
  }
  /** Advances the page's stopped clock until another failure, at most by this much, in steps so that events are handled. */
  async function failsWithin(ms: number, { page, lost }: { page: Page; lost: { failures: number } }) {
    const before = lost.failures
    for (let gone = 0; gone < ms && lost.failures === before; gone += 100) await page.clock.runFor(100)
    await expect.poll(() => lost.failures).toBeGreaterThan(before)
  }
  /** Each delay is about twice as long: after four failures at least four seconds. The clock is stopped then. */
  async function failsFourTimes(at: { page: Page; lost: { failures: number } }) {
    await stopClock(at.page)
    while (at.lost.failures < 4) await failsWithin(20_000, at)
  }

  it.each([
    ['a part', /assets\/guest-open-.*\.js/],
    ['the answer', /reservation-summaries/],
  ])('without %s is accessible, asks again by itself, and at once for who asks', async (what, address) => {
    const { page, lost } = await openWithout(address)
    await sees(page, what === 'the answer' ? 'No connection' : 'This could not be loaded')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await violations(page)).toEqual([])
    await failsFourTimes({ page, lost })
    const before = lost.failures
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect.poll(() => lost.failures).toBeGreaterThan(before)
    await page.unroute(address)
    await page.clock.resume()
    if (what === 'the answer') await asksAgain(page)
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    await sees(page, 'Behind the hall')
  })

  it('is not reloaded if the part arrives during the check for a newer page', async () => {
    const part = /assets\/guest-open-.*\.js/
    const { page, lost } = await openWithout(part)
    await expect.poll(() => lost.failures).toBeGreaterThanOrEqual(2)
    const held: Route[] = []
    let holds = true
    await page.route('**/app-config.json', (route) => (holds ? void held.push(route) : route.continue()))
    const before = lost.failures
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect.poll(() => lost.failures).toBeGreaterThan(before)
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(2)
    await page.unroute(part)
    await asksAgain(page)
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    await page.evaluate(() => document.body.setAttribute('data-same', ''))
    holds = false
    await Promise.all(held.map((route) => route.continue()))
    const answers = () => page.evaluate(() => fetch('/app-config.json').then(({ status }) => status))
    expect([await answers(), await answers()]).toEqual([200, 200])
    expect(await page.locator('body[data-same]').count()).toBe(1)
  })

  it('retries soon, also by itself, after an error of a proxy or a rate limit', async () => {
    const { token } = await plant()
    const passing = [
      { status: 502, contentType: 'text/html', body: 'Bad gateway' },
      {
        status: 429,
        contentType: 'application/vnd.api+json',
        body: JSON.stringify({
          errors: [{ code: 'too-many-requests', status: '429', meta: { params: { seconds: 2 } } }],
        }),
      },
    ]
    const page = await open(token, { ...phone, alone: true }, (made) =>
      made.route(/reservation-summaries/, (route) => {
        const answer = passing.shift()
        return answer ? route.fulfill(answer) : route.continue()
      }),
    )
    await page.getByText('Too many requests in a short time. Please wait 2 s.').waitFor()
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    expect(passing).toEqual([])
  })

  it('shows no part without its styles, and loads all missing styles', async () => {
    const address = new RegExp(part.styles.join('|'))
    const { page, lost } = await openWithout(address)
    await sees(page, 'This could not be loaded')
    await sees(page, 'Behind the hall')
    expect(lost.missing.size).toBeGreaterThan(1)
    await page.evaluate(() => document.body.setAttribute('data-same', ''))
    await page.unroute(address)
    await asksAgain(page)
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    expect([...lost.missing]).toEqual([])
    expect(await page.locator('body[data-same]').count()).toBe(1)
  })

  it('retries quickly when the network is reported back, because that is reported before it works', async () => {
    const { page, lost } = await openWithout(/reservation-summaries/)
    await failsFourTimes({ page, lost })
    const before = lost.failures
    await asksAgain(page)
    await expect.poll(() => lost.failures).toBeGreaterThan(before)
    await failsWithin(3_800, { page, lost })
  })

  const cameAnew = (page: Page) => page.evaluate(() => sessionStorage.getItem('holdfast came anew'))
  const whatItNeeds = `**/${part.scripts[0]}*`
  /**
   * Opens the page while an import of a part fails to load; `shown` = number of page loads, `again` = times of the
   * retries of the part.
   */
  async function openStuck(without: (page: Page, seen: { readonly shown: number }) => Promise<unknown>) {
    const { token } = await plant()
    const seen = { shown: 0, again: [] as string[] }
    const page = await open(token, { ...phone, alone: true }, async (made) => {
      made.on('request', (request) => {
        if (request.isNavigationRequest()) seen.shown += 1
        const again = /guest-open-.*\?(again=\d+)$/.exec(request.url())?.[1]
        if (again) seen.again.push(`${seen.shown}: ${again}`)
      })
      await without(made, seen)
    })
    return { page, seen }
  }

  it('recovers by itself when the network fails during an import of a part, whether or not the browser retries it', async () => {
    let ask: (route: Route) => void
    const asked = new Promise<Route>((resolve) => {
      ask = resolve
    })
    const { page, seen } = await openStuck((made) => made.route(whatItNeeds, (route) => ask(route)))
    const route = await asked
    await page.context().setOffline(true)
    await route.continue()
    await page.getByText(/^Not current/).waitFor()
    await page.unroute(whatItNeeds)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    expect(seen.shown).toBeLessThanOrEqual(2)
    await expect.poll(() => cameAnew(page)).toBeNull()
  })

  it('reloads itself if an import of a part can no longer be loaded on this page', async () => {
    const { page, seen } = await openStuck((made, so) =>
      made.route(whatItNeeds, (route) => (so.shown < 2 ? route.abort() : route.continue())),
    )
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
    expect(seen.shown).toBe(2)
    await expect.poll(() => cameAnew(page)).toBeNull()
  })

  it('reloads itself only if the portal would show it, only once if that does not help, and again on request', async () => {
    let portalIs: 'there' | 'away' | 'back' = 'there'
    const { page, seen } = await openStuck(async (made) => {
      await made.route(whatItNeeds, (route) => {
        if (portalIs === 'there') portalIs = 'away'
        return route.abort()
      })
      await made.route('**/app-config.json', (route) =>
        portalIs === 'away' ? route.fulfill({ status: 502 }) : route.continue(),
      )
    })
    await expect.poll(() => seen.again.length).toBeGreaterThanOrEqual(2)
    expect(seen.shown).toBe(1)
    portalIs = 'back'
    await expect.poll(() => seen.again).toContain('2: again=3')
    await sees(page, 'This could not be loaded')
    expect(seen.shown).toBe(2)
    await page.unroute(whatItNeeds)
    // Some browsers retry by themselves: then the button may be gone already.
    await page.getByRole('button', { name: 'Try again' }).evaluateAll((all) => {
      for (const button of all) if (button instanceof HTMLElement) button.click()
    })
    await page.getByRole('button', { name: 'Open Lot 1' }).waitFor()
  })

  it('reveals nothing to others: no foreign request, no referrer, no token in the log [TICK-3]', async () => {
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
