import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { linkIn } from '../../server/messages/testing/link-in.ts'
import { type MailServer, startMailServer } from '../../server/messages/testing/mail-server.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { fullHour, giveCredit, openForBooking } from '../testing/booking.ts'
import { field } from '../testing/form.ts'
import { overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { logIn, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let mails: MailServer
beforeAll(async () => {
  mails = await startMailServer()
  on = await startShell({ devices: 4, env: { SMTP_URL: mails.url, MAIL_FROM: 'noreply@portal.example' } })
  await openForBooking(on.db.knex, on.world, { licence_plate_mandatory: true })
})
afterEach(() => on.leave())
afterAll(async () => {
  await on?.close()
  await mails?.close()
})

const user = (id = on.world.users.visitor.id) => on.db.knex('users').where({ id }).first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const clean = async (page: Page) => {
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => unreadable(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}
const mailTo = async (address: string) => {
  await expect.poll(() => mails.received.some(({ to }) => to === address)).toBe(true)
  return mails.received.findLast(({ to }) => to === address)?.raw ?? ''
}

describe('the profile', () => {
  it('keeps personal data and plates, offers Latin letters for look-alikes, and fills the first plate into a booking [PROF-1] [F6] [F7] [F16]', async () => {
    const page = await on.visit('/profile', { as: 'visitor' })
    await field(page, 'First name').fill('Vera')
    await field(page, 'Last name').fill('Besucher')
    await field(page, 'Street and number').fill('Am Hafen 1')
    await page.getByLabel('Country', { exact: true }).selectOption('CH')
    await field(page, 'Mobile number').fill('079\u200b 123 45 67')
    await button(page, 'Add licence plate').click()
    const first = page.getByRole('group', { name: 'Licence plate 1' }).getByRole('textbox')
    await first.fill('--')
    await button(page, 'Save profile').click()
    await sees(page, 'A licence plate has 2 to 12 letters and digits.')
    expect(await first.evaluate((input) => input === document.activeElement)).toBe(true)
    await first.fill('В-АВ 123')
    await button(page, 'Use B-AB 123').click()
    await button(page, 'Add licence plate').click()
    const second = page.getByRole('group', { name: 'Licence plate 2' }).getByRole('textbox')
    await second.fill('FR-HF 20 04/10')
    await sees(page, 'The season 04/10 is not part of the plate: FR-HF 20 is kept.')
    await clean(page)
    await button(page, 'Save profile').click()
    await sees(page, 'Your profile was updated successfully')
    await expect.poll(() => field(page, 'Mobile number').inputValue()).toBe('+41791234567')
    await expect.poll(() => second.inputValue()).toBe('FR-HF 20')
    await page.getByRole('button', { name: /Vera Besucher/ }).waitFor()
    expect(await user()).toMatchObject({ firstname: 'Vera', country: 'CH', address_line1: 'Am Hafen 1' })

    const query = new URLSearchParams({
      siteId: String(on.world.own.siteId),
      reservationCreatedStartTime: fullHour(2),
      reservationCreatedEndTime: fullHour(3),
    })
    await page.goto(`${on.portal.url}/reservations/add?${query}`)
    await page
      .getByRole('button', { name: /^Take / })
      .first()
      .click()
    const plate = page.getByLabel('Licence plate', { exact: true })
    await expect.poll(() => plate.inputValue()).toBe('B-AB 123')
    await plate.fill('🚗')
    await sees(page, 'A licence plate has 2 to 12 letters and digits.')
    await on.db.knex('reservations').update({ state: 'CANCELED', ended_at: new Date() })
  })

  it('fits the phone, with contents to jump by, and starts where its owner wants [PROF-1] [NAV-10]', async () => {
    const page = await on.visit('/profile', { as: 'rm', ...phone, viewport: { width: 360, height: 740 } })
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Messages' }).tap()
    await page.getByLabel('Start page').selectOption({ label: 'Malfunctions' })
    await clean(page)
    await button(page, 'Save profile').click()
    await sees(page, 'Your profile was updated successfully')
    expect(await user(on.world.users.rm.id)).toMatchObject({ initial_page: '/malfunctions' })
  })

  it('shows what somebody else saved meanwhile [PROF-1]', async () => {
    const page = await on.visit('/profile', { as: 'support' })
    await field(page, 'City').fill('Ulm')
    await on.db.knex('users').where('id', on.world.users.support.id).update({ city: 'Bremen' })
    await button(page, 'Save profile').click()
    await sees(page, 'Bremen')
  })

  it('gives the contact that blocked people see, for those who may block [PROF-2]', async () => {
    const page = await on.visit('/profile', { as: 'admin' })
    await field(page, 'Contact e-mail').fill('admin@portal.example')
    await field(page, 'Contact telephone').fill('call me')
    await button(page, 'Save contact').click()
    await sees(page, 'This phone number is not valid.')
    await field(page, 'Contact telephone').fill('0761 2034567')
    await button(page, 'Save contact').click()
    await expect.poll(() => field(page, 'Contact telephone').inputValue()).toBe('+497612034567')
  })
})

describe('password, address and the end of an account', () => {
  it('changes the password with the old one, and ends the other sessions at once [ACC-8]', async () => {
    const elsewhere = await on.visit('/profile', { as: 'srm' })
    const page = await on.visit('/profile', { as: 'srm' })
    const password = (label: string) => page.getByLabel(label, { exact: true })
    await password('Old password').fill('not it')
    await password('New password').fill('Kranich-4711!')
    await password('Repeat the new password').fill('Kranich-4711!')
    await button(page, 'Change password').click()
    await sees(page, 'The old password is not right.')
    await password('Old password').fill(on.world.password)
    await button(page, 'Change password').click()
    await sees(page, 'Your password was changed. You were logged out everywhere else.')
    await elsewhere.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    expect(await mailTo('srm@world.example')).toContain('Subject:')
  })

  it('changes the address by a click on the page of the mailed link [PROF-1]', async () => {
    const page = await on.visit('/profile', { as: 'foreignRm' })
    await field(page, 'New e-mail address').fill('doris@new.example')
    await button(page, 'Send link').click()
    await sees(page, /We sent a link to doris@new\.example/)
    const token = linkIn(await mailTo('doris@new.example'))
    const opened = await on.visit(`/users/email_change/${token}`, {})
    expect((await user(on.world.users.foreignRm.id)).email).toBe('foreignrm@world.example')
    await expect.poll(() => opened.url()).not.toContain(token)
    expect(await violations(opened)).toEqual([])
    await button(opened, 'Use this address').click()
    await sees(opened, /Your account now has the address doris@new\.example/)
    expect((await user(on.world.users.foreignRm.id)).email).toBe('doris@new.example')
    expect(await mailTo('foreignrm@world.example')).toContain('Subject:')
  })

  it('cancels an account that has neither credit nor reservations, after its safety word; nobody logs in then [ACC-9]', async () => {
    const { id } = on.world.users.remote
    await giveCredit(on.db.knex, id, 150)
    const page = await on.visit('/profile', { as: 'remote' })
    await sees(page, /Credit left: €1\.50/)
    await on.db.knex.raw(
      `insert into transactions (kind, from_account_id, to_account_id, amount_cents)
       select 'top-up', u.id, o.id, 150 from accounts o, accounts u where o.provider = 'outside' and u.user_id = ?`,
      [id],
    )
    await button(page, 'Cancel account …').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('remote@world.example')
    expect(await violations(page)).toEqual([])
    await button(page, 'Cancel account').click()
    await sees(page, 'Your account was cancelled.')
    expect(await user(id)).toMatchObject({ state: 'DEACTIVATED' })
    const login = await on.visit('/users/login', {})
    await logIn(login, 'remote', on.world.password)
    await sees(login, 'This account is inactive.')
  })
})
