import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { violations } from '../testing/axe.ts'
import { desk, overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let eventId: number
let foreignId: number
const codeOf = (side: 'own' | 'foreign', name: string, more: object = {}) =>
  insert(on.db.knex, 'codes', { name, tenant_id: on.world.tenants[side], zone_id: on.world[side].id, ...more })

beforeAll(async () => {
  on = await startShell({ devices: 2 })
  const { knex } = on.db
  await knex('zones').whereIn('id', [on.world.own.id, on.world.foreign.id]).update({ private: true })
  eventId = await insert(knex, 'events', { zone_id: on.world.own.id, name: 'Tenants', starts_on: '2026-01-01' })
  foreignId = await codeOf('foreign', 'THEIRS')
})
afterEach(() => on.leave())
afterAll(() => on?.close())

const visit = (path: string, options: object = desk) => on.visit(`${on.portal.url}${path}`, { as: 'rm', ...options })
const visitAdmin = (path: string) => on.visit(`${on.portal.adminUrl}${path}`, { as: 'admin', ...desk })
const arrives = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const name = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })
const table = (page: Page) => page.getByRole('table', { name: 'Access codes' })

describe('access codes', () => {
  it('are found in the navigation, added and edited; what is wrong stands at its field [ADM-17] [ADM-20]', async () => {
    const page = await visit('/codes/list')
    await page.getByRole('navigation').getByRole('link', { name: 'Access codes' }).waitFor()
    await sees(page, 'No access code yet')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'New code' }).first().press('Enter')
    await arrives(page, 'New access code')
    await name(page).fill('theirs')
    const add = page.getByRole('button', { name: 'Add code' })
    await add.press('Enter')
    await page.getByLabel('Private zone').selectOption({ label: 'Zone own · Own' })
    await add.press('Enter')
    await sees(page, 'This code exists already.')
    expect(await violations(page)).toEqual([])
    await name(page).fill('Summer')
    await add.press('Enter')
    await table(page).getByRole('link', { name: 'Summer' }).press('Enter')
    await arrives(page, 'Summer')
    await page.getByLabel('Access time').selectOption({ label: 'Tenants' })
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await table(page).getByRole('row').filter({ hasText: 'Summer' }).getByText('Tenants').waitFor()
    expect(await on.db.knex('codes').where({ name: 'Summer' }).first()).toMatchObject({ event_id: eventId })
  })

  it('are deleted by their name where people have entered them; on a phone [ADM-17]', async () => {
    const id = await codeOf('own', 'AUTUMN')
    await on.db.knex('user_codes').insert({ user_id: on.world.users.visitor.id, code_id: id })
    const page = await visit(`/codes/${id}`, phone)
    await sees(page, '1 person has entered it and has the access that it gives.')
    expect(await overflow(page)).toBe(0)
    await page.getByRole('button', { name: 'Delete code' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await sees(page, /1 person uses it and loses this access/)
    await dialog.getByRole('textbox').fill('AUTUMN')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('textbox').press('Enter')
    await sees(page, 'Code AUTUMN deleted.')
    expect(await overflow(page)).toBe(0)
    expect(await on.db.knex('codes').where({ id })).toEqual([])
  })

  it('of other zones are not there for managers; admins see all and filter them [ADM-17] [ADM-23]', async () => {
    await codeOf('own', 'WINTER')
    const page = await visit(`/codes/${foreignId}`)
    await sees(page, 'Access code not found')
    await page.goto(`${on.portal.url}/codes/list`)
    await table(page).getByRole('link', { name: 'WINTER' }).waitFor()
    expect(await page.getByText('THEIRS').count()).toBe(0)
    const admin = await visitAdmin('/codes')
    await table(admin).getByRole('link', { name: 'WINTER' }).waitFor()
    await table(admin).getByRole('link', { name: 'THEIRS' }).waitFor()
    await admin.goto(`${on.portal.adminUrl}/codes/list?zoneId=${on.world.own.id}`)
    await table(admin).getByRole('link', { name: 'WINTER' }).waitFor()
    expect(await admin.getByText('THEIRS').count()).toBe(0)
  })
})
