import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { linkIn } from '../../server/messages/testing/link-in.ts'
import { type MailServer, startMailServer } from '../../server/messages/testing/mail-server.ts'
import { violations } from '../testing/axe.ts'
import { fullHour, openForBooking } from '../testing/booking.ts'
import { field } from '../testing/form.ts'
import { overflow, phone } from '../testing/operators.ts'
import { logIn, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let mails: MailServer
let box: { id: number; name: string }
let siteId: number
beforeAll(async () => {
  mails = await startMailServer()
  on = await startShell({ devices: 2, env: { SMTP_URL: mails.url, MAIL_FROM: 'noreply@harbour.example' } })
  const { knex } = on.db
  await openForBooking(knex, on.world)
  await knex('zones').where({ id: on.world.own.id }).update({ readable_without_login: true })
  siteId = on.world.own.siteId
  await knex('sites').where({ id: siteId }).update({ name: 'Central station' })
  box = (await knex('devices').where({ site_id: siteId }).orderBy('id').first('id', 'name')) as typeof box
})
afterEach(() => on.leave())
afterAll(async () => {
  await on?.close()
  await mails?.close()
})

const password = 'kiwi-and-moss'
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const clean = async (page: Page) => expect(await violations(page)).toEqual([])
const chosenAddress = (from: number) =>
  `/location/sites/${siteId}?reservationCreatedStartTime=${fullHour(from)}&reservationCreatedEndTime=${fullHour(from + 1)}`

/** Fills in the registration; sending waits for the terms. */
async function register(page: Page, email: string): Promise<void> {
  await heading(page, 'Register')
  await field(page, 'E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password', { exact: true }).fill(password)
  const send = page.getByRole('main').getByRole('button', { name: 'Register', exact: true })
  expect(await send.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await send.click()
}
const linkFor = async (email: string, count = 1) => {
  const own = () => mails.received.filter(({ to }) => to === email)
  await expect.poll(() => own().length).toBe(count)
  return linkIn(own().at(-1)?.raw ?? '')
}
const stateOf = async (email: string) => (await on.db.knex('users').where({ email }).first('state'))?.state as string

describe('registration', () => {
  it.each([
    ['desktop', {}, 2],
    ['phone', phone, 4],
  ] as const)(
    'on a %s: what was chosen is held once the link of the mail is confirmed [ACC-3] [NOTE-1]',
    async (width, size, from) => {
      const email = `${width}@new.example`
      const page = await on.visit(chosenAddress(from), size)
      await press(page, `Take ${box.name}`)
      await heading(page, 'Log in')
      await page.getByText(`${box.name}, Central station`).waitFor()
      await clean(page)
      await page.getByRole('link', { name: 'Register', exact: true }).click()
      await page.getByText(/€1\.50/).waitFor()
      await clean(page)
      expect(await overflow(page)).toBe(0)
      await register(page, email)
      await heading(page, 'Check your e-mail')
      await clean(page)

      const token = await linkFor(email)
      await page.goto(`${on.portal.url}/users/register_link/${token}`)
      await heading(page, 'Finish registration')
      await page.getByText(email).waitFor()
      expect(page.url()).not.toContain(token)
      expect(await stateOf(email)).toBe('REGISTERED')
      await clean(page)
      await press(page, 'Confirm')
      await page.getByRole('timer').waitFor()
      await page.getByText(box.name).first().waitFor()
      expect(await stateOf(email)).toBe('ACTIVE')
      expect(on.portal.output()).not.toContain(token)
    },
  )

  it('in another browser the link asks for the password; the choice comes along; a place taken meanwhile is told [ACC-3]', async () => {
    const email = 'elsewhere@new.example'
    const first = await on.visit(chosenAddress(6), { viewport: { width: 1_200, height: 900 } })
    await press(first, `Take ${box.name}`)
    await first.getByRole('link', { name: 'Register', exact: true }).click()
    await register(first, email)
    const token = await linkFor(email)
    const page = await on.open({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
    await page.goto(`${on.portal.url}/users/register_link/${token}`)
    await page.getByLabel('Password', { exact: true }).fill('guessed-wrong')
    await press(page, 'Confirm')
    await page.getByText('This is not the password of the last registration').waitFor()
    await insert(on.db.knex, 'reservations', {
      site_id: siteId,
      device_id: box.id,
      user_id: on.world.users.rm.id,
      starts_at: fullHour(6),
      ends_at: fullHour(7),
      state: 'RESERVED',
      reserved_at: new Date(),
    })
    await page.getByLabel('Password', { exact: true }).fill(password)
    await press(page, 'Confirm')
    await page.getByRole('alert').filter({ hasText: 'This did not work' }).waitFor()
    await page.getByRole('list', { name: 'Places', exact: true }).waitFor()
  })

  it('a used address, an expired, a used and an unknown link are told [ACC-3]', async () => {
    const email = 'late@new.example'
    const page = await on.visit('/users/register')
    await register(page, 'visitor@world.example')
    await page.getByText('E-mail is already used.').waitFor()
    await field(page, 'E-mail').fill(email)
    await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
    await heading(page, 'Check your e-mail')
    const old = await linkFor(email)
    await on.db.knex('tokens').update({ created_at: new Date(0), expires_at: new Date() })
    await page.goto(`${on.portal.url}/users/login`)
    await logIn(page, email, password)
    await page.getByText('Please finish your registration first').waitFor()
    await page.getByRole('button', { name: 'Send the link again' }).waitFor()
    await page.goto(`${on.portal.url}/users/register_link/${old}`)
    await page.getByText('This link has expired').waitFor()
    await clean(page)
    await press(page, 'Send a new link')
    await page.getByText('A new link was sent to your address.').waitFor()
    const fresh = await linkFor(email, 2)
    await page.goto(`${on.portal.url}/users/register_link/${fresh}`)
    await press(page, 'Confirm')
    await page.getByRole('button', { name: /Account of/ }).waitFor()
    await page.goto(`${on.portal.url}/users/register_link/${fresh}`)
    await page.getByText('This link has already been used').waitFor()
    await page.goto(`${on.portal.url}/users/register_link/${'A'.repeat(43)}`)
    await page.getByText('This link does not exist').waitFor()
  })

  it('keeps the language of the page [ACC-3]', async () => {
    const page = await on.visit('/users/register?lang=it', { locale: 'it-IT' })
    await page.getByLabel('E-mail', { exact: true }).fill('anna@nuovo.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Ripeta la password', { exact: true }).fill(password)
    await page.getByRole('checkbox').check()
    await page.getByRole('main').getByRole('button', { name: 'Registrati', exact: true }).click()
    await heading(page, 'Controlli la posta')
    const token = await linkFor('anna@nuovo.example')
    await page.goto(`${on.portal.url}/users/register_link/${token}`)
    await press(page, 'Conferma')
    await expect.poll(() => stateOf('anna@nuovo.example')).toBe('ACTIVE')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('it')
    expect((await on.db.knex('users').where({ email: 'anna@nuovo.example' }).first('language'))?.language).toBe('it')
  })
})
