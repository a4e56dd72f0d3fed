import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../server/messages/testing/mail-server.ts'
import { violations } from '../testing/axe.ts'
import { linkTo } from '../testing/mails.ts'
import { desk, overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { logIn, type ShellTest, startShell } from '../testing/shell.ts'

let mails: MailServer
let on: ShellTest
beforeAll(async () => {
  mails = await startMailServer()
  on = await startShell({ devices: 1, env: { SMTP_URL: mails.url, MAIL_FROM: 'noreply@parken.example' } })
})
afterEach(() => on.leave())
afterAll(async () => {
  await on?.close()
  await mails.close()
})

describe('a forgotten password', () => {
  it.each([
    ['desktop', desk, 'rm'],
    ['phone', phone, 'srm'],
  ] as const)(
    'is replaced by the link of a mail, once; whoever was logged in is logged out (%s) [ACC-4] [NOTE-1]',
    async (_on, options, person) => {
      const email = `${person}@world.example`
      const elsewhere = await on.visit('/profile', { as: person, ...options })
      const page = await on.visit('/users/login', options)
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor()
      const send = page.getByRole('button', { name: 'Send link' })
      await page.getByLabel('E-mail').fill('no address')
      await send.click()
      await page.getByLabel('E-mail').fill('nobody@world.example')
      await send.click()
      await sees(page, 'If the address nobody@world.example has an account, a link was sent to it.')
      await page.reload()
      await page.getByLabel('E-mail').fill(email)
      await send.click()
      await sees(page, `If the address ${email} has an account, a link was sent to it.`)
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      const path = await linkTo(mails, email, '/users/password_reset')
      await page.goto(`${on.portal.url}${path}`)
      await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
      // The link's value leaves the address bar, and a reload keeps it.
      await expect.poll(() => new URL(page.url()).pathname).toBe('/users/password_reset')
      await page.reload()
      await page.getByLabel('New password', { exact: true }).fill('Password-2026')
      await page.getByLabel('Repeat the new password').fill('Password-2025')
      const set = page.getByRole('button', { name: 'Set password' })
      await set.click()
      await sees(page, 'The passwords are not the same.')
      await page.getByLabel('Repeat the new password').fill('Password-2026')
      await set.click()
      await sees(page, /on lists of common passwords/)
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      for (const label of ['New password', 'Repeat the new password'])
        await page.getByLabel(label, { exact: true }).fill('Nine-Lanterns-4')
      await set.click()
      await sees(page, /^Your password has been changed/)
      await elsewhere.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
      await page.getByRole('link', { name: 'Log in', exact: true }).first().click()
      await logIn(page, email, 'Nine-Lanterns-4')
      await expect.poll(() => new URL(page.url()).pathname).not.toContain('/users/login')
      await page.goto(`${on.portal.url}${path}`)
      await sees(page, /^The link was used already/)
    },
  )

  it('offers a new link where the old one has expired or never existed [ACC-4]', async () => {
    const page = await on.visit(`/users/password_reset/${'A'.repeat(43)}`)
    await sees(page, /^This link does not exist/)
    await page.getByRole('button', { name: 'Send link' }).waitFor()
    expect(await violations(page)).toEqual([])
  })
})
