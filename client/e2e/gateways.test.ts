import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { violations } from '../testing/axe.ts'
import { field, save } from '../testing/form.ts'
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
const arrives = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('gateways', () => {
  it('are found in the navigation and added; what is wrong stands at its field [ADM-5] [ADM-20]', async () => {
    const page = await visit('/gateways')
    await page.getByRole('navigation').getByRole('link', { name: 'Gateways' }).waitFor()
    const table = page.getByRole('table', { name: 'Gateways' })
    await table.getByRole('link', { name: 'GW-own' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add gateway' }).press('Enter')
    await arrives(page, 'Add gateway')
    await field(page, 'Name').fill('Harbour')
    await field(page, 'Hardware ID').fill('GW-own')
    await save(page).press('Enter')
    await sees(page, 'Another gateway already has this hardware ID.')
    expect(await violations(page)).toEqual([])
    await field(page, 'Hardware ID').fill('HF-1')
    await save(page).press('Enter')
    await arrives(page, 'Harbour')
    await sees(page, 'It has no token yet and cannot report.')
    expect(await on.db.knex('gateways').where({ hardware_id: 'HF-1' }).first()).toMatchObject({ name: 'Harbour' })
  })

  it('get a token, shown once, and are heard live by the first request [ADM-5]', async () => {
    const { siteId, gateway } = on.world.own
    const id = await insert(on.db.knex, 'gateways', { name: 'New box', hardware_id: 'HF-2', site_id: siteId })
    const device = { name: 'Box', hardware_id: 'B-1', gateway_id: id, site_id: siteId }
    await insert(on.db.knex, 'devices', { ...device, device_type_id: gateway.devices[0]?.typeId })
    const page = await visit(`/gateway/${id}`)
    await arrives(page, 'New box')
    await sees(page, 'Waiting for the first message …')
    await page.getByRole('button', { name: 'Make token' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Make token' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'The new token' })
    const token = await dialog.getByRole('textbox', { name: 'Token', exact: true }).inputValue()
    const request = await dialog.getByRole('textbox', { name: 'First request' }).inputValue()
    expect(await violations(page)).toEqual([])
    const [, url = ''] = /'(http[^']+)'/.exec(request) ?? []
    const [, body = ''] = /-d '(.*)'$/.exec(request) ?? []
    expect(request).toContain(`Authorization: Bearer ${token}`)
    expect(new URL(url).pathname).toBe('/gateway/v1/messages')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${on.portal.url}/gateway/v1/messages`, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ stored: 1, refused: [] })
    await sees(dialog, 'The first message has arrived.')
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
    await sees(page, /Valid since/)
    expect(await page.getByText(token).count()).toBe(0)
  })

  it('that have been silent are marked in list and form; with devices they are not deleted [ADM-5] [GW-3]', async () => {
    const { id } = on.world.own.gateway
    await on.db
      .knex('gateways')
      .where({ id })
      .update({ last_message_at: on.db.knex.raw(`now() - interval '7 hours'`) })
    const page = await visit('/gateways', phone)
    await sees(page, 'silent for more than 6 h')
    expect(await overflow(page)).toBe(0)
    await page.goto(`${on.portal.adminUrl}/gateway/${id}`)
    await arrives(page, 'GW-own')
    await sees(page, 'silent for more than 6 h')
    await page.getByRole('button', { name: 'Delete gateway' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('GW-own')
    await dialog.getByRole('textbox').press('Enter')
    await sees(
      dialog,
      'Unfortunately, the gateway could not be deleted because the following devices, barriers and/or parkinglots are associated with the gateway:',
    )
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('link', { name: 'GW-own 001' }).press('Enter')
    await arrives(page, 'GW-own 001')
  })

  it('are nothing for managers [NAV-6]', async () => {
    const page = await on.visit('/gateways', { as: 'rm' })
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/gateways')
  })
})
