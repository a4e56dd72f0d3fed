import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { drawSite } from '../testing/drawn-site.ts'
import { type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import { choose } from '../testing/sees.ts'

let on: Operators
let reservation = { id: 0, number: 0 }
const minute = 60_000
/** A noon long ago, when everything is over. */
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 2 * 86_400_000 + 43_200_000
const time = (ms: number) => new Date(ms)

beforeAll(async () => {
  on = await startOperators()
  await drawSite(on)
  const { knex } = on.db
  const [first, second] = [on.device(0).id, on.device(1).id]
  for (const [index, { id }] of on.world.own.gateway.devices.entries())
    await knex('devices')
      .where({ id })
      .update({
        upper_left_x_mm: 1_000 + (index % 4) * 5_500,
        upper_left_y_mm: 1_000 + Math.floor(index / 4) * 7_000,
        width_mm: 4_500,
        height_mm: 5_000,
      })
  await knex('device_reports').insert(
    [
      [first, -30 * minute, 'free', 'closed'],
      [second, -20 * minute, 'free', null],
      [first, 0, 'blocked', 'closed'],
      [first, 5_000, 'free', 'open'],
      [second, 10 * minute, 'occupied', null],
    ].map(([device_id, at, status, door_state]) => ({
      device_id,
      at: time(noon + Number(at)),
      received_at: time(noon + Number(at)),
      status,
      door_state,
    })),
  )
  const id = await insert(knex, 'reservations', {
    site_id: on.world.own.siteId,
    device_id: first,
    user_id: on.world.users.visitor.id,
    starts_at: time(noon + minute),
    ends_at: time(noon + 20 * minute),
    reserved_at: time(noon - 60 * minute),
    state: 'RESERVED',
  })
  const row = (await knex('reservations').where({ id }).first('number')) as { number: number }
  reservation = { id, number: row.number }
  await insert(knex, 'malfunctions', {
    kind: 'stuck-door',
    severity: 'error',
    device_id: second,
    gateway_id: on.world.own.gateway.id,
    site_id: on.world.own.siteId,
    opened_at: time(noon + 2 * minute),
    closed_at: time(noon + 9 * minute),
  })
})
afterAll(() => on?.close())

const iso = (ms: number) => time(ms).toISOString()
const address = (at: number) =>
  `/sites/time-machine?site=${on.world.own.siteId}&at=${iso(at)}&from=${iso(noon - 15 * minute)}&until=${iso(noon + 25 * minute)}`
const slider = (page: Page) => page.getByRole('slider', { name: 'Moment shown' })
const row = (page: Page, index: number) => page.getByRole('row', { name: on.device(index).name })
const sees = (page: Page, index: number, text: string | RegExp) => row(page, index).getByText(text).first().waitFor()

describe('the time machine', () => {
  it('shows devices as they were, second by second, by keyboard [LIVE-4]', async () => {
    const page = await on.open(address(noon))
    await sees(page, 0, 'Blocked')
    await sees(page, 0, 'Door closed')
    await page.getByText('This is the past').waitFor()
    // The fields use the site's clock, like the slider.
    const from = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
    await page.getByRole('button', { name: /12:45|13:45/ }).click()
    expect(await page.getByRole('textbox', { name: 'From' }).inputValue()).toBe(
      from.format(noon - 15 * minute).replace(',', ''),
    )
    await slider(page).focus()
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
    await sees(page, 0, 'Blocked')
    await page.keyboard.press('ArrowRight')
    await sees(page, 0, 'Free')
    await sees(page, 0, 'Door open')
    await page.keyboard.press('ArrowLeft')
    await sees(page, 0, 'Blocked')
    await page.keyboard.press('Shift+ArrowRight')
    await sees(page, 0, `No. ${reservation.number}`)
    await page.keyboard.press('PageDown')
    await sees(page, 1, 'Occupied')
    await page.keyboard.press('Home')
    await sees(page, 0, 'Free')
    await page.keyboard.press('End')
    await sees(page, 0, 'Not reserved')
    expect(await slider(page).getAttribute('aria-valuenow')).toBe(String(40 * 60))
  })

  it('jumps from event to event, lists the events around the second, and shows the state of a device then [LIVE-4]', async () => {
    const page = await on.open(address(noon + minute))
    const around = page.getByRole('list', { name: 'Around this second' })
    await around.getByText(`Reservation ${reservation.number} begins`).waitFor()
    await page.getByRole('button', { name: 'Next event' }).click()
    await sees(page, 1, 'Left open')
    await around.getByRole('button', { name: /Reported: Occupied/ }).click()
    const card = page.getByRole('region', { name: on.device(1).name })
    await card.getByText('Occupied').waitFor()
    await page.getByRole('listbox', { name: /^Plan of/ }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const first = page.getByRole('region', { name: on.device(0).name })
    const link = first.getByRole('link', { name: `No. ${reservation.number}` })
    expect(await link.getAttribute('href')).toContain(`/reservations/${reservation.id}`)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })

  it('plays, stops, and keeps the second in the address for a reload and for links [LIVE-4]', async () => {
    const page = await on.open(address(noon))
    await choose(page, '600×')
    await page.getByRole('button', { name: 'Play' }).click()
    await sees(page, 0, `No. ${reservation.number}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await slider(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Shift+ArrowRight')
    const shown = noon - 4 * minute
    await page.waitForURL((url) => url.searchParams.get('at')?.includes(iso(shown).slice(0, 19)) ?? false)
    const text = await slider(page).getAttribute('aria-valuetext')
    const link = await page.getByRole('textbox', { name: 'Link to this second' }).inputValue()
    expect(link).toContain(`at=${encodeURIComponent(iso(shown).replace('.000', ''))}`)
    const other = await on.open(`${new URL(link).pathname}${new URL(link).search}`)
    await slider(other).waitFor()
    expect(await slider(other).getAttribute('aria-valuetext')).toBe(text)
    await other.getByRole('link', { name: 'To the live plan' }).click()
    await other.getByRole('link', { name: 'Time machine' }).first().waitFor()
    expect(new URL(other.url()).pathname).toBe('/sites/visualization')
  })

  it('is moved by finger with a large handle on the phone, and shows the table instead of the plan [LIVE-4]', async () => {
    const page = await on.open(address(noon), phone)
    const handle = slider(page)
    await handle.waitFor()
    const box = await handle.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    expect(await overflow(page)).toBe(0)
    await handle.scrollIntoViewIfNeeded()
    const now = await handle.boundingBox()
    await page.touchscreen.tap((now?.x ?? 0) + 22 + 80, (now?.y ?? 0) + 20)
    await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(15 * 60)
    await page.getByText('Table', { exact: true }).tap()
    await sees(page, 1, /Free|Occupied/)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })
})
