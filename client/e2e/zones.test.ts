import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import { violations } from '../testing/axe.ts'
import { field, save } from '../testing/form.ts'
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
const planted = (row: object) => insert(on.db.knex, 'zones', { tenant_id: on.world.tenants.own, ...row })
const zoneNamed = (name: string) => on.db.knex('zones').where({ name }).first<Record<string, unknown> | undefined>()

/** Selects the result of a search in a reference field, by keyboard. */
async function pick(page: Page, label: string, name: string): Promise<void> {
  const search = page.getByRole('combobox', { name: label, exact: true })
  await search.focus()
  await search.fill(name)
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual([name])
  await search.press('ArrowDown')
  await search.press('Enter')
}

describe('zones', () => {
  it('are added by keyboard alone, with two languages, a site and a manager; a missing name is reported at its field [ADM-2] [ADM-20] [TRANS-1]', async () => {
    const page = await visit('/zones')
    const table = page.getByRole('table', { name: 'Zones' })
    await table.getByRole('link', { name: 'Zone own' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add zone' }).press('Enter')
    await arrives(page, 'Add zone')
    await pick(page, 'Company', 'Own')
    await field(page, 'Description').fill('By the water')
    await save(page).press('Enter')
    await expect.poll(() => field(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(true)
    await sees(page, 'This field is required.')
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('Old harbour')
    await pick(page, 'Sites', 'Site own')
    await pick(page, 'Managers', 'Test rm')
    await page.getByRole('tab', { name: /^Default/ }).press('ArrowRight')
    await page.keyboard.press('Enter')
    await field(page, 'Description').fill('Am Wasser')
    expect(await violations(page)).toEqual([])
    await save(page).press('Enter')
    await arrives(page, 'Zones')
    await table.getByRole('link', { name: 'Old harbour' }).waitFor()
    expect(await zoneNamed('Old harbour')).toMatchObject({
      description: 'By the water',
      translations: { de: { description: 'Am Wasser' } },
    })
  })

  it('are edited; a conflicting change is shown with both versions [ADM-2]', async () => {
    const zoneId = await planted({ name: 'Quay', description: 'Old' })
    const page = await visit(`/zones/${zoneId}`)
    await arrives(page, 'Quay')
    await field(page, 'Description').fill('Mine')
    await on.db
      .knex('zones')
      .where({ id: zoneId })
      .update({ name: 'Wharf', description: 'Theirs', modified_by: on.world.users.srm.id })
    await save(page).press('Enter')
    await sees(page, /Test srm has changed this in the meantime/)
    const differing = page.getByRole('alert')
    await sees(differing, 'Wharf')
    await sees(differing, 'Theirs')
    await sees(differing, 'Mine')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue with this selection' }).press('Enter')
    expect(await field(page, 'Name').inputValue()).toBe('Wharf')
    expect(await field(page, 'Description').inputValue()).toBe('Mine')
    await save(page).press('Enter')
    await arrives(page, 'Zones')
    expect(await zoneNamed('Wharf')).toMatchObject({ description: 'Mine' })
  })

  it('appear to a manager at once, and disappear at once [ADM-2] [ADM-23]', async () => {
    const zoneId = await planted({ name: 'Live' })
    const admin = await visit(`/zones/${zoneId}`)
    await arrives(admin, 'Live')
    await pick(admin, 'Managers', 'Test rm')
    await save(admin).press('Enter')
    await arrives(admin, 'Zones')
    await on.leave()
    const manager = await on.visit(`/zones/${zoneId}`, { as: 'rm' })
    await arrives(manager, 'Live')
    const cookie = await cookieFor(on.db.knex, on.world.users.admin.id, 'admin')
    const headers = { cookie, 'content-type': 'application/json', 'client-id': 'test' }
    const taken = await fetch(`${on.portal.adminUrl}/zones/edit/${zoneId}`, {
      method: 'PATCH',
      headers,
      body: '{"users":[]}',
    })
    expect(taken.status).toBe(200)
    await sees(manager, 'Zone not found')
  })

  it('in use are not deleted: dependants are named, with links; others require their name [ADM-2] [ADM-24]', async () => {
    const zoneId = await planted({ name: 'Empty' })
    const page = await visit(`/zones/${on.world.own.id}`)
    await arrives(page, 'Zone own')
    await page.getByRole('button', { name: 'Delete zone' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const word = dialog.getByRole('textbox')
    await word.fill('Zone')
    await word.press('Enter')
    await sees(dialog, 'The text does not match.')
    await word.fill('Zone own')
    await word.press('Enter')
    await sees(dialog, /3 users/)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('link', { name: 'Site own' }).press('Enter')
    await arrives(page, 'Site own')

    await page.goto(`${on.portal.adminUrl}/zones/${zoneId}`)
    await arrives(page, 'Empty')
    // Unsaved input is gone with the zone: leaving it asks nothing.
    await field(page, 'Description').fill('Never saved')
    await page.getByRole('button', { name: 'Delete zone' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill('Empty')
    await page.keyboard.press('Enter')
    await arrives(page, 'Zones')
    expect(await zoneNamed('Empty')).toBeUndefined()
  })

  it('can be read and edited on the phone, in German and dark', async () => {
    const zoneId = await planted({ name: 'Handy', description: 'Am Bahnhof', additional_support_info: '0800 1' })
    const name = 'Fahrradparkhaus am Hauptbahnhof, Eingang West'
    const siteId = await insert(on.db.knex, 'sites', { name })
    await on.db.knex('site_zones').insert({ site_id: siteId, zone_id: zoneId })
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' }
    const page = await visit('/zones?lang=de', small)
    await page.getByRole('link', { name: 'Handy' }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.adminUrl}/zones/${zoneId}?lang=de`)
    await arrives(page, 'Handy')
    await page.getByRole('tab', { name: '2 fehlen' }).first().waitFor()
    const { x, width } = (await field(page, 'Name').boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY }
    expect(x + width).toBeLessThanOrEqual(360)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
