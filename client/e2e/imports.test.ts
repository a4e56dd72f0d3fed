import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { one } from '../../db/sql.ts'
import { violations } from '../testing/axe.ts'
import { desk, overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell({ devices: 2 })
})
afterEach(() => on.leave())
afterAll(() => on?.close())

const visit = (path: string, options: object = desk) =>
  on.visit(`${on.portal.adminUrl}${path}`, { as: 'admin', ...options })
const upload = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const count = async () => (await one<{ count: number }>(on.db.knex, 'select count(*) as count from devices')).count

it('twenty devices come in by a file: three wrong rows are named, mended, and all are imported [IMP-1]', async () => {
  const { siteId, gateway } = on.world.own
  const typeId = gateway.devices[0]?.typeId
  const lines = (more: (at: number) => string) =>
    Array.from({ length: 20 }, (_, at) => `Box ${at};e2e-${at};${gateway.id};${siteId};${typeId};${more(at)}`)
  const fileOf = (more: (at: number) => string) =>
    ['Name;Hardware ID;Gateway;Site;deviceType;Path number', ...lines(more)].join('\r\n')
  const before = await count()
  const page = await visit('/imports/add?entity=devices')
  await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor()
  expect(await violations(page)).toEqual([])
  await upload(
    page,
    'wrong.csv',
    fileOf((at) => (at < 3 ? 'many' : '1')),
  )
  await page.getByRole('heading', { level: 1, name: 'wrong.csv' }).waitFor()
  await sees(page, '3 rows are wrong. Nothing is imported until all are right.')
  const table = page.getByRole('table', { name: 'Rows of the file' })
  await table.getByText('Box 2').waitFor()
  expect(await table.getByText('Path number:').count()).toBe(3)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Upload the corrected file' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor()
  await upload(
    page,
    'right.csv',
    fileOf(() => '1'),
  )
  await page.getByRole('heading', { level: 1, name: 'right.csv' }).waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await sees(page, '20 entries added, none changed.')
  expect(await count()).toBe(before + 20)
  await page.goto(`${on.portal.adminUrl}/imports`)
  await page.getByRole('table', { name: 'Imports' }).getByRole('link', { name: 'right.csv' }).waitFor()
  expect(await violations(page)).toEqual([])
})

it('fits a phone, and names why a file cannot be read [IMP-1]', async () => {
  const page = await visit('/imports/add?entity=devices', phone)
  await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor()
  expect(await overflow(page)).toBe(0)
  await upload(page, 'odd.csv', 'Name;Colour\na;b')
  await sees(page, 'These columns are unknown: Colour.')
  expect(await overflow(page)).toBe(0)
  expect(await violations(page)).toEqual([])
})
