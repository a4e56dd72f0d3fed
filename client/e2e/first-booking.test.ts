import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { linkIn } from '../../server/messages/testing/link-in.ts'
import { type MailServer, startMailServer } from '../../server/messages/testing/mail-server.ts'
import { type RunningPortal, startPortal } from '../../server/testing/harness.ts'
import { field } from '../testing/form.ts'
import { sharedPages, sharedPort } from '../testing/shared.ts'
import { logIn } from '../testing/shell.ts'

let db: TestDatabase
let mails: MailServer
let portal: RunningPortal
let pages: Awaited<ReturnType<typeof sharedPages>>
beforeAll(async () => {
  db = await createTestDatabase({ empty: true })
  const port = await sharedPort()
  mails = await startMailServer()
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'noreply@harbour.example' }
  ;[portal, pages] = await Promise.all([startPortal({ databaseUrl: db.url, port, env }), sharedPages()])
})
afterEach(() => pages.leave())
afterAll(async () => {
  await portal?.end()
  await mails?.close()
  await db.close()
})

const english = { locale: 'en-GB', timezoneId: 'Europe/Berlin', viewport: { width: 1_440, height: 900 } }
const arrives = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** Opens the checklist from the navigation and follows a way of a step. */
async function step(page: Page, way: string, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Getting started' }).click()
  const steps = page.getByRole('list', { name: 'Getting started' })
  await steps.getByRole('link', { name: way }).first().click()
  await arrives(page, title)
}

it('an empty database becomes an installation with its first booking, and a box opens', async () => {
  const page = await pages.open({ alone: true, ...english })
  const [, token = ''] = /one-time token: (\S+)/.exec(portal.output()) ?? []
  await page.goto(`${portal.adminUrl}/setup`)
  await page.getByLabel('Setup token', { exact: true }).fill(token)
  await field(page, 'E-mail').fill('first@harbour.example')
  await field(page, 'Username').fill('first')
  await page.getByLabel('Password', { exact: true }).fill('Kiwi+Moss-26')
  await press(page, 'Create administrator')
  await arrives(page, 'Log in')
  await logIn(page, 'first', 'Kiwi+Moss-26')
  await arrives(page, 'Getting started')
  await page.getByText('0 of 8 done').waitFor()

  await step(page, 'Add company', 'Add company')
  await field(page, 'Name').fill('Harbour Ltd')
  await field(page, 'Prefix').fill('HL')
  await press(page, 'Save')
  await arrives(page, 'Companies')

  await step(page, 'Add zone', 'Add zone')
  await field(page, 'Name').fill('Pier')
  await press(page, 'Save')
  await arrives(page, 'Zones')

  await step(page, 'Site with devices', 'Site with devices')
  await field(page, 'Name').fill('Old harbour')
  await field(page, 'Name of the new gateway').fill('Harbour gateway')
  await field(page, 'Hardware ID of the new gateway').fill('GW-harbour')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Bike box' }).click()
  await press(page, 'Make site and devices')
  await arrives(page, 'Old harbour')
  await press(page, 'Start simulation')
  await page.getByText('Simulated', { exact: true }).waitFor()

  await step(page, 'Add tariff', 'Add tariff')
  await field(page, 'Name').fill('Boxes')
  await field(page, 'Up to').fill('60')
  await field(page, 'Price').fill('1.50')
  await press(page, 'Save')
  await arrives(page, 'Tariffs')

  await step(page, 'Add access time', 'Add access time')
  await field(page, 'Name').fill('Always')
  await press(page, 'Save')
  await arrives(page, 'Access times')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Getting started' }).click()
  await page.getByText('7 of 8 done').waitFor()

  const visitor = await signedUpVisitor()
  await visitor.getByRole('link', { name: 'Choose Old harbour' }).click()
  await visitor.getByRole('button', { name: 'Take Box 1', exact: true }).click()
  await press(visitor, 'Book free of charge')
  await visitor.getByRole('link', { name: 'Open Box 1' }).first().click()
  await press(visitor, 'Open Box 1')
  await visitor.getByText('Opened, confirmed by the device').first().waitFor()

  await page.getByText('8 of 8 done').waitFor()
  await page.getByText('Everything is set up.').waitFor()
  const box = db.knex('devices as d').join('device_states as s', 's.device_id', 'd.id').where('d.name', 'Box 1')
  expect(await box.first('s.confirmed')).toEqual({ confirmed: 'open' })
})

/** A visitor who registers by themselves and confirms by the mail's link, at the sites: of the only company. */
async function signedUpVisitor(): Promise<Page> {
  const page = await pages.open({ alone: true, ...english })
  await page.goto(`${portal.url}/users/login`)
  await page.getByRole('link', { name: 'Register', exact: true }).click()
  await field(page, 'E-mail').fill('anna@harbour.example')
  await page.getByLabel('Password', { exact: true }).fill('kiwi-and-moss')
  await page.getByLabel('Repeat password', { exact: true }).fill('kiwi-and-moss')
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  await arrives(page, 'Check your e-mail')
  await expect.poll(() => mails.received.filter(({ to }) => to === 'anna@harbour.example').length).toBe(1)
  const mail = mails.received.find(({ to }) => to === 'anna@harbour.example')
  await page.goto(`${portal.url}/users/register_link/${linkIn(mail?.raw ?? '')}`)
  await press(page, 'Confirm')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Book' }).click()
  return page
}
