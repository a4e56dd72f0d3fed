import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { securityHeaders } from '../../server/http/security.ts'
import { testTexts } from '../../server/payment-provider/test-texts.ts'
import { payments } from '../../server/payments/router.ts'
import { goToPay, kept, type PaymentWorld, paymentWorld } from '../../server/payments/testing/payment-world.ts'
import { violations } from '../testing/axe.ts'
import type { Pages } from '../testing/pages.ts'
import { sharedPages } from '../testing/shared.ts'

let database: TestDatabase
let world: PaymentWorld
let server: Server
let pages: Pages
let url: string

beforeAll(async () => {
  ;[database, pages] = await Promise.all([createTestDatabase(), sharedPages()])
  world = await paymentWorld(database.knex)
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(world.desk, { portalUrl: url })
  Object.assign(world.context, { addresses: { portal: url, admin: url } })
  server.on('request', express().use(securityHeaders(), payments(world.context)))
})
afterAll(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  await database?.close()
})

afterEach(() => pages.leave())

const pageOf = async (id: number) => {
  const sql = 'select session_id as session from payments where id = ?'
  return `${url}/test-payment/${(await one<{ session: string }>(database.knex, sql, [id])).session}`
}

it('is accessible in every language, on the phone, in light and dark', async () => {
  const { id } = await goToPay(world)
  for (const [n, locale] of (['en', 'de', 'fr', 'it'] as const).entries()) {
    const page = await pages.open({
      locale,
      colorScheme: n % 2 ? 'dark' : 'light',
      viewport: { width: 320, height: 640 },
    })
    await page.goto(await pageOf(id))
    await page.getByRole('heading', { name: testTexts[locale].title }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})

it('is paid by keyboard alone, and leads back to the booking through all of the portal’s security headers [PAY-1]', async () => {
  const begun = await goToPay(world)
  const page = await pages.open({ locale: 'en' })
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  await page.goto(await pageOf(begun.id))
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(testTexts.en.choices.pay)
  await Promise.all([page.waitForURL(/\/reservations\/finalize\?/), page.keyboard.press('Enter')])
  expect(new URL(page.url()).search).toBe(`?reservationId=${begun.reservation.id}&payment=${begun.payment.id}`)
  expect(complaints.filter((text) => /Content Security Policy/i.test(text))).toEqual([])
  expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded', reservationState: 'RESERVED' })
  await page.goto(await pageOf(begun.id))
  await page.getByRole('status').getByText(testTexts.en.states.paid).waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('link', { name: testTexts.en.onward }).getAttribute('href')).toContain(
    '/payments/return/',
  )
})
