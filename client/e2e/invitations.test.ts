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

/** A manager invites an address on the page of the zone; returns the page and the link of the mail. */
async function invite(email: string, options: object = desk) {
  const manager = await on.visit(`/zones/${on.world.own.id}`, { as: 'rm', ...options })
  await manager.getByRole('button', { name: 'Invite a reservation manager' }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'E-mail of the person' }).fill(email)
  expect(await violations(manager)).toEqual([])
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await manager.getByRole('button', { name: `Withdraw the invitation of ${email}` }).waitFor()
  expect(await violations(manager)).toEqual([])
  expect(await overflow(manager)).toBe(0)
  return { manager, path: await linkTo(mails, email, '/users/migrate_to_rm') }
}

describe('an invitation to manage zones', () => {
  it('makes a visitor a manager by a click; the rights end on open screens at once [ACC-5] [ASVS V8.3.2]', async () => {
    const { manager, path } = await invite('visitor@world.example')
    const page = await on.visit(path)
    await sees(page, /Test rm invites you with the address visitor@world.example/)
    await sees(page, 'Zone own')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/users/migrate_to_rm')
    expect(await violations(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('E-mail or username').waitFor()
    await logIn(page, 'visitor', on.world.password)
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await sees(page, 'You now manage the zones of the invitation.')
    await page.goto(`${on.portal.url}/zones/${on.world.own.id}`)
    await page.getByRole('heading', { level: 1, name: 'Zone own' }).waitFor()
    // The manager sees the new one without a reload.
    await manager.getByRole('button', { name: 'Remove the rights of Test visitor' }).click()
    await sees(manager.getByRole('dialog'), /end at once/)
    expect(await violations(manager)).toEqual([])
    await manager.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await sees(manager, 'Test visitor no longer manages this zone.')
    await expect.poll(() => page.getByRole('heading', { level: 1, name: 'Zone own' }).count()).toBe(0)
    await page.goto(`${on.portal.url}${path}`)
    await sees(page, 'This invitation was already accepted.')
  })

  it('lets a new person choose a password, on a phone [ACC-5]', async () => {
    const { path } = await invite('fresh@world.example', phone)
    const page = await on.visit(path, phone)
    const join = page.getByRole('button', { name: 'Create account and accept' })
    await join.waitFor()
    expect(await join.isDisabled()).toBe(true)
    for (const label of ['New password', 'Repeat the new password'])
      await page.getByLabel(label, { exact: true }).fill('Nine-Lanterns-4')
    await page.getByLabel('First name (optional)').fill('Noa')
    await page.getByRole('checkbox').check()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await join.click()
    await sees(page, 'You now manage the zones of the invitation.')
    await page.waitForURL((url) => !url.pathname.startsWith('/users/'))
    await page.goto(`${on.portal.url}/zones/${on.world.own.id}`)
    await page.getByRole('heading', { level: 1, name: 'Zone own' }).waitFor()
  })

  it('tells somebody else who is logged in; a withdrawn or expired one says so [ACC-5]', async () => {
    const { manager, path } = await invite('other@world.example')
    const page = await on.visit(path, { as: 'srm' })
    await sees(page, 'You are logged in as srm@world.example. This invitation is for other@world.example.')
    await manager.getByRole('button', { name: 'Withdraw the invitation of other@world.example' }).click()
    await manager.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await sees(manager, 'The invitation of other@world.example was withdrawn.')
    await page.reload()
    await sees(page, 'This invitation does not exist, or was withdrawn.')
    const late = await invite('late@world.example')
    await on.db
      .knex('rm_invitations')
      .where({ email: 'late@world.example' })
      .update({ created_at: '2026-01-01', expires_at: '2026-01-08' })
    await page.goto(`${on.portal.url}${late.path}`)
    await sees(page, /^This invitation has expired/)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Register as a visitor' }).click()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('late@world.example')
  })
})
