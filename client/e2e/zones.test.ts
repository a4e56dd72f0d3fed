import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { violations } from '../testing/axe.ts'
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
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Chooses what a search among references finds, by the keyboard. */
async function pick(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label })
  await field.fill(name)
  await page.getByRole('option', { name, exact: true }).waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
}
const zoneNamed = (name: string) => on.db.knex('zones').where({ name }).first<Record<string, unknown>>()

describe('zones', () => {
  it('are added by the keyboard alone, with two languages, a site and a manager; a missing name stands at its field [ADM-2] [TRANS-1] [ADM-20]', async () => {
    const page = await visit('/zones')
    await heading(page, 'Zones')
    await page.getByRole('table', { name: 'Zones' }).getByRole('link', { name: 'Zone own' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add zone' }).press('Enter')
    await heading(page, 'Add zone')
    await pick(page, 'Company', 'Own')
    await page.keyboard.press('ControlOrMeta+Enter')
  })
})
