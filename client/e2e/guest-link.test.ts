import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { plantSite } from '../../db/testing/fixtures.ts'
import { plantTicket, type TicketRequest } from '../../server/reservations/testing/plant-ticket.ts'
import { type RunningPortal, startPortal } from '../../server/testing/harness.ts'
import { violations } from '../testing/axe.ts'
import type { PageOptions, Pages } from '../testing/pages.ts'
import { sharedPages, sharedPort } from '../testing/shared.ts'

let database: TestDatabase
let portal: RunningPortal
let pages: Pages

beforeAll(async () => {
  database = await createTestDatabase()
  const port = await sharedPort()
  ;[portal, pages] = await Promise.all([startPortal({ databaseUrl: database.url, port }), sharedPages()])
})
afterAll(async () => {
  await portal?.end()
  await database?.close()
})
afterEach(() => pages.leave())

const phone: PageOptions = { viewport: { width: 360, height: 740 }, locale: 'en', alone: true }
const plant = async (ticket: Partial<TicketRequest> = {}) => {
  const place = await plantSite(database.knex, { type: 'BIKE_BOX' })
  return plantTicket(database.knex, { ...place, deviceId: place.deviceIds[0] ?? 0, ...ticket })
}

describe("the token of a guest's link [TICK-1] [ASVS V14.2.1]", () => {
  it.each([
    ['an eTicket', 'eticket', '/eticket/', ''],
    ['a remote reservation', 'remote-reservation', '/reservations/remote/', ''],
    ['a summary', 'reservation-summary', '/reservations/remote/', '/view'],
  ] as const)(
    'of %s leaves the address at once; reload, back and a second tab work',
    async (_, purpose, before, after) => {
      const { token } = await plant({ ticket: { purpose } })
      const page = await pages.open(phone)
      const heading = page.getByRole('heading', { level: 1, name: 'Lot 1' })
      await page.goto(`${portal.url}${before}${token}${after}?lang=en`)
      await heading.waitFor()
      const { pathname } = new URL(page.url())
      expect(pathname.startsWith(before) && pathname.endsWith(after)).toBe(true)
      expect(page.url()).not.toContain(token)
      expect(await page.locator('body').innerText()).not.toContain(token)
      await page.reload()
      await heading.waitFor()
      await page.getByRole('link', { name: 'Privacy' }).click()
      await page.waitForURL('**/privacy')
      await page.goBack()
      await heading.waitFor()
      expect(new URL(page.url()).pathname).toBe(pathname)
      const second = await page.context().newPage()
      await second.goto(`${portal.url}${before}${token}${after}`)
      await second.getByRole('heading', { level: 1, name: 'Lot 1' }).waitFor()
      expect(new URL(second.url()).pathname).toBe(pathname)
    },
  )

  it('is copied with the link, for another device; the address alone opens nothing elsewhere', async () => {
    const { token } = await plant()
    const page = await pages.open({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${portal.url}/eticket/${token}?lang=en`)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('The link is copied.').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${portal.url}/eticket/${token}`)
    expect(await violations(page)).toEqual([])
    const other = await pages.open(phone)
    await other.goto(page.url())
    await other.getByRole('heading', { name: 'Open the link again' }).waitFor()
    expect(await violations(other)).toEqual([])
    await other.goto(link)
    await other.getByRole('heading', { level: 1, name: 'Lot 1' }).waitFor()
  })

  it('of an expired link too, which still says so after a reload', async () => {
    const { token } = await plant({ startsIn: -9, endsIn: -8 })
    const page = await pages.open(phone)
    await page.goto(`${portal.url}/eticket/${token}?lang=en`)
    await page.getByText('Ticket expired').first().waitFor()
    expect(page.url()).not.toContain(token)
    await page.reload()
    await page.getByText('Ticket expired').first().waitFor()
  })
})
