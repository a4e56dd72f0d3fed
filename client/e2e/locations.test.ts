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

const admin = (path: string, options: object = desk) =>
  on.visit(`${on.portal.adminUrl}${path}`, { as: 'admin', ...options })
const arrives = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const planted = (row: object) => insert(on.db.knex, 'locations', row)
const locationNamed = (name: string) =>
  on.db.knex('locations').where({ name }).first<Record<string, unknown> | undefined>()

describe('locations', () => {
  it('are added by the keyboard alone; a coordinate that is missing stands at its field, and corners come from position and size [ADM-4] [ADM-20] [TRANS-1]', async () => {
    await planted({ name: 'Old port', city: 'Bremen' })
    const page = await admin('/locations')
    const table = page.getByRole('table', { name: 'Locations' })
    await table.getByRole('link', { name: 'Old port' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add location' }).press('Enter')
    await arrives(page, 'Add location')
    await field(page, 'Name').fill('New port')
    await field(page, 'City').fill('Bremen')
    const fill = page.getByRole('button', { name: 'Lay out from position and size' })
    expect(await fill.getAttribute('aria-disabled')).toBe('true')
    await field(page, 'Latitude').fill('60')
    await save(page).press('Enter')
    await sees(page, 'This field is required.')
    const longitude = field(page, 'Longitude')
    await expect.poll(() => longitude.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await longitude.fill('10')
    await page.getByRole('region', { name: 'Map of the location' }).waitFor()
    await field(page, 'Length').fill('111320')
    await field(page, 'Width').fill('222640')
    await fill.press('Enter')
    expect(await field(page, 'A, upper left: latitude').inputValue()).toBe('60.001')
    expect(await field(page, 'A, upper left: longitude').inputValue()).toBe('9.999')
    await field(page, 'C, lower right: longitude').fill('10.002')
    expect(await violations(page)).toEqual([])
    await save(page).press('Enter')
    await arrives(page, 'Locations')
    await table.getByRole('link', { name: 'New port' }).waitFor()
    expect(await locationNamed('New port')).toMatchObject({
      type: 'site',
      latitude: 60,
      longitude: 10,
      length_mm: 111_320,
      width_mm: 222_640,
      upper_left_latitude: 60.001,
      lower_left_longitude: 9.999,
      lower_right_longitude: 10.002,
    })
  })

  it('are edited by hand on the map; whoever looks at their site sees so at once [ADM-4] [LIVE-4]', async () => {
    const corners = {
      upper_left_latitude: 51.001,
      upper_left_longitude: 12.999,
      upper_right_latitude: 51.001,
      upper_right_longitude: 13.001,
      lower_right_latitude: 50.999,
      lower_right_longitude: 13.001,
      lower_left_latitude: 50.999,
      lower_left_longitude: 12.999,
    }
    const locationId = await planted({ name: 'Quay', latitude: 51, longitude: 13, ...corners })
    await on.db.knex('sites').where({ id: on.world.own.siteId }).update({ location_id: locationId })
    const manager = await on.visit('/sites?sort=city', { as: 'rm', ...desk })
    await manager.getByRole('table', { name: 'Sites' }).getByRole('link', { name: 'Site own' }).waitFor()
    const page = await admin(`/locations/${locationId}`)
    await arrives(page, 'Quay')
    const corner = page.getByRole('region', { name: 'Map of the location' }).getByText('B', { exact: true })
    await corner.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await corner.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 20, y + height / 2 - 20, { steps: 4 })
    await page.mouse.up()
    await expect
      .poll(async () => Number(await field(page, 'B, upper right: latitude').inputValue()))
      .toBeGreaterThan(51.001)
    await field(page, 'City').fill('Dresden')
    await save(page).press('Enter')
    await arrives(page, 'Locations')
    const { upper_right_latitude: north, upper_right_longitude: east } = (await locationNamed('Quay')) ?? {}
    expect(Number(north)).toBeGreaterThan(51.001)
    expect(Number(east)).toBeGreaterThan(13.001)
    await sees(manager, 'Dresden')
  })

  it('show what somebody else changed meanwhile, theirs and yours [ADM-4]', async () => {
    const locationId = await planted({ name: 'Yard', address: 'Old street 1' })
    const page = await admin(`/locations/${locationId}`)
    await arrives(page, 'Yard')
    await field(page, 'Street and number').fill('Mine 1')
    const theirs = { address: 'Theirs 2', modified_by: on.world.users.admin.id }
    await on.db.knex('locations').where({ id: locationId }).update(theirs)
    await save(page).press('Enter')
    await sees(page, /Test admin has changed this in the meantime/)
    await sees(page.getByRole('alert'), 'Theirs 2')
    expect(await violations(page)).toEqual([])
    await saveOwn(page)
    await arrives(page, 'Locations')
    expect(await locationNamed('Yard')).toMatchObject({ address: 'Mine 1' })
  })

  it('in use are not deleted: their sites are named, with links; others ask for their name; managers have no such page [ADM-4] [ADM-24] [NAV-6]', async () => {
    const [used, empty] = [await planted({ name: 'Used' }), await planted({ name: 'Empty' })]
    await insert(on.db.knex, 'sites', { name: 'Upper deck', location_id: used })
    const page = await admin(`/locations/${used}`)
    await arrives(page, 'Used')
    await page.getByRole('button', { name: 'Delete location' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Used')
    await page.keyboard.press('Enter')
    await sees(dialog, /1 site/)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('link', { name: 'Upper deck' }).press('Enter')
    await arrives(page, 'Upper deck')

    await page.goto(`${on.portal.adminUrl}/locations/${empty}`)
    await arrives(page, 'Empty')
    await page.getByRole('button', { name: 'Delete location' }).press('Enter')
    await dialog.getByRole('textbox').fill('Empty')
    await page.keyboard.press('Enter')
    await arrives(page, 'Locations')
    expect(await locationNamed('Empty')).toBeUndefined()

    const manager = await on.visit('/locations', { as: 'rm', ...desk })
    await sees(manager, 'Access denied')
  })

  it('are read and edited on the phone, in German and dark [ADM-4]', async () => {
    const name = 'Fahrradparkhaus am Hauptbahnhof, Eingang West'
    const locationId = await planted({ name, city: 'Dresden', latitude: 51.04, longitude: 13.73 })
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' }
    const page = await admin('/locations?lang=de', small)
    await page.getByRole('link', { name }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.adminUrl}/locations/${locationId}?lang=de`)
    await arrives(page, name)
    await page.getByRole('region', { name: 'Karte des Ortes' }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
