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
const planted = (row: object) => insert(on.db.knex, 'tenants', row)
const tenantNamed = (name: string) => on.db.knex('tenants').where({ name }).first<Record<string, unknown> | undefined>()
const productsOf = (tenantId: number) =>
  on.db
    .knex('product_tenants as pt')
    .join('products as p', 'p.id', 'pt.product_id')
    .where('pt.tenant_id', tenantId)
    .orderBy('p.prefix')
    .pluck<string[]>('p.prefix')

describe('companies', () => {
  it('are found in the navigation and added by keyboard; errors are reported at their fields [ADM-1] [ADM-20] [NAV-7]', async () => {
    const page = await visit('/tenants')
    await page.getByRole('navigation').getByRole('link', { name: 'Companies' }).waitFor()
    const table = page.getByRole('table', { name: 'Companies' })
    await table.getByRole('link', { name: 'Own' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add company' }).press('Enter')
    await arrives(page, 'Add company')
    await field(page, 'Name').fill('Harbour Ltd')
    await field(page, 'Prefix').fill('RH1')
    await page.getByRole('textbox', { name: 'First day' }).fill('01/05/2026')
    await page.getByRole('textbox', { name: 'Last day' }).fill('30/04/2026')
    await field(page, 'E-mail, sales').fill('nobody')
    await save(page).press('Enter')
    await sees(page, 'The last character must be a letter.')
    await sees(page, 'This e-mail address is not valid.')
    await expect.poll(() => field(page, 'Prefix').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await field(page, 'Prefix').fill('OWN')
    await field(page, 'E-mail, sales').fill('sales@example.org')
    await save(page).press('Enter')
    await sees(page, 'The licence must not end before it starts.')
    await page.getByRole('textbox', { name: 'Last day' }).fill('30/04/2027')
    await save(page).press('Enter')
    await sees(page, 'Another company already has this prefix.')
    await field(page, 'Prefix').fill('HL')
    await field(page, 'Tax rate').fill('7,7')
    await page.getByRole('checkbox', { name: 'SMS' }).press(' ')
    await page.getByRole('radio', { name: 'Nordkai' }).check()
    expect(await violations(page)).toEqual([])
    await save(page).press('Enter')
    await arrives(page, 'Companies')
    await table.getByRole('link', { name: 'Harbour Ltd' }).waitFor()
    const made = await tenantNamed('Harbour Ltd')
    expect(made).toMatchObject({ prefix: 'HL', tax_rate_percent: 7.7, theme: 'nordkai', license_end: '2027-04-30' })
    expect(await productsOf(Number(made?.['id']))).toEqual(['SMS'])
  })

  it('lose a product only after a preview of the consequences; their people lose it at once [ADM-1] [ADM-25]', async () => {
    const { own } = on.world.tenants
    const manager = await on.visit('/smart-remote', { as: 'remote' })
    await expect.poll(() => productsOf(own)).toEqual(['PAYMENT', 'SMART_REMOTE'])
    await manager.getByRole('navigation').first().waitFor()
    const page = await visit(`/tenants/${own}`)
    await arrives(page, 'Own')
    await page.getByRole('checkbox', { name: 'Smart remote', exact: true }).press(' ')
    await sees(page, 'Takes effect everywhere as soon as you save')
    await sees(page, '3 people can no longer use it.')
    expect(await violations(page)).toEqual([])
    await save(page).press('Enter')
    const confirm = page.getByRole('checkbox', { name: 'Switch these products off' })
    await expect.poll(() => confirm.evaluate((input) => input === document.activeElement)).toBe(true)
    await confirm.press(' ')
    await save(page).press('Enter')
    await arrives(page, 'Companies')
    expect(await productsOf(own)).toEqual(['PAYMENT'])
  })

  it('are edited; a conflicting change is shown with both versions [ADM-1]', async () => {
    const tenantId = await planted({ name: 'Quay', prefix: 'quay', city: 'Old' })
    const page = await visit(`/tenants/${tenantId}`)
    await arrives(page, 'Quay')
    await field(page, 'City').fill('Mine')
    await on.db
      .knex('tenants')
      .where({ id: tenantId })
      .update({ name: 'Wharf', city: 'Theirs', modified_by: on.world.users.srm.id })
    await save(page).press('Enter')
    await sees(page, /Test srm has changed this in the meantime/)
    const differing = page.getByRole('alert')
    await sees(differing, 'Theirs')
    await sees(differing, 'Mine')
    await saveOwn(page)
    await arrives(page, 'Companies')
    expect(await tenantNamed('Wharf')).toMatchObject({ city: 'Mine' })
  })

  it('change name and theme on their people’s open screens at once [ADM-1] [THEME-1]', async () => {
    const page = await on.visit('/', { as: 'foreignRm' })
    const colour = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--hf-brand-solid'))
    await page.getByRole('navigation').first().waitFor()
    const before = await colour()
    await on.db.knex('tenants').where({ id: on.world.tenants.foreign }).update({ theme: 'messepark' })
    await expect.poll(colour).not.toBe(before)
  })

  it('with users, zones or sites are not deleted: they are named, with links; others require their name [ADM-1] [ADM-24]', async () => {
    const tenantId = await planted({ name: 'Empty', prefix: 'empty' })
    const page = await visit(`/tenants/${on.world.tenants.own}`)
    await arrives(page, 'Own')
    await page.getByRole('button', { name: 'Delete company' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const word = dialog.getByRole('textbox')
    await word.fill('own')
    await word.press('Enter')
    await sees(dialog, 'The text does not match.')
    await word.fill('Own')
    await word.press('Enter')
    await sees(
      dialog,
      'Unfortunately, the company could not be deleted because the following users and/or sites are associated with the company:',
    )
    await sees(dialog, /4 users/)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('link', { name: 'Zone own' }).press('Enter')
    await arrives(page, 'Zone own')

    await page.goto(`${on.portal.adminUrl}/tenants/${tenantId}`)
    await arrives(page, 'Empty')
    await page.getByRole('button', { name: 'Delete company' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill('Empty')
    await page.keyboard.press('Enter')
    await arrives(page, 'Companies')
    expect(await tenantNamed('Empty')).toBeUndefined()
  })

  it('can be read and edited on the phone, in German and dark', async () => {
    const name = 'Verkehrsbetriebe Oberes Filstal und Umgebung'
    const tenantId = await planted({
      name,
      prefix: 'vofu',
      city: 'Geislingen an der Steige',
      license_end: '2020-01-01',
    })
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' }
    const page = await visit('/tenants?lang=de', small)
    await page.getByRole('link', { name }).waitFor()
    await sees(page, 'Abgelaufen')
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.adminUrl}/tenants/${tenantId}?lang=de`)
    await arrives(page, name)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
