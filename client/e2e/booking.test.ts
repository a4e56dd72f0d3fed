import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { abandon, hold } from '../../contract/reservations/book.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { connectPerson, type Person, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { fullHour, giveCredit, openForBooking } from '../testing/booking.ts'
import { overflow, phone } from '../testing/operators.ts'
import { choose } from '../testing/sees.ts'
import { logIn, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let other: Person
let eventId: number
/** Bike boxes of the operator's site. */
let boxes: { id: number; name: string }[]

beforeAll(async () => {
  on = await startShell({ devices: 6, env: { PAYMENT_PROVIDER: 'test' } })
  const { knex } = on.db
  const { own, foreign, users } = on.world
  eventId = await openForBooking(knex, on.world)
  await giveCredit(knex, users.visitor.id, 10_000)
  await giveCredit(knex, users.rm.id, 10_000)
  await knex('zones').whereIn('id', [own.id, foreign.id]).update({ readable_without_login: true })
  const place = async (siteId: number, name: string, latitude: number) => {
    const location = { address: 'Ring 1', zip: '01069', city: 'Dresden', latitude, longitude: 13.73 }
    const location_id = await insert(knex, 'locations', location)
    await knex('sites')
      .where({ id: siteId })
      .update({ location_id, name, description: 'Lit all night', directions: 'Behind the hall' })
  }
  await place(own.siteId, 'Central station', 51.04)
  await place(foreign.siteId, 'Old harbour', 51.06)
  boxes = await knex('devices')
    .where({ site_id: own.siteId, device_type_id: own.gateway.devices[0]?.typeId })
    .orderBy('sequence_number')
    .select('id', 'name')
  other = await connectPerson(on.portal.url, await signIn(on.portal.url, users.rm.login, on.world.password))
})
afterEach(async () => {
  await on.leave()
  // Every test starts without reservations, and with the same rules.
  const { knex } = on.db
  await knex('reservations')
    .whereIn('state', ['CREATED', 'RESERVED'])
    .whereNull('parent_id')
    .update({ state: knex.raw(`case state when 'CREATED' then 'CANCELED' else 'STORNO' end`), ended_at: new Date() })
  await knex('blocked_users').delete()
  await knex('documents').delete()
  await knex('sites').where({ id: on.world.own.siteId }).update({ name: 'Central station' })
  await knex('events').where({ id: eventId }).update({ max_duration_minutes: -1, licence_plate_mandatory: false })
})
afterAll(async () => {
  other?.close()
  await on?.close()
})

const nameOf = (box: number) => boxes[box]?.name ?? ''
const open = async (path: string, options: Parameters<ShellTest['visit']>[1] = {}) => {
  const page = await on.visit(path, { as: 'visitor', ...options })
  return page
}
const span = (from: number, until: number) =>
  `reservationCreatedStartTime=${fullHour(from)}&reservationCreatedEndTime=${fullHour(until)}`
const places = (from = 2, until = 3, more = '') =>
  `/reservations/add?siteId=${on.world.own.siteId}&${span(from, until)}${more}`
const row = (page: Page, box: number) => page.getByRole('listitem').filter({ hasText: nameOf(box) })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const take = async (page: Page, box = 0) => {
  await button(page, `Take ${nameOf(box)}`).click()
  await page.getByRole('timer').waitFor()
}
const holdOf = () =>
  on.db.knex('reservations').where({ user_id: on.world.users.visitor.id, state: 'CREATED' }).first() as Promise<
    { id: number; note: string | null; held_until: Date } | undefined
  >
const otherHolds = async (box: number, from = 2, until = 3) => {
  const input = {
    siteId: on.world.own.siteId,
    deviceId: boxes[box]?.id ?? 0,
    start: fullHour(from),
    end: fullHour(until),
  }
  const held = await other.command(hold, input)
  if (!held.ok) throw new Error(held.refusal.code)
  return held.reply.reservation.id
}
const clean = async (page: Page) => {
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => unreadable(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

describe('the search', () => {
  it('shows what is free without an account, and books the choice after the login [BOOK-1] [NAV-1]', async () => {
    const page = await on.visit('/')
    await page.getByRole('link', { name: 'Find a free place' }).click()
    const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Central station' }) })
    await item.getByText('6 free').waitFor()
    await item.getByText('0 occupied, 6 in all').waitFor()
    const closed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Old harbour' }) })
    await closed.getByText('No access time matches this period here.').waitFor()
    await closed.getByRole('button', { name: 'Next site: Central station: Old harbour' }).waitFor()
    await clean(page)
    await page.getByRole('button', { name: '4 hours' }).click()
    await page.getByRole('link', { name: 'Choose Central station' }).click()
    await sees(page, 'Lit all night')
    await sees(page, 'Behind the hall')
    await button(page, `Take ${nameOf(0)}`).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await logIn(page, on.world.users.visitor.login, on.world.password)
    await page.getByRole('timer').waitFor()
    await sees(page, nameOf(0))
    expect(new URL(page.url()).pathname).toBe('/reservations/add')
    const held = await on.db
      .knex('reservations')
      .where({ user_id: on.world.users.visitor.id, state: 'CREATED', device_id: boxes[0]?.id })
      .first(on.db.knex.raw('extract(epoch from ends_at - starts_at)::int / 60 as minutes'))
    // Four hours from now, up to the next quarter of an hour.
    expect(held?.minutes).toBeGreaterThanOrEqual(239)
    expect(held?.minutes).toBeLessThanOrEqual(255)
  })

  it('updates counts live on the list and on the map, in sync [BOOK-1]', async () => {
    const page = await open(`/reservations/add?${span(2, 3)}`)
    await page.getByText('6 free').waitFor()
    await otherHolds(0)
    await page.getByText('5 free').waitFor()
    await page.getByText('Map', { exact: true }).click()
    const marker = button(page, 'Central station: 5 of 6 free')
    await marker.waitFor()
    await marker.press('Enter')
    expect(await marker.getAttribute('aria-pressed')).toBe('true')
    await button(page, 'Old harbour: 0 of 6 free').waitFor()
    await clean(page)
    await page.getByRole('searchbox').fill('Old harbour')
    await expect
      .poll(() => page.getByRole('list', { name: 'Sites' }).getByRole('heading').first().textContent())
      .toBe('Old harbour')
  })

  it('is not marked live while offline, and recovers by itself [BOOK-1] [LIVE-6]', async () => {
    for (const path of [`/reservations/add?${span(4, 5)}`, places(4, 5)]) {
      const page = await open(path, { alone: true })
      const live = page.getByText('Live', { exact: true })
      await live.waitFor()
      await page.context().setOffline(true)
      await sees(page, /^Not current/)
      expect(await live.count()).toBe(0)
      await page.context().setOffline(false)
      await live.waitFor()
    }
  })

  it('searches around a place that matches the text [BOOK-1]', async () => {
    const page = await open(`/reservations/add?${span(2, 3)}&q=Ring%201`)
    await page.getByRole('list', { name: 'Matching places' }).getByRole('button').first().click()
    await button(page, /^Near .+: remove this place$/).click()
    await page.getByRole('list', { name: 'Sites' }).getByRole('listitem').first().waitFor()
    expect(new URL(page.url()).searchParams.has('at')).toBe(false)
  })

  it('names the rule that fails, and applies the nearest fix [BOOK-3]', async () => {
    await on.db.knex('events').where({ id: eventId }).update({ max_duration_minutes: 240 })
    const page = await open(places(2, 3, '&type='))
    await button(page, `Take ${nameOf(0)}`).waitFor()
    await button(page, '1 day').click()
    await row(page, 0).getByText('The longest booking here is 4 hours.').waitFor()
    await button(page, `20 hours shorter: ${nameOf(0)}`).click()
    await button(page, `Take ${nameOf(0)}`).waitFor()
    expect(await button(page, '4 hours').getAttribute('aria-pressed')).toBe('true')
  })

  it('offers any length from hours to years, with the keyboard too [BOOK-2] [BOOK-4]', async () => {
    const page = await on.visit('/details/location', { locale: 'en-GB' })
    await page.getByRole('button', { name: '1 day' }).waitFor()
    await page.getByLabel('For', { exact: true }).fill('3')
    await page.getByLabel('Unit').selectOption('months')
    await expect.poll(() => new URL(page.url()).searchParams.get('unit')).toBe('months')
    await page.getByRole('radio', { name: 'Date and time' }).press('Space')
    await page.getByRole('textbox', { name: 'Start' }).fill('27/03/2027 12:00')
    await page.getByLabel('For', { exact: true }).fill('1')
    await page.getByLabel('Unit').selectOption('days')
    await sees(page, /27\/03\/2027.*12:00.*28\/03\/2027.*12:00/)
    const asked = page.waitForRequest(/\/availability\?.*start=2027-03-27T11%3A00.*end=2027-03-28T10%3A00/)
    await page.reload()
    await asked
  })

  it('offers the second pass of a repeated hour [BOOK-4]', async () => {
    const page = await on.visit(places(2, 3), { as: 'visitor', locale: 'en-GB' })
    await page.getByRole('radio', { name: 'Date and time' }).press('Space')
    await page.getByRole('textbox', { name: 'Start' }).fill('31/10/2027 02:30')
    const twice = page.getByRole('group', { name: 'Start: the clocks go back, this time occurs twice' })
    const [first, second] = [
      twice.getByRole('radio', { name: '02:30 CEST' }),
      twice.getByRole('radio', { name: '02:30 CET' }),
    ]
    expect(await first.isChecked()).toBe(true)
    await second.press('Space')
    await sees(page, /31\/10\/2027, 02:30–03:30 CET/)
    expect(new URL(page.url()).searchParams.get('reservationCreatedStartTime')).toBe('2027-10-31T01:30:00.000Z')
    await clean(page)
    await page.getByRole('textbox', { name: 'Start' }).fill('31/10/2027 03:30')
    await twice.waitFor({ state: 'detached' })
  })

  it('tells a blocked person who blocked them and the contact [ACC-11]', async () => {
    const { knex } = on.db
    const { users, own } = on.world
    const block = {
      user_id: users.visitor.id,
      zone_id: own.id,
      block_reason: 'Left the gate open',
      block_rm_id: users.rm.id,
    }
    await insert(knex, 'blocked_users', block)
    const contact = { rm_contact_email: 'rm@world.example', rm_contact_phone_number: '+49 351 1234' }
    await knex('users').where({ id: users.rm.id }).update(contact)
    const page = await open(places())
    await sees(page, 'You are blocked in the zone Zone own')
    await sees(page, /Test rm/)
    await page.getByRole('link', { name: 'rm@world.example' }).waitFor()
    expect(await page.getByRole('link', { name: '+49 351 1234' }).getAttribute('href')).toBe('tel:+493511234')
    expect(await button(page, /^Take/).count()).toBe(0)
  })
})

describe('booking', () => {
  it('takes three taps on a phone [BOOK-2]', async () => {
    const name = 'Central station, mobility hub for everybody'
    await on.db.knex('sites').where({ id: on.world.own.siteId }).update({ name })
    const page = await open(`/reservations/add?${span(2, 3)}`, phone)
    const taps = [
      () => page.getByRole('link', { name: 'Choose Central station' }),
      () => button(page, `Take ${nameOf(0)}`),
      () => button(page, 'Book for €1.50'),
    ]
    for (const target of taps) {
      await target().waitFor()
      expect((await target().boundingBox())?.height).toBeGreaterThanOrEqual(44)
      expect(await overflow(page)).toBe(0)
      await expect.poll(() => target().getAttribute('aria-disabled')).toBe(null)
      await target().tap()
    }
    await sees(page, 'The place is yours')
    expect(new URL(page.url()).pathname).toBe('/reservations/finalize')
    await sees(page, /Cancel until .*: €1\.50 back, later €0\.75\./)
    await clean(page)
    await page.getByRole('link', { name: 'To my reservations' }).click()
    await page.waitForURL('**/reservations/current')
    const booked = await on.db.knex('reservations').where({ user_id: on.world.users.visitor.id, state: 'RESERVED' })
    expect(booked).toHaveLength(1)
  })

  it('works by keyboard alone, with plate and documents first [BOOK-2]', async () => {
    const { knex } = on.db
    await knex('events').where({ id: eventId }).update({ licence_plate_mandatory: true })
    await insert(knex, 'documents', { name: 'rules.pdf', scope: 'zone', zone_id: on.world.own.id })
    const page = await open(places())
    await button(page, `Take ${nameOf(0)}`).press('Enter')
    const book = button(page, 'Book for €1.50')
    await sees(page, 'Please enter the licence plate first.')
    expect(await book.getAttribute('aria-disabled')).toBe('true')
    await book.press('Enter')
    expect(await page.getByLabel('Licence plate').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('DD HF 1')
    await sees(page, 'Please accept the documents first.')
    const accept = page.getByRole('checkbox', { name: 'I accept: rules.pdf' })
    for (let step = 0; step < 6 && !(await accept.evaluate((box) => box === document.activeElement)); step += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await clean(page)
    await book.press('Enter')
    await sees(page, 'The place is yours')
    const booked = await knex('reservations').where({ state: 'RESERVED' }).first('licence_plate')
    expect(booked).toEqual({ licence_plate: 'DD HF 1' })
  })

  it('removes a place that somebody else takes, and shows it again when it is free [BOOK-1]', async () => {
    const page = await open(places())
    await button(page, `Take ${nameOf(0)}`).waitFor()
    const id = await otherHolds(0)
    await row(page, 0)
      .getByText(/^Being booked · [12]:\d\d$/)
      .waitFor()
    await sees(page, `No longer free, others were quicker: ${nameOf(0)}.`)
    expect(await button(page, `Take ${nameOf(0)}`).count()).toBe(0)
    await other.command(abandon, { reservationId: id })
    await button(page, `Take ${nameOf(0)}`).waitFor()
  })
})

describe('the held place', () => {
  it('is the same, with the typed details, after back, reload and in a second tab; abandoning frees it [HOLD-3] [HOLD-4]', async () => {
    const page = await open(places())
    await take(page)
    await page.getByText('Licence plate, note and RFID token').click()
    await page.getByLabel('Note', { exact: true }).fill('third box')
    await expect.poll(async () => (await holdOf())?.note).toBe('third box')
    const before = await holdOf()
    await page.getByLabel('Note', { exact: true }).fill('third box from the left')
    await page.reload()
    await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('third box from the left')
    await page.goBack()
    await sees(page, `${nameOf(0)} at Central station is held for you`)
    await row(page, 0).getByText('Held for you').waitFor()
    await button(page, 'Continue booking').click()
    await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('third box from the left')
    const second = await page.context().newPage()
    await second.goto(page.url())
    await expect.poll(() => second.getByLabel('Note', { exact: true }).inputValue()).toBe('third box from the left')
    await second.getByLabel('RFID token').fill('04A2')
    await expect.poll(() => page.getByLabel('RFID token').inputValue()).toBe('04A2')
    const after = await holdOf()
    expect([after?.id, after?.held_until]).toEqual([before?.id, before?.held_until])
    await button(second, 'Give the place up').click()
    await sees(page, 'This booking was given up')
    expect(await holdOf()).toBeUndefined()
    await button(second, `Take ${nameOf(0)}`).waitFor()
  })

  it('counts down, reports its expiry, and can be held again [HOLD-2]', async () => {
    const page = await open(places())
    await take(page)
    const first = await holdOf()
    const timer = page.getByRole('timer')
    const shown = await timer.textContent()
    expect(shown).toMatch(/^(1:\d\d|2:00)$/)
    await expect.poll(() => timer.textContent()).not.toBe(shown)
    await on.db
      .knex('reservations')
      .where({ id: first?.id })
      .update({ held_until: new Date(Date.now() + 4_000) })
    await page.reload()
    await page.getByRole('heading', { name: 'Time ran out' }).waitFor()
    await sees(page, 'The time to book ran out and the place was released.')
    await button(page, 'Hold it again').click()
    await expect.poll(() => timer.textContent()).toMatch(/^(1:\d\d|2:00)$/)
    expect((await holdOf())?.id).not.toBe(first?.id)
  })

  it('survives a lost connection while typing [HOLD-4]', async () => {
    const page = await open(places(), { alone: true })
    await take(page)
    await page.getByText('Licence plate, note and RFID token').click()
    await page.context().setOffline(true)
    await page.getByLabel('Note', { exact: true }).fill('typed in the tunnel')
    await sees(page, 'Saving')
    await page.context().setOffline(false)
    await expect.poll(async () => (await holdOf())?.note).toBe('typed in the tunnel')
  })
})

describe('paying by card', () => {
  const toCard = async () => {
    const page = await open(places())
    await take(page)
    await choose(page, /^Card/)
    await button(page, 'Pay €1.50 by card').click()
    await page.getByRole('heading', { name: 'Test payment' }).waitFor()
    return page
  }

  it('returns to the booked place [PAY-2]', async () => {
    const page = await toCard()
    await button(page, 'Pay').first().click()
    await sees(page, 'The place is yours')
    await clean(page)
  })

  it('keeps the place after a refusal, for another payment [PAY-2]', async () => {
    const page = await toCard()
    await button(page, 'Refuse the card').click()
    await sees(page, 'The payment did not go through')
    await page.getByRole('link', { name: 'Pay again or another way' }).click()
    await choose(page, /^Credit/)
    await button(page, 'Book for €1.50').click()
    await sees(page, 'The place is yours')
  })
})
