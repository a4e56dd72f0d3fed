import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { violations } from '../testing/axe.ts'
import { save } from '../testing/form.ts'
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
const field = (place: Locator | Page, label: string) => place.getByRole('textbox', { name: label, exact: true })
const stage = (page: Page, place: number) => page.getByRole('group', { name: `Stage ${place}`, exact: true })
const unit = (row: Locator) => row.getByRole('combobox', { name: 'Up to: unit' })
const table = (page: Page) => page.getByRole('table', { name: 'Tariffs' })

/** A tariff of the operator's company with stages of so many minutes and cents. */
async function planted(name: string, ...stages: readonly (readonly [number, number])[]): Promise<number> {
  const id = await insert(on.db.knex, 'tariffs', { tenant_id: on.world.tenants.own, name })
  const rows = stages.map(([until_minutes, price_cents]) => ({ tariff_id: id, until_minutes, price_cents }))
  await on.db.knex('tariff_stages').insert(rows)
  return id
}
const stagesOf = (tariff: object) =>
  on.db
    .knex('tariff_stages')
    .join('tariffs', 'tariffs.id', 'tariff_id')
    .where(tariff)
    .orderBy('until_minutes')
    .select('until_minutes', 'price_cents')
const use = (tariffId: number, zoneId: number, name: string) =>
  insert(on.db.knex, 'events', { zone_id: zoneId, name, starts_on: '2026-01-01', tariff_id: tariffId })

/** The error of an input, as it is read out. */
const problem = (input: Locator) =>
  input.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

describe('tariffs', () => {
  it('are added by keyboard alone; a stage out of order is refused at its inputs, in the typed units [ADM-18] [ADM-20]', async () => {
    const page = await visit('/tariffs')
    await sees(page, 'No tariffs yet')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add tariff' }).first().press('Enter')
    await arrives(page, 'Add tariff')
    const company = page.getByRole('combobox', { name: 'Company', exact: true })
    await company.focus()
    await company.fill('Own')
    await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['Own'])
    await company.press('ArrowDown')
    await company.press('Enter')
    await field(page, 'Name').fill('Boxes')
    await field(stage(page, 1), 'Up to').fill('2')
    await unit(stage(page, 1)).selectOption('Days')
    await field(stage(page, 1), 'Price').fill('3.50')
    await page.getByRole('button', { name: 'Add stage' }).press('Enter')
    const second = field(stage(page, 2), 'Up to')
    await expect.poll(() => second.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('36')
    await field(stage(page, 2), 'Price').fill('3')
    await save(page).press('Enter')

    await expect.poll(() => problem(second)).toBe('Must be greater than 48 hours.')
    expect(await problem(field(stage(page, 1), 'Up to'))).toBe('Must be less than 1.5 days.')
    expect(await problem(field(stage(page, 2), 'Price'))).toMatch(/^Must be greater than 3\.50.€\.$/)
    const first = field(stage(page, 1), 'Up to')
    expect(await first.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])

    await second.fill('72')
    expect(await problem(first)).toBe('')
    await field(stage(page, 2), 'Price').fill('6')
    await save(page).press('Enter')
    await arrives(page, 'Tariffs')
    await table(page).getByRole('link', { name: 'Boxes' }).waitFor()
    await sees(table(page), '2 days: €3.50 · 3 days: €6.00')
    expect(await stagesOf({ name: 'Boxes' })).toEqual([
      { until_minutes: 2_880, price_cents: 350 },
      { until_minutes: 4_320, price_cents: 600 },
    ])
  })

  it('are ordered by moving a stage with its unit; an invalid price is reported [ADM-18]', async () => {
    const id = await planted('Garage', [60, 200], [1_440, 600])
    const page = await visit(`/tariffs/${id}`)
    await arrives(page, 'Garage')
    expect(await unit(stage(page, 2)).inputValue()).toBe('day')
    await unit(stage(page, 2)).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => unit(stage(page, 1)).inputValue()).toBe('day')
    await field(stage(page, 1), 'Price').fill('1.005')
    await save(page).press('Enter')
    await expect.poll(() => problem(field(stage(page, 1), 'Price'))).toBe('Must have at most 2 decimal places.')
    await field(stage(page, 1), 'Price').fill('6')
    await save(page).press('Enter')
    await expect.poll(() => problem(field(stage(page, 2), 'Up to'))).toBe('Must be greater than 24 hours.')
    await field(stage(page, 2), 'Up to').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => problem(field(stage(page, 1), 'Up to'))).toBe('')
    await page.getByRole('button', { name: 'Remove row 2' }).press('Enter')
    await save(page).press('Enter')
    await arrives(page, 'Tariffs')
    expect(await stagesOf({ tariff_id: id })).toEqual([{ until_minutes: 60, price_cents: 200 }])
  })

  it('are edited by two people: an open list follows; the second sees both versions in words and continues with a choice [ADM-18]', async () => {
    const id = await planted('Season', [1_440, 100])
    const list = await visit('/tariffs')
    await table(list).getByRole('link', { name: 'Season', exact: true }).waitFor()
    const page = await visit(`/tariffs/${id}`)
    await arrives(page, 'Season')
    const other = await on.visit(`/tariffs/${id}`, { as: 'rm', ...desk })
    await arrives(other, 'Season')
    await field(other, 'Name').fill('High season')
    await field(stage(other, 1), 'Price').fill('2')
    await save(other).press('Enter')
    await arrives(other, 'Tariffs')
    await table(list).getByRole('link', { name: 'High season' }).waitFor()

    await field(stage(page, 1), 'Price').fill('1.50')
    await save(page).press('Enter')
    await sees(page, /Test rm has changed this in the meantime/)
    const differing = page.getByRole('alert')
    await sees(differing, 'High season')
    await sees(differing, '1 day: €2.00')
    await sees(differing, '1 day: €1.50')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue with this selection' }).press('Enter')
    expect(await field(page, 'Name').inputValue()).toBe('High season')
    expect(await field(stage(page, 1), 'Price').inputValue()).toBe('1.50')
    await save(page).press('Enter')
    await arrives(page, 'Tariffs')
    expect(await stagesOf({ name: 'High season' })).toEqual([{ until_minutes: 1_440, price_cents: 150 }])
  })

  it('in use are not deleted: the access times are named; others require their name [ADM-18] [ADM-24]', async () => {
    const [used, free] = [await planted('Used', [60, 100]), await planted('Free', [60, 100])]
    await use(used, on.world.own.id, 'Weekdays')
    const page = await visit(`/tariffs/${used}`)
    await arrives(page, 'Used')
    await sees(page, /1 access time uses this tariff/)
    await page.getByRole('button', { name: 'Delete tariff' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const word = dialog.getByRole('textbox')
    await word.fill('used')
    await word.press('Enter')
    await sees(dialog, 'The text does not match.')
    await word.fill('Used')
    await word.press('Enter')
    await sees(dialog, /1 access time: /)
    await dialog.getByRole('link', { name: 'Weekdays' }).waitFor()
    expect(await violations(page)).toEqual([])

    await page.goto(`${on.portal.adminUrl}/tariffs/${free}`)
    await arrives(page, 'Free')
    await page.getByRole('button', { name: 'Delete tariff' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill('Free')
    await page.keyboard.press('Enter')
    await arrives(page, 'Tariffs')
    expect(await stagesOf({ name: 'Free' })).toEqual([])
  })

  it('shared with other zones are read-only; on the phone, in German and dark [ADM-18] [ADM-23]', async () => {
    const id = await planted('Überall', [43_200, 123_456])
    const elsewhere = await insert(on.db.knex, 'zones', { tenant_id: on.world.tenants.own, name: 'Elsewhere' })
    await use(id, elsewhere, 'There')
    const small = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE', colorScheme: 'dark' } as const
    const page = await on.visit('/tariffs?lang=de', { as: 'rm', ...small })
    await page.getByRole('link', { name: 'Überall' }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Überall' }).click()
    await arrives(page, 'Überall')
    await sees(page, /auch in Zonen genutzt, die Sie nicht verwalten/)
    const row = page.getByRole('group', { name: 'Stufe 1' })
    expect(await field(row, 'Preis').inputValue()).toBe('1234,56')
    expect(await field(row, 'Preis').getAttribute('readonly')).not.toBeNull()
    expect(await field(row, 'Bis zu').inputValue()).toBe('30 Tage')
    expect(await page.getByRole('button', { name: /Speichern|löschen|hinzufügen|entfernen/ }).count()).toBe(0)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
