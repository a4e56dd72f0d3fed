import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hold } from '../../contract/reservations/book.ts'
import { connectPerson, type Person, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { book, fullHour, giveCredit, openForBooking } from '../testing/booking.ts'
import { overflow, phone } from '../testing/operators.ts'
import { choose } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let visitor: Person
let other: Person
/** Equivalent bike boxes of the operator's site. */
let boxes: { id: number; name: string }[]

beforeAll(async () => {
  on = await startShell({ devices: 9, env: { PAYMENT_PROVIDER: 'test' } })
  const { knex } = on.db
  await openForBooking(knex, on.world)
  await giveCredit(knex, on.world.users.visitor.id, 20_000)
  await giveCredit(knex, on.world.users.rm.id, 20_000)
  boxes = await knex('devices')
    .where({ site_id: on.world.own.siteId, device_type_id: on.world.own.gateway.devices[0]?.typeId })
    .orderBy('sequence_number')
    .select('id', 'name')
  const person = async (login: 'visitor' | 'rm') =>
    connectPerson(on.portal.url, await signIn(on.portal.url, on.world.users[login].login, on.world.password))
  ;[visitor, other] = await Promise.all([person('visitor'), person('rm')])
})
afterEach(async () => {
  await on.leave()
  // Every test starts without reservations.
  await on.db
    .knex('reservations')
    .whereIn('state', ['CREATED', 'RESERVED'])
    .whereNull('parent_id')
    .update({
      state: on.db.knex.raw(`case state when 'CREATED' then 'CANCELED' else 'STORNO' end`),
      ended_at: new Date(),
    })
})
afterAll(async () => {
  visitor?.close()
  other?.close()
  await on?.close()
})

const at = (box: number, from: number, until: number) => ({
  siteId: on.world.own.siteId,
  deviceId: boxes[box]?.id ?? 0,
  from,
  until,
})
const nameOf = (box: number) => boxes[box]?.name ?? ''
const open = (path = '/reservations/current', options: Parameters<ShellTest['visit']>[1] = {}) =>
  on.visit(`${path}${path.includes('?') ? '&' : '?'}lang=en`, { as: 'visitor', ...options })
const act = (page: Page, name: string) => page.getByRole('button', { name }).click()
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog')

describe('current reservations', () => {
  it('appear and disappear live, with their actions and the refund for cancelling [RES-2]', async () => {
    const page = await open()
    await page.getByRole('heading', { name: 'Nothing reserved' }).waitFor()
    const { id } = await book(visitor, at(0, 2, 3))
    const card = page.getByRole('article').filter({ hasText: nameOf(0) })
    await card.getByText('Reserved', { exact: true }).waitFor()
    await sees(page, /^Begins in/)
    await card.getByText(/€1\.50 back/).waitFor()
    for (const name of ['Extend', 'Share', 'Change place of', 'Edit', 'Cancel'])
      await card.getByRole('button', { name: `${name} ${nameOf(0)}` }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    await card.getByRole('link', { name: nameOf(0) }).click()
    await page.getByRole('heading', { level: 1, name: nameOf(0) }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/reserved-parking-lots/${id}`)
    await sees(page, 'How to find it')
    expect(await violations(page)).toEqual([])
  })

  it('are edited, each field with its message [RES-3]', async () => {
    const { id } = await book(visitor, at(0, 2, 3))
    const page = await open()
    await act(page, `Edit ${nameOf(0)}`)
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Third box from the left')
    await dialog(page).getByRole('textbox', { name: 'Licence plate' }).fill('DD HF 1')
    await dialog(page).getByRole('textbox', { name: 'RFID token' }).fill('04A2')
    expect(await violations(page)).toEqual([])
    await act(page, 'Save')
    await sees(page, 'Saved: Note, Licence plate and RFID token')
    expect(await on.db.knex('reservations').where({ id }).first('note', 'licence_plate', 'rfid_token')).toEqual({
      note: 'Third box from the left',
      licence_plate: 'DD HF 1',
      rfid_token: '04A2',
    })
    await page.goto(`${on.portal.url}/reserved-parking-lots/${id}?lang=en`)
    await sees(page, 'Third box from the left')
  })

  it('move to another place while the last free one is taken by somebody else [RES-6]', async () => {
    await book(visitor, at(0, 2, 3))
    const page = await open()
    await act(page, `Change place of ${nameOf(0)}`)
    const choice = (box: number) => dialog(page).getByRole('radio', { name: nameOf(box) })
    await choice(1).waitFor()
    await book(other, at(1, 2, 3))
    await choice(1).waitFor({ state: 'detached' })
    await choice(2).check()
    await dialog(page).getByRole('button', { name: 'Change', exact: true }).click()
    await sees(page, 'Device changed successfully')
    await page
      .getByRole('article')
      .filter({ hasText: nameOf(2) })
      .waitFor()
  })

  it('are cancelled with exactly the shown refund, and then listed in the history [RES-5] [PAY-4]', async () => {
    await book(visitor, at(0, 2, 3))
    const page = await open()
    await act(page, `Cancel ${nameOf(0)}`)
    await sees(page, 'You paid €1.50 and get €1.50 back at once.')
    expect(await violations(page)).toEqual([])
    await act(page, 'Cancel, €1.50 back')
    await sees(page, 'Reservation cancelled, €1.50 come back.')
    await page.getByRole('heading', { name: 'Nothing reserved' }).waitFor()
    await page.goto(`${on.portal.url}/reservations/history?lang=en`)
    const past = page
      .getByRole('row')
      .filter({ hasText: nameOf(0) })
      .first()
    await past.getByText('Cancelled', { exact: true }).waitFor()
    await past.getByText('2 payments and refunds').click()
    await past.getByText('Refund', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('refund only half if the deadline passes while the question is open [RES-5]', async () => {
    const { id } = await book(visitor, at(0, 2, 3))
    const page = await open()
    await act(page, `Cancel ${nameOf(0)}`)
    await page.getByRole('button', { name: 'Cancel, €1.50 back' }).waitFor()
    const rules = on.db.knex.raw(`rules || '{"refundUntilMinutes": 14400}'`)
    await on.db.knex('reservations').where({ id }).update({ rules })
    await act(page, 'Cancel, €1.50 back')
    await sees(page, 'The refund has changed in the meantime. Please check it again; nothing was cancelled.')
    await act(page, 'Cancel, €0.75 back')
    await sees(page, 'Reservation cancelled, €0.75 come back.')
  })
})

describe('a hold', () => {
  it('links to its booking while it is live, and stays in the history as timed out [RES-2] [HOLD-2]', async () => {
    const { siteId, deviceId } = at(3, 2, 3)
    const request = { siteId, deviceId, start: fullHour(2), end: fullHour(3) }
    const held = await visitor.command(hold, request)
    if (!held.ok) throw new Error(held.refusal.code)
    const page = await open()
    const card = page.getByRole('article').filter({ hasText: nameOf(3) })
    await card.getByText('Being booked', { exact: true }).waitFor()
    const way = await card.getByRole('link', { name: 'Go on booking' }).getAttribute('href')
    expect(way).toContain(`hold=${held.reply.reservation.id}`)
    await on.db.knex('reservations').where({ id: held.reply.reservation.id }).update({ held_until: new Date() })
    await page.goto(`${on.portal.url}/reservations/history?lang=en`)
    const past = page.getByRole('row').filter({ hasText: nameOf(3) })
    await past.getByText('Timed out', { exact: true }).first().waitFor()
  })
})

describe('extending', () => {
  it('makes one stay of two reservations, at the price shown [RES-4]', async () => {
    const { id } = await book(visitor, at(0, 2, 3))
    const page = await open()
    await act(page, `Extend ${nameOf(0)}`)
    await act(page, '+60 min')
    await sees(page, `${nameOf(0)} is free for you`)
    expect(await violations(page)).toEqual([])
    await act(page, 'Extend for €1.50')
    await sees(page, 'Reservation extended.')
    const parts = page.getByRole('list', { name: 'Parts of this stay' })
    await parts.getByRole('listitem').nth(1).waitFor()
    const follow = { follows_id: id, state: 'RESERVED', ends_at: fullHour(4) }
    expect(await on.db.knex('reservations').where(follow)).toHaveLength(1)
    expect(await page.getByRole('article').count()).toBe(1)
  })

  it('names the rule and continues at another place if this one is taken, by keyboard alone [RES-4]', async () => {
    await book(visitor, at(0, 2, 3))
    await book(other, at(0, 3, 5))
    const page = await open()
    await page.getByRole('button', { name: `Extend ${nameOf(0)}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '+30 min' }).focus()
    await page.keyboard.press('Enter')
    await sees(page, `Not possible at ${nameOf(0)}`)
    await sees(page, 'This place is taken in this period.')
    await page.getByRole('radio', { name: nameOf(1) }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Extend for €1.50' }).focus()
    await page.keyboard.press('Enter')
    await sees(page, 'Reservation extended.')
    await page.getByRole('list', { name: 'Parts of this stay' }).getByText(nameOf(1)).waitFor()
    // The focus returns to where it was.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(`Extend ${nameOf(0)}`)
  })
})

describe('sharing', () => {
  it('gives a guest a link that is shown once, works without an account, and ends when it is revoked [TICK-1] [TICK-3]', async () => {
    await book(visitor, at(0, 2, 3))
    const page = await open()
    await act(page, `Share ${nameOf(0)}`)
    await act(page, 'Make a link')
    await page.getByRole('img', { name: 'QR code of the link: Guest ticket' }).waitFor()
    const url = await dialog(page).getByRole('textbox', { name: 'Guest ticket' }).inputValue()
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    await sees(page, 'One open link')
    const guest = await on.visit(`${new URL(url).pathname}?lang=en`)
    await guest.getByRole('heading', { level: 1, name: nameOf(0) }).waitFor()
    await act(page, 'Revoke: Guest ticket')
    await act(page, 'Revoke now')
    await sees(page, 'No open links')
    await guest.reload()
    await sees(guest, 'There is no reservation for this ticket. Please check the link, or log in.')
    await page.getByRole('button', { name: 'Close' }).last().click()
    await act(page, `Share ${nameOf(0)}`)
    await sees(page, 'No open links')
    expect(await page.content()).not.toContain(new URL(url).pathname)
  })
})

describe('the list of reserved places', () => {
  it('has 20 a page, filters and searches, and links to each [RES-2]', async () => {
    const first = await book(visitor, at(0, 2, 3))
    await on.db.knex.raw(
      `insert into reservations (site_id, device_id, user_id, event_id, starts_at, ends_at, state, reserved_at, rules, price_cents)
       select site_id, ?, user_id, event_id, starts_at + n * interval '2 hours', ends_at + n * interval '2 hours', state, reserved_at, rules, price_cents
         from reservations, generate_series(20, 39) n where id = ?`,
      [boxes[1]?.id ?? 0, first.id],
    )
    const page = await open('/reserved-parking-lots')
    const table = page.getByRole('table', { name: 'Reserved places' })
    await table.waitFor()
    expect(await table.getByRole('row').count()).toBe(21)
    await sees(page, '1 to 20 of 21')
    expect(await violations(page)).toEqual([])
    await act(page, 'Next')
    await sees(page, '21 to 21 of 21')
    await page.getByRole('searchbox').fill(String(first.number))
    await table.getByRole('link', { name: nameOf(0) }).waitFor()
    await choose(page, 'Running')
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    expect(new URL(page.url()).searchParams.get('when')).toBe('active')
  })
})

describe('on a phone', () => {
  it('everything fits and is within reach, light and dark [RES-2]', async () => {
    await book(visitor, at(0, 2, 3))
    const page = await open('/reservations/current', phone)
    await page.getByRole('article').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await small(page)).toEqual([])
    await page.getByRole('button', { name: `Share ${nameOf(0)}` }).tap()
    await dialog(page).getByRole('button', { name: 'Make a link' }).tap()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })
})

/** Buttons of the page that are too small for touch: lower than 44 px. */
const small = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.textContent),
    )

describe('credit', () => {
  it('shows the balance with every line, and is topped up by card [PAY-1]', async () => {
    await book(visitor, at(0, 2, 3))
    const page = await open('/credit')
    const table = page.getByRole('table', { name: 'Movements' })
    await table.getByText('Booking').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Amount in euros').fill('3')
    await act(page, 'Pay by card')
    await sees(page, 'Please enter an amount from €5.00 to €500.00.')
    const balance = page.getByText(/^€\d/).first()
    const before = await balance.textContent()
    await act(page, '€20.00')
    await act(page, 'Pay by card')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Credit' }).waitFor()
    await sees(page, '€20.00 paid')
    await expect.poll(() => balance.textContent()).not.toBe(before)
    await table.getByText('Top-up').first().waitFor()
  })

  it('is not needed for an extension paid by card [RES-4]', async () => {
    await book(visitor, at(0, 2, 3))
    const page = await open()
    await act(page, `Extend ${nameOf(0)}`)
    await act(page, '+60 min')
    await choose(dialog(page), 'Card')
    await act(page, 'Extend for €1.50')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(/\/reservations\/(finalize|current)/)
    await page.goto(`${on.portal.url}/reservations/current?lang=en`)
    await page.getByRole('list', { name: 'Parts of this stay' }).getByRole('listitem').nth(1).waitFor()
    await sees(page, '€3.00')
  })
})
