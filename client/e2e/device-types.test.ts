import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chirpstackUp, examples } from '../../telemetry/uplinks/testing/wrap.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell({ devices: 1 })
})
afterEach(() => on.leave())
afterAll(() => on?.close())

const visit = (path: string, options: object = {}) =>
  on.visit(`${on.portal.adminUrl}${path}`, { as: 'admin', ...options })
const kept = async () =>
  (await on.db.knex('device_types').where({ type: 'PARKING_LOT' }).first('field_map', 'field_map_version')) as {
    field_map: { models?: { name: string; rules: object[] }[] }
    field_map_version: number
  }

describe('the field map of a device type', () => {
  it('starts from a ready one, is changed, tried on a real uplink and saved; a conflicting save is reported [GW-7]', async () => {
    const page = await visit('/device-types')
    const table = page.getByRole('table', { name: 'Device types' })
    await sees(table, 'none')
    expect(await violations(page)).toEqual([])
    await table.getByRole('link', { name: 'Parking lot' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Parking lot' }).waitFor()
    const other = await visit(new URL(page.url()).pathname)
    await page.getByLabel('Add a ready model').selectOption('Bosch TPS110 parking sensor')
    const example = examples.find(({ id }) => id === 2)
    if (!example) throw new Error('no example')
    const around = { devEui: '0004A30B001C0530', at: '2026-11-22T08:15:30.000Z', count: 1, rssi: [-101, -87] }
    await page.getByLabel('An uplink as JSON').fill(JSON.stringify(chirpstackUp(example, around), null, 2))
    const messages = page.getByRole('list', { name: 'Messages that would be stored' })
    await sees(messages, 'temperature: -1 · rssi: -87')
    await sees(messages, 'status: occupied')
    await page.getByLabel('Values').fill('false = free')
    await sees(page, 'occupied is “true”, which cannot be read as: State')
    await page.getByLabel('Values').fill('true = taken')
    await sees(page, 'The map above is not valid yet.')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await sees(page, 'One entry is not valid. Nothing was saved.')
    await expect.poll(() => page.getByLabel('Values').evaluate((input) => input === document.activeElement)).toBe(true)
    await page.getByLabel('Values').fill('true = blocked\nfalse = free')
    await sees(messages, 'status: blocked')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Device types' }).waitFor()
    expect(await kept()).toMatchObject({
      field_map_version: 1,
      field_map: { models: [{ rules: [{ values: { true: 'blocked', false: 'free' } }, { target: 'temperature' }] }] },
    })
    await other.getByLabel('Add a ready model').selectOption('Elsys ERS, ELT')
    await other.getByRole('button', { name: 'Save' }).press('Enter')
    await sees(other, /Test admin has changed this/)
    const alert = other.getByRole('alert')
    await sees(alert, 'Field map')
    await sees(alert, 'Bosch TPS110 parking sensor')
    await sees(alert, 'Elsys ERS, ELT')
    expect(await violations(other)).toEqual([])
    expect((await kept()).field_map_version).toBe(1)
  })

  it('asks before unsaved changes are lost, once per question, and keeps counting after a second save [GW-7]', async () => {
    const page = await visit('/device-types')
    const table = page.getByRole('table', { name: 'Device types' })
    const lockers = async () => {
      await page.getByRole('heading', { level: 1, name: 'Device types' }).waitFor()
      await table.getByRole('link', { name: 'Locker' }).press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Locker' }).waitFor()
    }
    await lockers()
    const ready = page.getByLabel('Add a ready model')
    const save = page.getByRole('button', { name: 'Save' })
    const back = page.getByRole('link', { name: 'Device types' }).or(page.getByRole('button', { name: 'Device types' }))
    const models = () =>
      page
        .getByRole('textbox', { name: 'Model', exact: true })
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await ready.selectOption('Elsys ERS, ELT')
    await save.press('Enter')
    await lockers()
    await ready.selectOption('Bosch TPS110 parking sensor')
    await page.getByRole('button', { name: 'Move the model Bosch TPS110 parking sensor up' }).press('Enter')
    expect(await models()).toEqual(['Bosch TPS110 parking sensor', 'Elsys ERS, ELT'])
    await back.last().click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await models()).toHaveLength(2)
    await save.press('Enter')
    const version = async () =>
      (
        (await on.db.knex('device_types').where({ type: 'LOCKER' }).first('field_map_version')) as {
          field_map_version: number
        }
      ).field_map_version
    await lockers()
    expect(await version()).toBe(2)
    expect(await models()).toEqual(['Bosch TPS110 parking sensor', 'Elsys ERS, ELT'])
    await ready.selectOption('Decentlab')
    await back.last().click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Device types' }).waitFor()
    expect(await version()).toBe(2)
  })

  it('reports invalid pasted text, and fits the phone, light and dark [THEME-1]', async () => {
    const { id } = (await on.db.knex('device_types').where({ type: 'DOOR' }).first('id')) as { id: number }
    const page = await visit(`/device-types/${id}`, phone)
    await sees(page, 'There is no model yet.')
    await page.getByLabel('Add a ready model').selectOption('Dragino LDS02 door sensor')
    const paste = page.getByLabel('An uplink as JSON')
    await paste.fill('{')
    await sees(page, 'This is not JSON.')
    await paste.fill('{"end_device_ids": {}, "join_accept": {}}')
    await sees(page, /This event holds no measurements \(join_accept\)/)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    const gone = await visit('/device-types/999999')
    await sees(gone, 'This device type does not exist here')
  })

  it('is one part of its type, which is added with its abilities, and not deleted while devices have it [ADM-8] [ADM-20] [TRANS-1]', async () => {
    const page = await visit('/device-types')
    await page.getByRole('link', { name: 'Add device type' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Add device type' }).waitFor()
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    await field('Display name').fill('Lift')
    await field('Plural').fill('Lifts')
    await field('Internal name').fill('lift')
    await field('Low battery below').fill('3.3')
    await page.getByRole('group', { name: 'Commands' }).getByRole('checkbox', { name: 'Open' }).press(' ')
    await page.getByRole('combobox', { name: 'Without power' }).selectOption('safe')
    const save = page.getByRole('button', { name: 'Save' })
    await save.press('Enter')
    await sees(page, 'Only capitals, digits and underscores')
    await expect.poll(() => field('Internal name').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await field('Internal name').fill('LIFT')
    await page.getByRole('tab', { name: /^German/ }).click()
    await field('Display name').fill('Aufzug')
    await save.press('Enter')
    const table = page.getByRole('table', { name: 'Device types' })
    await table.getByRole('link', { name: 'Lift' }).waitFor()
    expect(await on.db.knex('device_types').where({ type: 'LIFT' }).first()).toMatchObject({
      low_voltage: 3.3,
      controls: ['open'],
      on_power_loss: 'safe',
      report_interval_s: 600,
      translations: { de: { displayName: 'Aufzug' } },
    })
    await table.getByRole('link', { name: 'Bike box' }).press('Enter')
    await page.getByRole('button', { name: 'Delete device type' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await sees(dialog, /2 devices/)
    await dialog.getByRole('link', { name: 'GW-own 001' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('is for admins only [NAV-6]', async () => {
    const page = await on.visit('/device-types', { as: 'rm' })
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/device-types')
  })
})
