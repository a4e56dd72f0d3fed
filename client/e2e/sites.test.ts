import type { Page } from 'playwright-core'
import sharp from 'sharp'
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
const siteNamed = (name: string) => on.db.knex('sites').where({ name }).first<Record<string, unknown> | undefined>()
async function planted(row: object): Promise<number> {
  const siteId = await insert(on.db.knex, 'sites', row)
  await on.db.knex('site_zones').insert({ site_id: siteId, zone_id: on.world.own.id })
  return siteId
}

/** Chooses what a search among references finds, by the keyboard. */
async function pick(page: Page, label: string, name: string): Promise<void> {
  const search = page.getByRole('combobox', { name: label, exact: true })
  await search.focus()
  await search.fill(name)
  await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual([name])
  await search.press('ArrowDown')
  await search.press('Enter')
}

describe('sites', () => {
  it('are added by the keyboard alone, with zone, place and a second language; what is missing stands at its field [ADM-3] [ADM-20] [TRANS-1]', async () => {
    await insert(on.db.knex, 'locations', { name: 'Old port', city: 'Bremen', latitude: 53.08, longitude: 8.8 })
    const page = await admin('/sites')
    const table = page.getByRole('table', { name: 'Sites' })
    await table.getByRole('link', { name: 'Site own' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add site' }).press('Enter')
    await arrives(page, 'Add site')
    await field(page, 'Name').fill('North pier')
    await field(page, 'Directions').fill('Behind the lighthouse')
    await save(page).press('Enter')
    await sees(page, 'Choose at least one.')
    const zones = page.getByRole('combobox', { name: 'Zones', exact: true })
    await expect.poll(() => zones.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await pick(page, 'Zones', 'Zone own')
    await pick(page, 'Location', 'Old port')
    await page.getByRole('region', { name: 'Position of Old port' }).waitFor()
    await field(page, 'Arrival radius').fill('250')
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Rome')
    await page.getByRole('switch', { name: 'Licence plate required' }).press('Space')
    expect(await violations(page)).toEqual([])
    await page.getByRole('tab', { name: /^Default/ }).press('ArrowRight')
    await page.keyboard.press('Enter')
    await field(page, 'Directions').fill('Hinter dem Leuchtturm')
    await save(page).press('Enter')
    await arrives(page, 'Sites')
    await table.getByRole('link', { name: 'North pier' }).waitFor()
    expect(await siteNamed('North pier')).toMatchObject({
      directions: 'Behind the lighthouse',
      translations: { de: { directions: 'Hinter dem Leuchtturm' } },
      geofence_m: 250,
      time_zone: 'Europe/Rome',
      licence_plate_mandatory: true,
    })
  })

  it('are edited; whoever looks at one sees so at once, and what somebody else changed meanwhile is shown [ADM-3] [LIVE-4]', async () => {
    const siteId = await planted({ name: 'Quay' })
    const manager = await on.visit('/sites', { as: 'rm', ...desk })
    const row = manager.getByRole('table', { name: 'Sites' }).getByRole('row')
    await row.getByRole('link', { name: 'Quay' }).waitFor()
    const page = await admin(`/sites/${siteId}`)
    await arrives(page, 'Quay')
    await field(page, 'Display name').fill('Quay beside the mill')
    await field(page, 'Description').fill('Mine')
    await on.db
      .knex('sites')
      .where({ id: siteId })
      .update({ description: 'Theirs', modified_by: on.world.users.srm.id })
    await save(page).press('Enter')
    await sees(page, /Test srm has changed this in the meantime/)
    await sees(page.getByRole('alert'), 'Theirs')
    expect(await violations(page)).toEqual([])
    await saveOwn(page)
    await arrives(page, 'Sites')
    expect(await siteNamed('Quay')).toMatchObject({ description: 'Mine', full_name: 'Quay beside the mill' })
    await row.getByRole('link', { name: 'Quay beside the mill' }).waitFor()
  })

  it('of a manager stay in one of his zones, at places of his; those of others are not found [ADM-3] [ADM-23]', async () => {
    await insert(on.db.knex, 'locations', { name: 'Elsewhere' })
    const siteId = await planted({ name: 'Yard' })
    const page = await on.visit(`/sites/${siteId}`, { as: 'rm', ...desk })
    await arrives(page, 'Yard')
    const place = page.getByRole('combobox', { name: 'Location', exact: true })
    await place.fill('Elsewhere')
    await sees(page, 'Nothing found')
    await place.press('Escape')
    const zones = page.getByRole('combobox', { name: 'Zones', exact: true })
    await zones.press('Backspace')
    await save(page).press('Enter')
    await sees(page, 'Choose at least one.')
    await pick(page, 'Zones', 'Zone own')
    await field(page, 'Capacity').fill('12')
    await save(page).press('Enter')
    await arrives(page, 'Sites')
    expect(await siteNamed('Yard')).toMatchObject({ capacity: 12 })
    await page.goto(`${on.portal.url}/sites/${on.world.foreign.siteId}`)
    await sees(page, 'Site not found')
    expect(await violations(page)).toEqual([])
  })

  it('in use are not deleted: what depends on them is named, with links; others ask for their name [ADM-3] [ADM-24]', async () => {
    const siteId = await planted({ name: 'Empty' })
    const page = await admin(`/sites/${on.world.own.siteId}`)
    await arrives(page, 'Site own')
    await page.getByRole('button', { name: 'Delete site' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Site own')
    await page.keyboard.press('Enter')
    await sees(dialog, /1 gateway/)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('link', { name: 'GW-own 001' }).press('Enter')
    await arrives(page, 'GW-own 001')

    await page.goto(`${on.portal.adminUrl}/sites/${siteId}`)
    await arrives(page, 'Empty')
    await page.getByRole('button', { name: 'Delete site' }).press('Enter')
    await dialog.getByRole('textbox').fill('Empty')
    await page.keyboard.press('Enter')
    await arrives(page, 'Sites')
    expect(await siteNamed('Empty')).toBeUndefined()
  })

  it('and devices have pictures: sent in several, each refused for itself, in two orders, described, put in order, replaced, deleted [MEDIA-1]', async () => {
    const siteId = await planted({ name: 'Gallery' })
    const png = (side: number) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: '#0a6',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .png()
        .toBuffer()
    const page = await admin(`/sites/${siteId}`)
    await arrives(page, 'Gallery')
    await sees(page, 'No pictures yet.')
    await page.locator('input[type=file]').setInputFiles([
      { name: 'small.png', mimeType: 'image/png', buffer: await png(30) },
      { name: 'virus.png', mimeType: 'image/png', buffer: Buffer.from('MZ this is a program') },
      { name: 'large.png', mimeType: 'image/png', buffer: await png(300) },
    ])
    await sees(page.getByRole('alert'), /^virus.png: /)
    const list = page.getByRole('list', { name: 'Pictures' })
    const names = () => list.getByRole('listitem').allInnerTexts()
    const first = async () => (await names()).map((each) => each.split('\n')[0])
    await expect.poll(first).toEqual(['small.webp', 'large.webp'])
    await page.getByRole('radio', { name: 'By file size' }).check({ force: true })
    await expect.poll(first).toEqual(['large.webp', 'small.webp'])
    expect(await violations(page)).toEqual([])
    await page.getByRole('radio', { name: 'Own order' }).check({ force: true })
    const act = async (name: string, action: string) => {
      await list.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
    await act('large.webp', 'Make main picture')
    await expect.poll(first).toEqual(['large.webp', 'small.webp'])
    await sees(list.getByRole('listitem').first(), 'Main picture')
    await sees(page, '8 alternative texts are missing')
    await act('large.webp', 'Alternative texts')
    await page.getByRole('textbox', { name: 'English' }).fill('The yard')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
    await sees(page, '7 alternative texts are missing')
    await list.getByRole('button', { name: 'Show large.webp large' }).press('Enter')
    await page.getByRole('dialog').getByRole('img', { name: 'The yard' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'Picture 2 of 2' }).waitFor()
    await page.keyboard.press('Escape')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act('small.webp', 'Replace the file')])
    await chooser.setFiles({ name: 'other.png', mimeType: 'image/png', buffer: await png(60) })
    await expect.poll(first).toEqual(['large.webp', 'other.webp'])
    await list.getByRole('button', { name: 'Delete picture other.webp' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expect.poll(first).toEqual(['large.webp'])
    await page.goto(`${on.portal.adminUrl}/devices/${on.world.own.gateway.devices[0]?.id}/edit`)
    await sees(page, 'No pictures yet.')
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'box.png', mimeType: 'image/png', buffer: await png(40) }])
    await expect.poll(first).toEqual(['box.webp'])
    expect(await violations(page)).toEqual([])
  })

  it('are read and edited on the phone, in German and dark, with their place on the map [ADM-3]', async () => {
    const name = 'Fahrradparkhaus am Hauptbahnhof, Eingang West'
    const locationId = await insert(on.db.knex, 'locations', { name: 'Bahnhof', latitude: 51.04, longitude: 13.73 })
    const siteId = await planted({ name: 'Handy', full_name: name, location_id: locationId })
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' }
    const page = await admin('/sites?lang=de', small)
    await page.getByRole('link', { name }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.adminUrl}/sites/${siteId}?lang=de`)
    await arrives(page, name)
    await page.getByRole('region', { name: 'Position von Bahnhof' }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
