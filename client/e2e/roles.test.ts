import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { violations } from '../testing/axe.ts'
import { field } from '../testing/form.ts'
import { desk, overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

/** The button to save, once the matrix has been read again after the last save. */
const save = (page: Page) => page.getByRole('button', { name: 'Save', disabled: false })

let on: ShellTest
beforeAll(async () => {
  on = await startShell({ devices: 1 })
})
afterEach(() => on.leave())
afterAll(() => on?.close())

const visit = (path: string, options: object = desk) =>
  on.visit(`${on.portal.adminUrl}${path}`, { as: 'admin', ...options })
const arrives = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
async function focused(page: Page, name: string): Promise<void> {
  await expect.poll(() => box(page, name).evaluate((input) => input === document.activeElement)).toBe(true)
}
const roleNamed = (name: string) => on.db.knex('roles').where({ name }).first<Record<string, unknown> | undefined>()
const has = async (role: string, prefix: string) =>
  (await on.db
    .knex('product_roles as pr')
    .join('roles as r', 'r.id', 'pr.role_id')
    .join('products as p', 'p.id', 'pr.product_id')
    .where({ 'r.name': role, 'p.prefix': prefix })
    .first('r.id')) !== undefined

describe('roles', () => {
  it('lose and get products in the matrix, by the keyboard; open screens follow at once [ADM-14] [ADM-25] [NAV-7]', async () => {
    const manager = await on.visit('/smart-remote', { as: 'rm' })
    const entry = manager.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Messages' })
    await entry.waitFor()
    const page = await visit('/roles')
    await page.getByRole('navigation').getByRole('link', { name: 'Roles' }).waitFor()
    const table = page.getByRole('table', { name: 'Roles' })
    await table.getByRole('link', { name: 'Visitor' }).waitFor()
    expect(await violations(page)).toEqual([])
    await box(page, 'Basic for Admin').focus()
    await page.keyboard.press('End')
    await focused(page, 'Basic for Support')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await focused(page, 'Basic visitor for Visitor')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await focused(page, 'Basic reservation manager for Reservation Manager')
    await page.keyboard.press(' ')
    await sees(page, '1 change not saved yet')
    await box(page, 'SMS for Support').press(' ')
    await sees(page, '2 changes not saved yet')
    expect(await violations(page)).toEqual([])
    await save(page).press('Enter')
    const dialog = page.getByRole('dialog')
    await sees(dialog, '4 people can no longer use it.')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Take away and save' }).press('Enter')
    await sees(page, 'Access rights updated.')
    await entry.waitFor({ state: 'detached' })
    expect(await has('Reservation Manager', 'BASIC_RM')).toBe(false)
    expect(await has('Support', 'SMS')).toBe(true)
    await box(page, 'Basic reservation manager for Reservation Manager').press(' ')
    await save(page).press('Enter')
    await entry.waitFor()
  })

  it('cannot lose the last way in; what was changed meanwhile is shown, and the own changes stay [ADM-14]', async () => {
    const page = await visit('/roles')
    const kept = box(page, 'Basic admin for Admin')
    await kept.press(' ')
    expect(await kept.isChecked()).toBe(true)
    await box(page, 'GPS recognition for Support').press(' ')
    await sees(page, '1 change not saved yet')
    await on.db
      .knex('roles')
      .where({ name: 'Support' })
      .update({ description: 'Helps', modified_by: on.world.users.srm.id })
    await save(page).press('Enter')
    await sees(page, /Test srm has changed this in the meantime/)
    await sees(page, '1 change not saved yet')
    await save(page).press('Enter')
    await sees(page, 'Access rights updated.')
    expect(await has('Support', 'GPS')).toBe(true)
  })

  it('are added like one of the four, edited and deleted; what is wrong stands at its field, and open matrices follow [ADM-14] [ADM-20] [TRANS-1]', async () => {
    const matrix = await visit('/roles')
    const page = await visit('/roles')
    await page.getByRole('link', { name: 'Add role' }).press('Enter')
    await arrives(page, 'Add role')
    await field(page, 'Name').fill('Support')
    await save(page).press('Enter')
    await sees(page, 'This name exists already.')
    await field(page, 'Name').fill('Field service')
    await page.getByRole('tab', { name: /^German/ }).click()
    await field(page, 'Name').fill('Außendienst')
    expect(await violations(page)).toEqual([])
    await save(page).press('Enter')
    await arrives(page, 'Roles')
    await box(page, 'Basic reservation manager for Field service').waitFor()
    expect(await box(page, 'Basic reservation manager for Field service').isChecked()).toBe(true)
    await box(matrix, 'Basic reservation manager for Field service').waitFor()
    await page.getByRole('link', { name: 'Field service' }).press('Enter')
    await arrives(page, 'Field service')
    expect(await violations(page)).toEqual([])
    const role = (await roleNamed('Field service')) as { id: number }
    await on.db.knex('users').where({ id: on.world.users.remote.id }).update({ role_id: role.id })
    await page.getByRole('switch', { name: 'May have zones' }).press(' ')
    await save(page).press('Enter')
    await sees(page, 'One person of this role has zones.')
    await page.getByRole('button', { name: 'Delete role' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await sees(dialog, /1 user/)
    expect(await violations(page)).toEqual([])
    await on.db
      .knex('users')
      .where({ id: on.world.users.remote.id })
      .update({ role_id: Number((await roleNamed('Reservation Manager'))?.['id']) })
    await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
    await arrives(page, 'Roles')
    expect(await roleNamed('Field service')).toBeUndefined()
    await box(matrix, 'Basic reservation manager for Field service').waitFor({ state: 'detached' })
  })

  it('are called by their own name on the screens of their people [ADM-14]', async () => {
    const like = await roleNamed('Visitor')
    const id = await insert(on.db.knex, 'roles', { name: 'Residents', kind: 'Visitor' })
    await on.db.knex('users').where({ id: on.world.users.visitor.id }).update({ role_id: id })
    const page = await on.visit('/', { as: 'visitor' })
    await page.getByRole('button', { name: 'Account of Test visitor' }).click()
    await sees(page, 'Residents')
    await on.db
      .knex('users')
      .where({ id: on.world.users.visitor.id })
      .update({ role_id: Number(like?.['id']) })
  })

  it('are changed one at a time on the phone, in German and dark', async () => {
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' }
    const page = await visit('/roles?lang=de', small)
    await page.getByRole('combobox', { name: 'Rolle' }).selectOption({ label: 'Besucher' })
    await box(page, 'Basis für Besucher').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Benutzer sperren' }).check()
    await sees(page, '1 Änderung noch nicht gespeichert')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Speichern' }).tap()
    await sees(page, 'Zugriffsrechte aktualisiert.')
    expect(await has('Visitor', 'BLOCK_USERS')).toBe(true)
    const { id } = (await roleNamed('Reservation Manager')) as { id: number }
    await page.goto(`${on.portal.adminUrl}/roles/${id}?lang=de`)
    await arrives(page, 'Reservation Manager')
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
