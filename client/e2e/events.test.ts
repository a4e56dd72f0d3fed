import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { violations } from '../testing/axe.ts'
import { field, save, saveOwn } from '../testing/form.ts'
import { desk, overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell({ devices: 1 })
})
afterEach(() => on.leave())
afterAll(() => on?.close())

const visit = (path: string, options: object = desk) =>
  on.visit(`${on.portal.adminUrl}${path}`, { as: 'admin', ...options })
const arrives = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const table = (page: Page) => page.getByRole('table', { name: 'Access times' })
const preview = (page: Page) => page.getByRole('complementary', { name: 'What can be booked' })
const planted = (name: string, more: object = {}) =>
  insert(on.db.knex, 'events', { zone_id: on.world.own.id, name, starts_on: '2026-01-01', ...more })
const eventNamed = (name: string) => on.db.knex('events').where({ name }).first<Record<string, unknown> | undefined>()
const edit = (eventId: number) => `/events/edit?eventId=${eventId}`

/** A reservation of an hour, made with an access time; it begins in so many hours. */
const booked = (eventId: number, hours: number) =>
  insert(on.db.knex, 'reservations', {
    user_id: on.world.users.visitor.id,
    site_id: on.world.own.siteId,
    device_id: on.world.own.gateway.devices[0]?.id,
    event_id: eventId,
    state: 'RESERVED',
    reserved_at: new Date(),
    starts_at: new Date(Date.now() + hours * 3_600_000),
    ends_at: new Date(Date.now() + (hours + 1) * 3_600_000),
  })

describe('access times', () => {
  it('are added by the keyboard alone; the preview follows what is typed; a missing name stands at its field [ADM-11] [ADM-20] [EVT-1]', async () => {
    const tariffId = await insert(on.db.knex, 'tariffs', { tenant_id: on.world.tenants.own, name: 'Hourly' })
    await on.db.knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: 150 })
    const page = await visit('/events')
    await page.getByRole('link', { name: 'Add access time' }).first().press('Enter')
    await arrives(page, 'Add access time')
    await sees(preview(page), 'Not complete yet')
    expect(await violations(page)).toEqual([])
    const zone = page.getByRole('combobox', { name: 'Zone', exact: true })
    await zone.focus()
    await zone.fill('own')
    await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['Zone own'])
    await zone.press('ArrowDown')
    await zone.press('Enter')
    await sees(preview(page), 'Everybody who sees the zone can book.')
    await page.getByRole('switch', { name: 'Around the clock' }).press('Space')
    await sees(preview(page), 'Not complete yet')
    await field(page, 'Daily from').fill('8')
    await field(page, 'Daily until').fill('18')
    await field(page, 'Daily until').press('Tab')
    await sees(preview(page), /Start from 08:00 until 17:45/)
    await page.getByRole('combobox', { name: 'Tariff' }).selectOption('Hourly')
    await page.getByRole('switch', { name: 'Maximum duration: No maximum' }).press('Space')
    await field(page, 'Maximum duration').fill('2')
    await page.getByRole('combobox', { name: 'Maximum duration: unit' }).selectOption('Hours')
    await sees(preview(page), /Longest: 2 hours, €3.00/)
    // It stays in view, however far down the form somebody is.
    await save(page).scrollIntoViewIfNeeded()
    await expect.poll(async () => (await preview(page).boundingBox())?.y).toBeGreaterThan(0)
    await field(page, 'E-mail whitelist').fill('*@uni.example, anna')
    await save(page).press('Enter')
    await sees(page, 'This field is required.')
    await expect.poll(() => field(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('Office hours')
    await field(page, 'E-mail whitelist').fill('*@uni.example')
    await sees(preview(page), '*@uni.example')
    await save(page).press('Enter')
    await arrives(page, 'Access times')
    await table(page).getByRole('link', { name: 'Office hours' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await eventNamed('Office hours')).toMatchObject({
      full_day: false,
      daily_from: '08:00:00',
      daily_until: '18:00:00',
      max_duration_minutes: 120,
      tariff_id: tariffId,
      email_whitelist: '*@uni.example',
    })
  })

  it('are edited by two: an open list and the reservations follow; the second sees both versions [ADM-11]', async () => {
    const id = await planted('Weekdays', { max_duration_minutes: 60 })
    const reservation = await booked(id, 1)
    const list = await visit('/events')
    await table(list).getByRole('link', { name: 'Weekdays' }).waitFor()
    const stay = await visit(`/reservations/${reservation}`)
    await sees(stay, 'Weekdays')
    const page = await visit(edit(id))
    await arrives(page, 'Weekdays')
    await sees(page, /1 reservation that is not over was made with it/)
    const other = await on.visit(edit(id), { as: 'rm', ...desk })
    await arrives(other, 'Weekdays')
    await field(other, 'Name').fill('Working days')
    await field(other, 'Maximum duration').fill('3')
    await save(other).press('Enter')
    await arrives(other, 'Access times')
    await table(list).getByRole('link', { name: 'Working days' }).waitFor()
    await sees(stay, 'Working days')

    await field(page, 'Maximum duration').fill('2')
    await save(page).press('Enter')
    await sees(page, /Test rm has changed this in the meantime/)
    const differing = page.getByRole('alert')
    await sees(differing, 'Working days')
    await sees(differing, '3 hours')
    await sees(differing, '2 hours')
    expect(await violations(page)).toEqual([])
    await saveOwn(page)
    await arrives(page, 'Access times')
    expect(await eventNamed('Working days')).toMatchObject({ max_duration_minutes: 120 })
  })

  it('are copied, with every value and another name [ADM-11]', async () => {
    const id = await planted('Nights', { full_day: false, daily_from: '20:00', daily_until: '06:00', entry_limit: -1 })
    const page = await visit(edit(id))
    await arrives(page, 'Nights')
    await page.getByRole('link', { name: 'Copy' }).press('Enter')
    await arrives(page, 'Add access time')
    expect(await field(page, 'Name').inputValue()).toBe('Nights (copy)')
    await save(page).press('Enter')
    await arrives(page, 'Access times')
    expect(await eventNamed('Nights (copy)')).toMatchObject({
      zone_id: on.world.own.id,
      daily_from: '20:00:00',
      daily_until: '06:00:00',
      entry_limit: -1,
    })
  })

  it('are deleted softly: what is booked is named, a code is in the way [ADM-11] [ADM-24] [EVT-1]', async () => {
    const id = await planted('Old')
    const reservation = await booked(id, 3)
    const code = { name: 'OPEN-OLD', tenant_id: on.world.tenants.own, zone_id: on.world.own.id, event_id: id }
    const codeId = await insert(on.db.knex, 'codes', code)
    const page = await visit(edit(id))
    await arrives(page, 'Old')
    await page.getByRole('button', { name: 'Delete access time' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: /^Reservation \d+/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('textbox').fill('Old')
    await page.keyboard.press('Enter')
    await dialog.getByRole('link', { name: 'OPEN-OLD' }).waitFor()
    await on.db.knex('codes').where({ id: codeId }).delete()
    await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
    await arrives(page, 'Access times')
    expect((await eventNamed('Old'))?.['deleted_at']).toBeInstanceOf(Date)
    expect(await on.db.knex('reservations').where({ id: reservation }).first()).toMatchObject({ state: 'RESERVED' })
  })

  it('of a zone that somebody does not manage are not found; on the phone, in German and dark [ADM-11] [ADM-23]', async () => {
    const foreign = await planted('Theirs', { zone_id: on.world.foreign.id })
    const own = await planted('Langzeitreservierungen', { mode: 'private', prebook_max_minutes: 60 })
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' } as const
    const page = await on.visit('/events?lang=de', { as: 'rm', ...small })
    await page.getByRole('link', { name: 'Langzeitreservierungen' }).waitFor()
    expect(await page.getByRole('link', { name: 'Theirs' }).count()).toBe(0)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.url}${edit(own)}`)
    await arrives(page, 'Langzeitreservierungen')
    await sees(page, /Nur wer die Zone verwaltet, kann buchen/)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.url}${edit(foreign)}`)
    await sees(page, 'Zugangszeit nicht gefunden')
  })
})
