import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../testing/axe.ts'
import { field } from '../testing/form.ts'
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
const methodNamed = (name: string) =>
  on.db.knex('device_access_methods').where({ name }).first<Record<string, unknown> | undefined>()

describe('access methods', () => {
  it('are added, edited and deleted; missing actions and taken names are reported at their fields [ADM-9] [ADM-20] [TRANS-1]', async () => {
    const page = await visit('/device-access-methods')
    const table = page.getByRole('table', { name: 'Access methods' })
    await table.getByRole('link', { name: 'Open and close' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add access method' }).press('Enter')
    await arrives(page, 'Add access method')
    await field(page, 'Display name').fill('Keypad')
    await field(page, 'Internal name').fill('pin')
    const save = page.getByRole('button', { name: 'Save' })
    await save.press('Enter')
    await sees(page.getByRole('group', { name: 'Ways' }), 'Choose at least one.')
    const first = page.getByRole('checkbox', { name: 'Open' })
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'PIN' }).press(' ')
    await page.getByRole('combobox', { name: 'Icon' }).selectOption({ label: 'Keypad' })
    await save.press('Enter')
    await sees(page, 'This name exists already.')
    await field(page, 'Internal name').fill('keypad')
    await page.getByRole('tab', { name: /^German/ }).click()
    await field(page, 'Display name').fill('Tastenfeld')
    await save.press('Enter')
    await arrives(page, 'Access methods')
    expect(await methodNamed('keypad')).toMatchObject({
      display_name: 'Keypad',
      icon: 'pin',
      attributes: ['pin'],
      disable_control_when_in_state: true,
      translations: { de: { displayName: 'Tastenfeld' } },
    })

    await table.getByRole('link', { name: 'Keypad' }).press('Enter')
    await arrives(page, 'Keypad')
    await page.getByRole('checkbox', { name: 'Open' }).press(' ')
    await page.getByRole('switch', { name: 'No control when already there' }).press(' ')
    await save.press('Enter')
    await arrives(page, 'Access methods')
    expect(await methodNamed('keypad')).toMatchObject({
      attributes: ['open', 'pin'],
      disable_control_when_in_state: false,
    })

    await table.getByRole('link', { name: 'Keypad' }).press('Enter')
    await page.getByRole('button', { name: 'Delete access method' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await arrives(page, 'Access methods')
    expect(await methodNamed('keypad')).toBeUndefined()
  })

  it('in use by a device are not deleted: the device is named, with a link [ADM-9]', async () => {
    const { id } = (await methodNamed('rfid')) as { id: number }
    const device = on.world.own.gateway.devices[0]?.id
    await on.db.knex('device_method_links').insert({ access_method_id: id, device_id: device })
    const page = await visit(`/device-access-methods/${id}`)
    await page.getByRole('button', { name: 'Delete access method' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await sees(dialog, /1 device/)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('link', { name: 'GW-own 001' }).press('Enter')
    await page.waitForURL(new RegExp(`/devices/${device}$`))
  })

  it('can be read and edited on the phone, in German and dark', async () => {
    const { id } = (await methodNamed('licence-plate')) as { id: number }
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' }
    const page = await visit('/device-access-methods?lang=de', small)
    await page.getByRole('link', { name: 'Öffnen und Schließen' }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.adminUrl}/device-access-methods/${id}?lang=de`)
    await page.getByRole('checkbox', { name: 'Kennzeichen', exact: true }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
