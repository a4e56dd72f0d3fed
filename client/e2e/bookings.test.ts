import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ReservationView } from '../../contract/reservations/view.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { connectPerson, type Person, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { book, giveCredit, openForBooking } from '../testing/booking.ts'
import { overflow, phone } from '../testing/operators.ts'
import { choose } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let visitor: Person
/** Equivalent bike boxes of the operator's site. */
let boxes: { id: number; name: string }[]
/** Tomorrow and later, in box 0: found by every test, changed by none. */
let kept: ReservationView

beforeAll(async () => {
  on = await startShell({ devices: 8 })
  const { knex } = on.db
  const { world } = on
  await openForBooking(knex, world)
  await giveCredit(knex, world.users.visitor.id, 20_000)
  boxes = await knex('devices')
    .where({ site_id: world.own.siteId, device_type_id: world.own.gateway.devices[0]?.typeId })
    .orderBy('sequence_number')
    .select('id', 'name')
  visitor = await connectPerson(on.portal.url, await signIn(on.portal.url, 'visitor', world.password))
  kept = await reserve(0, 26, 29)
})
afterEach(() => on.leave())
afterAll(async () => {
  visitor?.close()
  await on?.close()
})

const reserve = (box: number, from: number, until: number) =>
  book(visitor, { siteId: on.world.own.siteId, deviceId: boxes[box]?.id ?? 0, from, until })
const nameOf = (box: number) => boxes[box]?.name ?? ''
const open = (path: string, options: Parameters<ShellTest['visit']>[1] = {}) =>
  on.visit(`${path}${path.includes('?') ? '&' : '?'}lang=en`, { as: 'rm', ...options })
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('table').getByRole('row')
/** A row of the list by the number of its reservation. */
const row = (page: Page, { number }: { number: number }) => page.getByRole('row').filter({ hasText: String(number) })
const clean = async (page: Page) => {
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}

describe('the list of reservations', () => {
  it('shows those of the operator’s zone with person, place, time, state and price, and updates live [RES-2]', async () => {
    const page = await open('/reservations')
    const line = row(page, kept)
    for (const text of [nameOf(0), 'Site own', 'Test visitor', 'Upcoming', '€6.00'])
      await line.getByText(text).waitFor()
    await clean(page)
    const later = await reserve(1, 2, 3)
    await row(page, later).getByText('Upcoming').waitFor()
    await on.db.knex('users').where({ id: on.world.users.visitor.id }).update({ firstname: 'Anna' })
    await row(page, later).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: `Reservation ${later.number}` }).waitFor()
    await on.db.knex('users').where({ id: on.world.users.visitor.id }).update({ firstname: 'Test' })
  })

  it('is filtered, sorted and restored from the address; each filter can be removed [RES-2]', async () => {
    const page = await open('/reservations')
    await row(page, kept).waitFor()
    await act(page, 'More filters')
    await page.getByLabel('Price from').selectOption('7')
    await sees(page, 'No reservation matches')
    await page.getByLabel('Price from').selectOption('5')
    await row(page, kept).waitFor()
    await page.getByRole('checkbox', { name: 'Reserved' }).uncheck()
    await sees(page, 'No reservation matches')
    await clean(page)
    await page.reload()
    await sees(page, 'No reservation matches')
    await act(page, 'More filters (2)')
    expect(await page.getByLabel('Price from').inputValue()).toBe('5')
    await page.keyboard.press('Escape')
    await act(page, 'Remove filter: Cancelled')
    await row(page, kept).waitFor()
    await page.getByLabel('Start').selectOption('today')
    await sees(page, 'No reservation matches')
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await row(page, kept).waitFor()
    expect(new URL(page.url()).search).not.toContain('window')
    await page.getByRole('searchbox').fill('nobody of this name')
    await sees(page, 'No reservation matches')
    await page.getByRole('searchbox').fill(String(kept.number))
    await row(page, kept).waitFor()
    for (const direction of ['ascending', 'descending']) {
      await page.getByRole('button', { name: 'Price' }).click()
      await expect
        .poll(() => page.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort'))
        .toBe(direction)
    }
  })

  it('has pages of 15 and a total [RES-2] [CONST-1]', async () => {
    const { knex } = on.db
    await knex.raw(
      `insert into reservations (site_id, device_id, managed_by, starts_at, ends_at, state, reserved_at, ended_at)
       select ?, ?, ?, now() + interval '2 days' + n * interval '1 hour', now() + interval '2 days' + n * interval '1 hour' + interval '1 hour', 'STORNO', now(), now()
         from generate_series(1, 20) n`,
      [on.world.own.siteId, boxes[3]?.id ?? 0, on.world.users.rm.id],
    )
    const page = await open('/reservations?states=["STORNO"]')
    await sees(page, '20 entries')
    await expect.poll(() => rows(page).count()).toBe(16)
    await act(page, 'Next')
    await sees(page, '16 to 20 of 20')
    await expect.poll(() => rows(page).count()).toBe(6)
    await knex('reservations').where({ device_id: boxes[3]?.id, state: 'STORNO' }).delete()
  })

  it('downloads the report of a month as a file named after month and company [RES-10]', async () => {
    const page = await open('/reservations')
    await act(page, 'Monthly report')
    const zone = 'Europe/Berlin'
    const month = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).format(
      new Date(kept.start),
    )
    const offered = await page.getByLabel('Month', { exact: true }).locator('option').allTextContents()
    expect(offered).toHaveLength(25)
    await page.getByLabel('Month', { exact: true }).selectOption(month)
    const arriving = page.waitForEvent('download')
    await act(page, 'Download CSV')
    const file = await arriving
    expect(file.suggestedFilename()).toBe(`${month.replace('-', '_')}_Own_Reservierungen.csv`)
    expect(await readFile(await file.path(), 'utf8')).toContain(String(kept.number))
    await sees(page, /^Saved as/)
  })

  it('is shown as cards on a phone, with filters behind one button [RES-2]', async () => {
    const page = await open('/reservations', phone)
    await row(page, kept).waitFor()
    await act(page, 'Filters')
    await page.getByLabel('Price up to').selectOption('1')
    await sees(page, 'No reservation matches')
    await page.getByRole('button', { name: 'Filters', expanded: true }).waitFor()
    await clean(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })
})

describe('a reservation for operators', () => {
  it('is edited, moved and cancelled with its refund, live for its owner [RES-3] [RES-5] [RES-6]', async () => {
    const booked = await reserve(1, 50, 51)
    const page = await open(`/reservations/${booked.id}`)
    await sees(page, 'visitor@world.example')
    await sees(page, /€1\.50 back/)
    await act(page, 'Edit')
    await dialog(page).getByLabel('Licence plate').fill('DD-HF 1')
    await dialog(page).locator('button[type=submit]').click()
    await page.getByRole('main').getByText('DD-HF 1').waitFor()
    await act(page, 'Change device')
    await dialog(page).getByText(nameOf(2)).click()
    await clean(page)
    await dialog(page).locator('button[type=submit]').click()
    await page.getByRole('main').getByText(nameOf(2)).first().waitFor()
    await act(page, 'Cancel reservation')
    await dialog(page)
      .getByText(/€1\.50/)
      .first()
      .waitFor()
    await dialog(page).locator('button[type=submit]').click()
    await page.getByRole('main').getByText('Cancelled').first().waitFor()
    const off = page.getByRole('button', { name: 'Cancel reservation' })
    expect(await off.getAttribute('aria-disabled')).toBe('true')
    await page.getByText('Refunded').waitFor()
  })

  it('marks a blocked person, links to device and calendar, and is not found in a foreign zone [ACC-11] [ADM-23]', async () => {
    const block = { user_id: on.world.users.visitor.id, zone_id: on.world.own.id, block_reason: 'Left it open' }
    const id = await insert(on.db.knex, 'blocked_users', { ...block, block_rm_id: on.world.users.rm.id })
    const page = await open(`/reservations/${kept.id}`)
    await sees(page, 'Blocked')
    await clean(page)
    await page.getByRole('link', { name: `Calendar of ${nameOf(0)}` }).click()
    await page.getByRole('heading', { level: 1, name: `Calendar of ${nameOf(0)}` }).waitFor()
    await on.leave()
    const foreign = await open(`/reservations/${kept.id}`, { as: 'foreignRm' })
    await sees(foreign, 'It does not exist or is outside your zones.')
    await on.db.knex('blocked_users').where({ id }).delete()
  })
})

describe('the calendar of a lot', () => {
  const dayOf = (at: string) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date(at))
  const calendar = (query = '') => `/devices/${boxes[0]?.id}/calendar?day=${dayOf(kept.start)}${query}`
  const entry = (page: Page) => page.getByRole('link', { name: new RegExp(`^Reservation, .*${kept.number}`) })

  it('shows a reservation in every view, and maintenance as such without colour [RES-9]', async () => {
    const site = { scope: 'device', device_id: boxes[0]?.id, reason: 'New hinges' }
    // On the day of the reservation, whatever the current time.
    const before = new Date(Date.parse(kept.start) - 3 * 3_600_000)
    const sameDay = dayOf(before.toISOString()) === dayOf(kept.start)
    const starts_at = sameDay ? before : new Date(Date.parse(kept.end) + 3_600_000)
    await insert(on.db.knex, 'maintenance_periods', {
      ...site,
      starts_at,
      ends_at: new Date(starts_at.getTime() + 3_600_000),
    })
    const page = await open(calendar('&view=week'))
    for (const view of ['Week', 'Month', 'Day', 'List']) {
      await choose(page, view)
      if (view === 'List') {
        const table = page.getByRole('table', { name: 'Entries as a list' })
        await table.getByRole('link', { name: String(kept.number) }).waitFor()
        await table.getByText('Maintenance').waitFor()
      } else {
        await entry(page).first().waitFor()
        await page
          .getByText(/^Maintenance, .*New hinges$/)
          .first()
          .waitFor({ state: 'attached' })
      }
      if (view !== 'Day') await clean(page)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    await page.getByRole('link', { name: String(kept.number) }).click()
    await page.getByRole('heading', { level: 1, name: `Reservation ${kept.number}` }).waitFor()
  })

  it('is operated by keyboard alone: days, weeks, months, a day, a reservation [RES-9]', async () => {
    const page = await open(calendar('&view=week'))
    await entry(page).first().waitFor()
    const chosen = page.locator('[data-day][tabindex="0"]')
    await chosen.focus()
    const moves: [string, (day: Date) => void][] = [
      ['ArrowRight', (day) => day.setUTCDate(day.getUTCDate() + 1)],
      ['ArrowDown', (day) => day.setUTCDate(day.getUTCDate() + 7)],
      ['ArrowUp', (day) => day.setUTCDate(day.getUTCDate() - 7)],
      ['ArrowLeft', (day) => day.setUTCDate(day.getUTCDate() - 1)],
    ]
    const day = new Date(`${dayOf(kept.start)}T12:00:00Z`)
    for (const [key, move] of moves) {
      await page.keyboard.press(key)
      move(day)
      await expect
        .poll(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['day']))
        .toBe(day.toISOString().slice(0, 10))
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('view=day')
    await entry(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `Reservation ${kept.number}` }).waitFor()
  })

  it('has 23 and 25 hours when the clock changes, in the site’s time for readers elsewhere [RES-9]', async () => {
    const at = (day: string) => `/devices/${boxes[0]?.id}/calendar?view=week&day=${day}`
    const page = await open(at('2027-03-28'), { timezoneId: 'America/New_York' })
    await sees(page, '23 hours: the clock goes forward')
    await sees(page, 'Times of the site (Europe/Berlin).')
    await page.getByRole('textbox', { name: 'Go to day' }).fill('31/10/2027')
    await sees(page, '25 hours: the clock goes back')
    await sees(page, '02:00 (2)')
  })

  it('goes to the day of the new reservation if it is not on screen [RES-8] [RES-9]', async () => {
    const page = await open(`/devices/${boxes[3]?.id}/calendar?view=day`)
    await act(page, 'Reserve for somebody')
    const day = dayOf(new Date(Date.now() + 9 * 86_400_000).toISOString())
    await dialog(page).getByRole('textbox', { name: 'From' }).fill(`${day} 10:00`)
    await dialog(page).getByRole('textbox', { name: 'Until' }).fill(`${day} 11:00`)
    await dialog(page).getByLabel('Note').fill('Next week')
    await act(page, 'Reserve')
    await act(page, 'Done')
    await page.getByRole('link', { name: /Next week$/ }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Go to day' }).inputValue()).toBe(day.split('-').reverse().join('/'))
  })

  it('takes a day in the notation of the language, or from a calendar by keyboard alone [RES-9] [I18N-1]', async () => {
    const page = await open(`/devices/${boxes[3]?.id}/calendar?view=day&day=2027-10-31`)
    const field = page.getByRole('textbox', { name: 'Go to day' })
    await field.fill('31.2.2027')
    await field.press('Tab')
    await sees(page, 'This is not a date. Please write DD/MM/YYYY.')
    await field.fill('1.11.27')
    await field.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe('2027-11-01')
    expect(await field.inputValue()).toBe('01/11/2027')
    await page.getByRole('button', { name: 'Go to day: open calendar' }).press('Enter')
    const calendar = page.getByRole('dialog', { name: 'Go to day' })
    await calendar.getByRole('button', { name: /^Monday,? 1 November 2027$/ }).waitFor()
    await clean(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('08/11/2027')
    await calendar.waitFor({ state: 'detached' })
    const inGerman = new URL(page.url())
    inGerman.searchParams.set('lang', 'de')
    await page.goto(inGerman.href)
    const german = page.getByRole('textbox', { name: 'Zum Tag' })
    await expect.poll(() => german.inputValue()).toBe('08.11.2027')
    expect(await german.getAttribute('placeholder')).toBe('TT.MM.JJJJ')
  })

  it('reserves for somebody without an account, who sees, fills in and cancels by a link [RES-8]', async () => {
    const page = await open(`/devices/${boxes[2]?.id}/calendar`, { ...phone })
    await act(page, 'Reserve for somebody')
    await dialog(page).getByLabel('Note').fill('For the plumber')
    await act(page, 'Reserve')
    const link = dialog(page).getByLabel('Link', { exact: true })
    const url = await link.inputValue()
    expect(url).toMatch(/\/reservations\/remote\/[A-Za-z0-9_-]{43}$/)
    await dialog(page).getByRole('img', { name: 'QR code of the link' }).waitFor()
    await clean(page)
    await act(page, 'Done')
    await page.getByRole('link', { name: /For the plumber$/ }).waitFor()
    const path = new URL(url).pathname
    const guest = await on.visit(`${path}?lang=en`, phone)
    await sees(guest, nameOf(2))
    expect(await guest.getByLabel('Note', { exact: true }).inputValue()).toBe('For the plumber')
    await clean(guest)
    await guest.getByLabel('Licence plate').fill('DD-PL 7')
    await act(guest, 'Save')
    await sees(guest, 'Your details are saved.')
    const view = await on.visit(`${path}/view?lang=en`, phone)
    await sees(view, nameOf(2))
    expect(await view.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Copy link'])
    await guest.reload()
    expect(await guest.getByLabel('Licence plate').inputValue()).toBe('DD-PL 7')
    await act(guest, 'Give the place back')
    await dialog(guest).getByRole('button', { name: 'Cancel reservation' }).click()
    await guest.getByRole('heading', { name: 'Reservation cancelled' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /For the plumber$/ }).count()).toBe(0)
  })
})

describe('private zones', () => {
  beforeAll(() => on.db.knex('zones').where({ id: on.world.own.id }).update({ private: true }))
  afterAll(() => on.db.knex('zones').where({ id: on.world.own.id }).update({ private: false }))

  it('are opened by a code that an operator makes, and a visitor enters and removes [PRIV-1]', async () => {
    const operator = await open('/codes')
    await sees(operator, 'as a member of the zone')
    await operator.getByRole('link', { name: 'Access codes of my zones' }).click()
    await operator.getByRole('link', { name: 'New code' }).first().click()
    await operator.getByRole('textbox', { name: 'Code', exact: true }).fill('Spring-26')
    await operator.getByLabel('Private zone').selectOption({ label: 'Zone own · Own' })
    await operator.getByLabel('Access time').selectOption({ label: 'Always' })
    await clean(operator)
    await act(operator, 'Add code')
    const row = operator.getByRole('row').filter({ hasText: 'Spring-26' })
    await row.getByRole('cell', { name: '0', exact: true }).waitFor()
    const page = await open('/codes', { ...phone, as: 'visitor' })
    await sees(page, 'No private zone is open to you yet')
    await page.getByRole('link', { name: 'Enter a code' }).click()
    await page.getByLabel('Access code').fill('wrong')
    await page.keyboard.press('Enter')
    await sees(page, 'This code does not exist.')
    await clean(page)
    await page.getByLabel('Access code').fill('SPRING-26')
    await page.keyboard.press('Enter')
    await sees(page, 'Zone own is open to you now.')
    await sees(page, /by access code$/)
    await clean(page)
    await operator.reload()
    await row.getByRole('cell', { name: '1', exact: true }).waitFor()
    await act(page, 'Remove the code Spring-26')
    await dialog(page).getByRole('button', { name: 'Remove code' }).click()
    await sees(page, 'No private zone is open to you yet')
    await row.getByRole('link', { name: 'Spring-26' }).click()
    await sees(operator, 'Nobody has entered it yet.')
    await act(operator, 'Delete code')
    await sees(operator, /It opens Zone own/)
    await dialog(operator).getByRole('button', { name: 'Delete' }).click()
    await sees(operator, 'Code Spring-26 deleted.')
    await sees(operator, 'No access code yet')
  })

  it('tell a blocked person who, why and the contact, on the start page too [ACC-11]', async () => {
    const { knex } = on.db
    const contact = { rm_contact_email: 'rm@example.org', rm_contact_phone_number: '+49 351 123' }
    await knex('users').where({ id: on.world.users.rm.id }).update(contact)
    const block = { user_id: on.world.users.visitor.id, zone_id: on.world.own.id, block_reason: 'Left it open' }
    const id = await insert(knex, 'blocked_users', { ...block, block_rm_id: on.world.users.rm.id })
    for (const path of ['/', '/codes']) {
      const page = await open(path, { as: 'visitor', colorScheme: path === '/' ? 'light' : 'dark' })
      await sees(page, 'You are blocked in Zone own')
      await sees(page, /Left it open/)
      await sees(page, /Blocked by Test rm on/)
      expect(await page.getByRole('link', { name: '+49 351 123' }).getAttribute('href')).toBe('tel:+49351123')
      await page.getByRole('link', { name: 'rm@example.org' }).waitFor()
      await clean(page)
    }
    await knex('blocked_users').where({ id }).delete()
  })
})
