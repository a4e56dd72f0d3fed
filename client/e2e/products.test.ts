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
const productOf = (prefix: string) =>
  on.db.knex('products').where({ prefix }).first<Record<string, unknown> | undefined>()

describe('products', () => {
  it('are found in the navigation and added by the keyboard; what is wrong stands at its field [ADM-12] [ADM-20] [NAV-7] [TRANS-1]', async () => {
    const page = await visit('/products')
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).waitFor()
    const table = page.getByRole('table', { name: 'Products' })
    await table.getByRole('link', { name: 'Payment' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add product' }).press('Enter')
    await arrives(page, 'Add product')
    await field(page, 'Prefix').fill('sms')
    await save(page).press('Enter')
    await sees(page, 'This field is required.')
    await sees(page, 'Only capitals, digits and underscores, beginning with a letter.')
    await expect.poll(() => field(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(true)
    await field(page, 'Name').fill('Bicycle pumps')
    await field(page, 'Prefix').fill('SMS')
    await save(page).press('Enter')
    await sees(page, 'Another product already has this prefix.')
    await field(page, 'Prefix').fill('PUMPS')
    await sees(page, /The portal has no feature PUMPS/)
    await page.getByRole('checkbox', { name: 'Visitor' }).press(' ')
    await page.getByRole('tab', { name: /^German/ }).click()
    await field(page, 'Name').fill('Luftpumpen')
    expect(await violations(page)).toEqual([])
    await save(page).press('Enter')
    await arrives(page, 'Products')
    await page.getByRole('searchbox').fill('luft')
    await table.getByRole('link', { name: 'Bicycle pumps' }).waitFor()
    expect(await productOf('PUMPS')).toMatchObject({ basic: false, translations: { de: { name: 'Luftpumpen' } } })
  })

  it('are taken from a role after a look at what that closes; open screens lose the feature at once [ADM-12] [ADM-25]', async () => {
    const product = (await productOf('SMART_REMOTE')) as { id: number }
    await on.db.knex('products').where({ id: product.id }).update({ basic: true })
    const manager = await on.visit('/smart-remote', { as: 'remote' })
    const entry = manager
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Smart Remote' })
    await entry.waitFor()
    const page = await visit(`/products/${product.id}`)
    await arrives(page, 'Smart remote')
    await page.getByRole('link', { name: 'Own' }).waitFor()
    await page.getByRole('switch', { name: 'Every company has it' }).press(' ')
    await sees(page, 'Takes effect everywhere as soon as you save')
    await sees(page, 'One company loses it.')
    await sees(page, 'One person can no longer use it.')
    expect(await violations(page)).toEqual([])
    await save(page).press('Enter')
    const confirm = page.getByRole('checkbox', { name: 'Switch this off' })
    await expect.poll(() => confirm.evaluate((input) => input === document.activeElement)).toBe(true)
    await confirm.press(' ')
    await save(page).press('Enter')
    await arrives(page, 'Products')
    expect(await productOf('SMART_REMOTE')).toMatchObject({ basic: false })
  })

  it('that somebody else changed meanwhile are shown, theirs and yours; open lists show the edit at once [ADM-12]', async () => {
    const id = await insert(on.db.knex, 'products', { name: 'Taps', prefix: 'TAPS' })
    const list = await visit('/products?search=TAPS')
    await list.getByRole('link', { name: 'Taps' }).waitFor()
    const page = await visit(`/products/${id}`)
    await arrives(page, 'Taps')
    await field(page, 'Name').fill('Mine')
    await on.db.knex('products').where({ id }).update({ name: 'Theirs', modified_by: on.world.users.srm.id })
    await save(page).press('Enter')
    await sees(page, /Test srm has changed this in the meantime/)
    await saveOwn(page)
    await arrives(page, 'Products')
    expect(await productOf('TAPS')).toMatchObject({ name: 'Mine' })
    await list.getByRole('link', { name: 'Mine' }).waitFor()
  })

  it('that companies have are not deleted: they are named, with links [ADM-12]', async () => {
    const id = await insert(on.db.knex, 'products', { name: 'Showers', prefix: 'SHOWERS' })
    const buyer = { product_id: id, tenant_id: on.world.tenants.own }
    await on.db.knex('product_tenants').insert(buyer)
    const page = await visit(`/products/${id}`)
    await page.getByRole('button', { name: 'Delete product' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await sees(dialog, /1 company/)
    expect(await violations(page)).toEqual([])
    await on.db.knex('product_tenants').where(buyer).delete()
    await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
    await arrives(page, 'Products')
    expect(await productOf('SHOWERS')).toBeUndefined()
    await page.goto(`${on.portal.adminUrl}/products/${id}`)
    await sees(page, 'Product not found')
  })

  it('keep administrators a way in [ADM-14] [ADM-25]', async () => {
    const { id } = (await productOf('BASIC_ADM')) as { id: number }
    const page = await visit(`/products/${id}`)
    await page.getByRole('checkbox', { name: 'Admin', exact: true }).press(' ')
    await sees(page, /can no longer use it/)
    await page.getByRole('checkbox', { name: 'Switch this off' }).press(' ')
    await save(page).press('Enter')
    await sees(page, /Administrators would no longer have any way in/)
  })

  it('are read and edited on the phone, in German and dark', async () => {
    const { id } = (await productOf('BASIC_RM')) as { id: number }
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' }
    const page = await visit('/products?lang=de', small)
    await page.getByRole('link', { name: 'Basis für Reservierungsmanager' }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.adminUrl}/products/${id}?lang=de`)
    await arrives(page, 'Basis für Reservierungsmanager')
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
