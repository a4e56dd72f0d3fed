import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectPerson, type Person, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { book, fullHour, giveCredit, openForBooking } from '../testing/booking.ts'
import { overflow, phone } from '../testing/operators.ts'
import { choose, sees } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let visitor: Person
/** Bike boxes of the own site, all as good as each other. */
let boxes: { id: number; name: string }[]

beforeAll(async () => {
  on = await startShell({ devices: 9 })
  const { knex } = on.db
  await openForBooking(knex, on.world)
  await giveCredit(knex, on.world.users.visitor.id, 20_000)
  boxes = await knex('devices')
    .where({ site_id: on.world.own.siteId, device_type_id: on.world.own.gateway.devices[0]?.typeId })
    .orderBy('sequence_number')
    .select('id', 'name')
  const { login } = on.world.users.visitor
  visitor = await connectPerson(on.portal.url, await signIn(on.portal.url, login, on.world.password))
})
afterEach(async () => {
  await on.leave()
  await on.db
    .knex('reservations')
    .where({ state: 'RESERVED' })
    .whereNull('parent_id')
    .update({ state: 'STORNO', ended_at: new Date() })
})
afterAll(async () => {
  visitor?.close()
  await on?.close()
})

const nameOf = (box: number) => boxes[box]?.name ?? ''
const bookMine = (box: number, from: number, until: number) =>
  book(visitor, { siteId: on.world.own.siteId, deviceId: boxes[box]?.id ?? 0, from, until })
/** Somebody else reserves a box, of which no open screen hears. */
const takeSilently = (box: number, from: number, until: number) =>
  on.db.knex('reservations').insert({
    site_id: on.world.own.siteId,
    device_id: boxes[box]?.id ?? 0,
    user_id: on.world.users.rm.id,
    starts_at: fullHour(from),
    ends_at: fullHour(until),
    state: 'RESERVED',
    reserved_at: new Date(),
  })
const open = (options: Parameters<ShellTest['visit']>[1] = {}) =>
  on.visit('/reservations/current?lang=en', { as: 'visitor', ...options })
const act = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const taken = 'This place is taken in this period.'
/** What is said at a group of choices. */
const problemAt = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('alert')
const keepsChanges = async (page: Page) => {
  await page.keyboard.press('Escape')
  const question = dialogOf(page, 'Leave without saving?')
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
}

describe('changing the place', () => {
  it('says at the choice what is wrong with it, and asks before a choice is lost [RES-6] [ADM-20]', async () => {
    await bookMine(0, 2, 3)
    const page = await open()
    await act(page, `Change place of ${nameOf(0)}`)
    const dialog = dialogOf(page, 'Change place')
    const change = dialog.getByRole('button', { name: 'Change', exact: true })
    const choices = 'Free places that are as good'
    const choice = (box: number) => dialog.getByRole('radio', { name: nameOf(box) })
    await choice(1).waitFor()
    await change.click()
    await sees(problemAt(page, choices), 'This field is required.')
    await expect.poll(() => choice(1).evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await choice(1).check()
    await keepsChanges(page)
    await takeSilently(1, 2, 3)
    await change.click()
    await sees(problemAt(page, choices), taken)
    await choice(1).waitFor({ state: 'detached' })
    await choice(2).check()
    expect(await problemAt(page, choices).count()).toBe(0)
    await change.click()
    await sees(page, 'Device changed successfully')
    await page
      .getByRole('article')
      .filter({ hasText: nameOf(2) })
      .waitFor()
  })
})

describe('extending', () => {
  it('says at the choice of another place that it is gone, and asks before an end is lost [RES-4] [ADM-20]', async () => {
    await bookMine(0, 2, 3)
    await takeSilently(0, 3, 5)
    const page = await open({ ...phone, viewport: { width: 360, height: 740 } })
    await act(page, `Extend ${nameOf(0)}`)
    const dialog = dialogOf(page, 'Extend')
    const extend = dialog.getByRole('button', { name: /^Extend/ })
    await expect.poll(() => extend.getAttribute('aria-disabled')).toBe('true')
    await act(page, '+60 min')
    await sees(dialog, `Not possible at ${nameOf(0)}`)
    await keepsChanges(page)
    await choose(dialog, nameOf(1))
    await sees(dialog, 'Extend for €1.50')
    await takeSilently(1, 3, 4)
    await extend.click()
    await sees(dialog, 'Not extended')
    await sees(problemAt(page, 'Go on at an equivalent place'), taken)
    await dialog.getByRole('radio', { name: nameOf(1) }).waitFor({ state: 'detached' })
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    await choose(dialog, nameOf(2))
    await extend.click()
    await sees(page, 'Reservation extended.')
  })

  it('needs an end that can be read [RES-4]', async () => {
    await bookMine(0, 2, 3)
    const page = await open()
    await act(page, `Extend ${nameOf(0)}`)
    const dialog = dialogOf(page, 'Extend')
    await dialog.getByRole('textbox', { name: 'New end' }).fill('')
    const extend = dialog.getByRole('button', { name: 'Extend', exact: true })
    await expect.poll(() => extend.getAttribute('aria-disabled')).toBe('true')
    await sees(dialog, 'Choose a new end to see the price.')
    await act(page, '+30 min')
    await sees(dialog, `${nameOf(0)} is free for you`)
    await dialog.getByRole('button', { name: 'Extend for €1.50' }).click()
    await sees(page, 'Reservation extended.')
  })
})
