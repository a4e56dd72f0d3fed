import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { violations } from '../testing/axe.ts'
import { overflow, phone } from '../testing/operators.ts'
import { logIn, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell({ devices: 1 })
})
afterEach(() => on.leave())
afterAll(() => on?.close())

describe('the steps of setting up', () => {
  it('greet an admin after the login, follow the database, lead on with what was made last, and are put away', async () => {
    const page = await on.visit(`${on.portal.adminUrl}/users/login`)
    await logIn(page, on.world.users.admin.login, on.world.password)
    await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor()
    const steps = page.getByRole('list', { name: 'Getting started' }).getByRole('listitem')
    await page.getByText('5 of 8 done').waitFor()
    const step = (name: string) => steps.filter({ has: page.getByRole('heading', { name }) })
    await step('Company').getByText('done').waitFor()
    await step('Price').getByText('next').waitFor()
    await step('Test booking').getByText('First: Access time').waitFor()
    expect(await violations(page)).toEqual([])

    await insert(on.db.knex, 'tariffs', { name: 'Day', tenant_id: on.world.tenants.own })
    await step('Access time').getByText('next').waitFor()
    await on.db.knex('tariffs').delete()
    await step('Price').getByRole('link', { name: 'Add tariff' }).click()
    await page.getByRole('heading', { level: 1, name: 'Add tariff' }).waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Company' }).inputValue()).toBe('Foreign')

    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Start', exact: true })
      .click()
    await page.getByText('Next: Price.').waitFor()
    await page.getByRole('button', { name: 'Do not show here' }).click()
    await page.getByText('Next: Price.').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Hello Test admin' }).waitFor()
    expect(await page.getByText('Next: Price.').count()).toBe(0)
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Getting started' })
      .click()
    await page.getByRole('switch', { name: 'Show the next step on the start page' }).press(' ')
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Start', exact: true })
      .click()
    await page.getByText('Next: Price.').waitFor()
  })

  it('fit on a phone', async () => {
    const page = await on.visit(`${on.portal.adminUrl}/getting-started`, { as: 'admin', ...phone })
    await page.getByText('5 of 8 done').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})

describe('a site with devices', () => {
  it('is previewed while it is typed, refused on its fields, and made at once', async () => {
    const page = await on.visit(`${on.portal.adminUrl}/getting-started/site?zoneId=${on.world.own.id}`, { as: 'admin' })
    await page.getByRole('heading', { level: 1, name: 'Site with devices' }).waitFor()
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    await field('Name').fill('Station')
    await field('Names').fill('Box {1..3}')
    await page.getByRole('table', { name: '3 devices' }).getByRole('rowheader', { name: 'Box 3' }).waitFor()
    await field('First path number').fill('7')
    const last = page.getByRole('row', { name: 'Box 3' })
    await last.getByRole('cell', { name: '9' }).waitFor()
    await last.getByRole('cell', { name: 'BOX-03' }).waitFor()
    await page.getByRole('listbox', { name: /Station/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await field('Name of the new gateway').fill('Station gateway')
    await field('Hardware ID of the new gateway').fill(on.world.own.gateway.hardwareId)
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Bike box' }).click()
    await page.getByRole('button', { name: 'Make site and devices' }).click()
    await page.getByText('There are 3 names: give as many hardware IDs.').waitFor()
    await field('Hardware IDs').fill('BOX-{1..3}')
    await page.getByRole('button', { name: 'Make site and devices' }).click()
    await page.getByText('Another gateway already has this hardware ID.').first().waitFor()
    await field('Hardware ID of the new gateway').fill('GW-station')
    await page.getByRole('button', { name: 'Make site and devices' }).click()
    await page.getByRole('heading', { level: 1, name: 'Station' }).waitFor()
    const made = await on.db.knex('devices').whereLike('hardware_id', 'BOX-%').orderBy('id').pluck<string[]>('name')
    expect(made).toEqual(['Box 1', 'Box 2', 'Box 3'])
  })

  it('fits on a phone', async () => {
    const page = await on.visit(`${on.portal.adminUrl}/getting-started/site`, { as: 'admin', ...phone })
    await page.getByRole('table', { name: '24 devices' }).waitFor()
    expect(await overflow(page)).toBe(0)
  })
})
