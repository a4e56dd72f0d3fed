import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { unreadable, violations } from '../testing/axe.ts'
import { overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell({ devices: 1 })
  const { knex } = on.db
  await knex.raw(
    `insert into database_logs (at, level, scope, message) select now() - make_interval(days => n), 'info', 'test', repeat('x', 500) from generate_series(1, 80) n`,
  )
  await knex.raw(
    `insert into table_sizes (table_name, day, bytes)
     select table_name, (now() at time zone 'UTC')::date - n, 100000 - n * 1000 from generate_series(1, 20) n, unnest(array['readings', 'commands']) table_name`,
  )
})
afterEach(() => on.leave())
afterAll(() => on?.close())

const visit = (path: string, options: object = {}) =>
  on.visit(`${on.portal.adminUrl}${path}`, { as: 'admin', ...options })
const logs = async () => (await on.db.knex('database_logs').where({ scope: 'test' })).length

describe('storage', () => {
  it('shows what is stored; a shorter span previews the deletion, requires the safety word, deletes and keeps a record [GW-5]', async () => {
    const page = await visit('/operation/storage')
    const table = page.getByRole('table', { name: 'Kinds of data, the largest first' })
    await sees(table, 'By law, never deleted here')
    expect(await violations(page)).toEqual([])
    await page.getByRole('searchbox').fill('database_logs')
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await table.getByRole('link', { name: 'Log', exact: true }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Log', exact: true }).waitFor()
    await sees(page, 'Nothing was deleted yet')
    await page.getByRole('button', { name: 'Change the span' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const days = dialog.getByRole('textbox', { name: 'Days' })
    await days.fill('3')
    await sees(dialog, 'Please enter a whole number from 7 to 400.')
    await days.fill('30')
    await sees(dialog, /is deleted: 5\d rows, about .*The oldest is of .*This cannot be undone\./)
    expect(await violations(page)).toEqual([])
    await days.press('Enter')
    await sees(dialog, 'The text does not match.')
    expect(await logs()).toBe(80)
    await dialog.getByLabel(/delete/).fill('delete')
    await dialog.getByRole('button', { name: 'Save and delete' }).press('Enter')
    await sees(page, 'It is kept for 30 days from now on.')
    await expect.poll(logs).toBeLessThanOrEqual(30)
    const runs = page.getByRole('table', { name: 'Deletions, newest first' })
    await sees(runs, /5\d rows/)
    await sees(page, /^set by Test admin on /)
    expect(await violations(page)).toEqual([])
    const again = page.getByRole('button', { name: 'Delete now' })
    // The run is recorded before it is over; a key press on a busy button is lost.
    await expect.poll(() => again.isEnabled()).toBe(true)
    await again.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete now' }).press('Enter')
    await sees(page, 'It begins within seconds.')
    const asked = () => on.db.knex('retention').where({ key: 'logs' }).first('requested_at')
    await expect.poll(asked).toEqual({ requested_at: null })
  })

  it('is for admins only [NAV-6]', async () => {
    const page = await on.visit(`${on.portal.url}/operation/storage`, { as: 'rm' })
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/operation/storage')
  })

  it('is accessible and fits the phone, in light and dark; the processes too [THEME-1, OPS-3]', async () => {
    const page = await visit('/operation/storage', phone)
    await sees(page, 'By law, never deleted here')
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    await page.goto(`${new URL(page.url()).origin}/operation/processes?lang=en`)
    await sees(page, 'answers you')
    expect(await page.getByText('Alive').count()).toBe(1)
    const lefts = await page
      .locator('td[data-phone=title] :is(span, small):not(:has(*)):visible')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    expect([lefts.length > 1, new Set(lefts.slice(-2)).size]).toEqual([true, 1])
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    expect(await unreadable(page)).toEqual([])
  })
})
