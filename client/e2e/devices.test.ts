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
  on = await startShell({ devices: 2 })
})
afterEach(() => on.leave())
afterAll(() => on?.close())

const admin = (path: string, options: object = desk) =>
  on.visit(`${on.portal.adminUrl}${path}`, { as: 'admin', ...options })
const arrives = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Selects the result of a search in a reference field, by keyboard. */
async function pick(page: Page, label: string, name: string): Promise<void> {
  const search = page.getByRole('combobox', { name: label, exact: true })
  await search.focus()
  await search.fill(name)
  await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual([name])
  await search.press('ArrowDown')
  await search.press('Enter')
}
let planted = 0
async function plant(row: object): Promise<number> {
  const { siteId, gateway } = on.world.own
  planted += 1
  return insert(on.db.knex, 'devices', {
    hardware_id: `planted-${planted}`,
    gateway_id: gateway.id,
    site_id: siteId,
    device_type_id: gateway.devices[0]?.typeId,
    ...row,
  })
}
const deviceNamed = (name: string) => on.db.knex('devices').where({ name }).first<Record<string, unknown> | undefined>()

describe('devices', () => {
  it('are added by keyboard alone; a duplicate ID of the gateway is reported at its field [ADM-6] [ADM-20]', async () => {
    const page = await admin('/devices')
    const table = page.getByRole('table', { name: 'Devices' })
    await table.getByRole('link', { name: 'GW-own 001' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add device' }).press('Enter')
    await arrives(page, 'Add device')
    await field(page, 'Name').fill('Box by the stairs')
    await pick(page, 'Type', 'Bike box')
    await pick(page, 'Site', 'Site own')
    await pick(page, 'Gateway', 'GW-own')
    const id = field(page, 'Hardware ID')
    await id.fill('D-001')
    await save(page).press('Enter')
    await sees(page, 'This ID is already used by another device at this gateway')
    await expect.poll(() => id.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await id.fill('D-100')
    await page.getByRole('switch', { name: 'Mandatory' }).press('Space')
    expect(await page.getByRole('switch', { name: 'Optional' }).isDisabled()).toBe(true)
    await field(page, 'Path number').fill('2')
    await field(page, 'Gate time').fill('-1')
    await save(page).press('Enter')
    await arrives(page, 'Devices')
    await table.getByRole('link', { name: 'Box by the stairs' }).waitFor()
    expect(await deviceNamed('Box by the stairs')).toMatchObject({
      hardware_id: 'D-100',
      site_id: on.world.own.siteId,
      is_mandatory: true,
      path_number: 2,
      auto_close_gatetime_s: -1,
      auto_close_unused_gatetime_s: 180,
    })
  })

  it('are edited beside their reports; everybody who watches the site sees it at once [ADM-6] [LIVE-4]', async () => {
    const deviceId = await plant({ name: 'Old name' })
    const manager = await on.visit('/smart-remote', { as: 'rm', ...desk })
    await sees(manager, 'Old name')
    const page = await admin(`/devices/${deviceId}/edit`)
    await arrives(page, 'Old name')
    await sees(page, 'What it reports')
    await sees(page, 'Never reported')
    await field(page, 'Name').fill('New name')
    await save(page).press('Enter')
    await arrives(page, 'Devices')
    await sees(manager, 'New name')
  })

  it('can be changed by managers only in behaviour; a conflicting change is shown [ADM-6] [ADM-23]', async () => {
    const deviceId = await plant({ name: 'Shared' })
    const page = await on.visit(`/devices/${deviceId}/edit`, { as: 'rm', ...desk })
    await arrives(page, 'Shared')
    expect(await field(page, 'Hardware ID').getAttribute('readonly')).not.toBeNull()
    await sees(page, 'Only administrators change this.')
    expect(await page.getByRole('button', { name: 'Take out of use' }).count()).toBe(0)
    await field(page, 'Comment').fill('Mine')
    const theirs = { comment: 'Theirs', modified_by: on.world.users.srm.id }
    await on.db.knex('devices').where({ id: deviceId }).update(theirs)
    await save(page).press('Enter')
    await sees(page, /Test srm has changed this in the meantime/)
    await sees(page.getByRole('alert'), 'Theirs')
    expect(await violations(page)).toEqual([])
    await saveOwn(page)
    await arrives(page, 'Devices')
    expect(await deviceNamed('Shared')).toMatchObject({ comment: 'Mine' })
  })

  it('stay while something depends on them, named with links; others are retired [ADM-6] [ADM-24]', async () => {
    const deviceId = await plant({ name: 'Gate post' })
    const barrier = { description: 'North gate', path_number: 900, type: 'entrance', site_id: on.world.own.siteId }
    const barrierId = await insert(on.db.knex, 'barriers', { ...barrier, device_id: deviceId })
    const page = await admin(`/devices/${deviceId}/edit`)
    await arrives(page, 'Gate post')
    const takeOut = async () => {
      await page.getByRole('button', { name: 'Take out of use' }).press('Enter')
      await page.getByRole('dialog').getByRole('textbox').fill('Gate post')
      await page.keyboard.press('Enter')
    }
    await takeOut()
    const dialog = page.getByRole('dialog')
    await sees(dialog, /1 barrier/)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('link', { name: 'North gate' }).press('Enter')
    await arrives(page, 'North gate')
    await page.getByRole('button', { name: 'Delete barrier' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await arrives(page, 'Barriers')
    expect(await on.db.knex('barriers').where({ id: barrierId })).toEqual([])
    await page.goto(`${on.portal.adminUrl}/devices/${deviceId}/edit`)
    await arrives(page, 'Gate post')
    await takeOut()
    await arrives(page, 'Devices')
    expect(await deviceNamed('Gate post')).toBeUndefined()
  })

  it('are found by filters in the address, and read on the phone, in German and dark [ADM-6]', async () => {
    await plant({ name: 'Fahrradbox am Hauptbahnhof, Eingang West', maintenance_state: 'Repair' })
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' }
    const page = await admin('/devices?lang=de&maintenanceState=Repair&silent=true', small)
    const link = page.getByRole('link', { name: /^Fahrradbox am Hauptbahnhof/ })
    await link.waitFor()
    expect(await page.getByRole('link', { name: 'GW-own 001' }).count()).toBe(0)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await link.click()
    await arrives(page, 'Fahrradbox am Hauptbahnhof, Eingang West')
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})

describe('barriers', () => {
  it('are added by a manager from the devices of a site, each with its own number, and edited [ADM-7] [ADM-23]', async () => {
    await insert(on.db.knex, 'barriers', {
      description: 'South gate',
      path_number: 7,
      type: 'exit',
      site_id: on.world.own.siteId,
    })
    const page = await on.visit(`/devices?siteId=${on.world.own.siteId}`, { as: 'rm', ...desk })
    await arrives(page, 'Devices')
    await page.getByRole('main').getByRole('link', { name: 'Barriers', exact: true }).press('Enter')
    await arrives(page, 'Barriers')
    await page.getByRole('table', { name: 'Barriers' }).getByRole('link', { name: 'South gate' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add barrier' }).press('Enter')
    await arrives(page, 'Add barrier')
    await field(page, 'Description').fill('West gate')
    await field(page, 'Barrier number').fill('7')
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Exit')
    await pick(page, 'Device', 'GW-own 002')
    await save(page).press('Enter')
    await sees(page, 'This barrier number is already used.')
    expect(await violations(page)).toEqual([])
    await field(page, 'Barrier number').fill('8')
    await save(page).press('Enter')
    await arrives(page, 'Barriers')
    await page.getByRole('link', { name: 'West gate' }).press('Enter')
    await arrives(page, 'West gate')
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Entrance')
    await save(page).press('Enter')
    await arrives(page, 'Barriers')
    expect(await on.db.knex('barriers').where({ path_number: 8 }).first()).toMatchObject({
      type: 'entrance',
      site_id: on.world.own.siteId,
      device_id: on.world.own.gateway.devices[1]?.id,
    })
  })

  it('of others are not found, and own ones fit a phone [ADM-7] [NAV-6]', async () => {
    const row = { description: 'Foreign gate', path_number: 99, type: 'exit', site_id: on.world.foreign.siteId }
    const barrierId = await insert(on.db.knex, 'barriers', row)
    const small = { ...phone, viewport: { width: 360, height: 740 } }
    const page = await on.visit(`/barriers/${barrierId}`, { as: 'rm', ...small })
    await sees(page, 'Barrier not found')
    await page.goto(`${on.portal.url}/barriers/add`)
    await arrives(page, 'Add barrier')
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
