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
const planted = async (names: readonly string[]) => {
  for (const name of names) await insert(on.db.knex, 'zones', { tenant_id: on.world.tenants.own, name })
}
const zonesNamed = (like: string) =>
  on.db.knex('zones').whereLike('name', like).orderBy('name').select<Record<string, unknown>[]>('name', 'private')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function choosesField(page: Page, name: string): Promise<void> {
  const fields = page.getByRole('combobox', { name: 'Fields to change' })
  await fields.fill(name)
  await page.getByRole('option', { name, exact: true }).waitFor()
  await fields.press('ArrowDown')
  await fields.press('Enter')
  await fields.press('Tab')
}

describe('the selected rows of a list', () => {
  it('are changed after a preview, all or none, by keyboard alone [ADM-20]', async () => {
    await planted(['Edit 1', 'Edit 2', 'Edit 3'])
    const page = await visit('/zones?search=Edit')
    await page.getByRole('checkbox', { name: 'Select Edit 1' }).press('Space')
    await page.getByRole('checkbox', { name: 'Select Edit 3' }).focus()
    await page.keyboard.press('Shift+X')
    await sees(page.getByRole('group', { name: '3 selected' }), '3 selected')
    expect(await violations(page)).toEqual([])

    await button(page, 'Edit …').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit several entries' })
    await choosesField(page, 'Private')
    await dialog.getByRole('switch', { name: 'Private' }).press('Space')
    expect(await violations(page)).toEqual([])
    // Somebody else changes one of them meanwhile.
    await on.db.knex('zones').where({ name: 'Edit 2' }).update({ description: 'Theirs' })
    await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
    await sees(dialog, '2 entries change, 0 unchanged, 1 not possible.')
    expect(await dialog.getByRole('button', { name: 'Change 2 entries' }).isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Use their current state' }).press('Enter')
    await sees(dialog, '3 entries change, 0 unchanged, 0 not possible.')
    await dialog.getByRole('button', { name: 'Change 3 entries' }).press('Enter')
    await sees(page, '3 entries changed.')
    expect((await zonesNamed('Edit%')).map((zone) => zone['private'])).toEqual([true, true, true])
    expect(await page.getByRole('group', { name: /selected/ }).count()).toBe(0)
  })

  it('are deleted with a safety word; what depends on one is named, and it is left out only on request [ADM-24]', async () => {
    await planted(['Gone 1', 'Gone 2', 'Gone kept'])
    const kept = await on.db.knex('zones').where({ name: 'Gone kept' }).first<{ id: number }>('id')
    await insert(on.db.knex, 'codes', { name: 'BULK', tenant_id: on.world.tenants.own, zone_id: kept?.id })
    const page = await visit('/zones?search=Gone')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await button(page, 'Delete …').click()
    const dialog = page.getByRole('dialog', { name: 'Delete 3 entries?' })
    await sees(dialog, 'BULK')
    await dialog.getByRole('checkbox', { name: /Leave out/ }).click()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete 2 entries' }).click()
    await sees(dialog, /does not match|exactly/i)
    await dialog.getByRole('textbox').fill('delete 2')
    await dialog.getByRole('button', { name: 'Delete 2 entries' }).click()
    await sees(page, '2 entries deleted.')
    expect((await zonesNamed('Gone%')).map((zone) => zone['name'])).toEqual(['Gone kept'])
    await expect.poll(() => page.getByRole('link', { name: 'Gone 1' }).count()).toBe(0)
  })

  it('are all that match, over all pages, as a file too, on a phone', async () => {
    await planted(Array.from({ length: 20 }, (_, at) => `Many ${String(at).padStart(2, '0')}`))
    const page = await visit('/zones?search=Many', phone)
    await page.getByRole('checkbox', { name: 'Select Many 00' }).click()
    await button(page, 'Select all 20').click()
    const bar = page.getByRole('group', { name: '20 selected' })
    await bar.waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Export selection' }).click(),
    ])
    const parts: Buffer[] = []
    for await (const part of await file.createReadStream()) parts.push(part as Buffer)
    expect(Buffer.concat(parts).toString().trim().split('\n')).toHaveLength(21)
    await bar.getByRole('button', { name: 'Edit …' }).click()
    await choosesField(page, 'Monitoring')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('switch', { name: 'Monitoring' }).click()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Change 20 entries' }).click()
    await sees(page, '20 entries changed.')
    expect(await on.db.knex('zones').whereLike('name', 'Many%').where({ monitoring: false })).toHaveLength(20)
  })
})
