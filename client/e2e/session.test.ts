import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../../db/outbox.ts'
import { createTestDatabase } from '../../db/testing/database.ts'
import { meChange } from '../../server/session/me.ts'
import { startPortal } from '../../server/testing/harness.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import { arrives, logIn, revokeSessions, type ShellTest, startShell, stopClock } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell()
})
afterAll(() => on?.close())
afterEach(() => on.leave())

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const withClock = { before: (page: Page) => page.clock.install() }
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)

describe('login', () => {
  it.each(['rm', ' RM@World.Example '])(
    'accepts %j, and the session is a cookie that no script can read [ACC-1]',
    async (name) => {
      const page = await on.visit('/users/login')
      await logIn(page, name, on.world.password)
      await arrives(page, 'Malfunctions', '/malfunctions')
      await page.getByRole('button', { name: 'Account of Test rm' }).waitFor()
      const [cookie] = (await page.context().cookies()).filter(({ name: each }) => each === 'sid')
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
      expect(await page.evaluate(() => document.cookie)).not.toContain('sid=')
    },
  )

  it('reports a wrong name or password, for 5 s [ACC-2] [NOTE-3]', async () => {
    const page = await on.visit('/users/login', withClock)
    await stopClock(page)
    for (const name of ['visitor', 'nobody']) {
      await logIn(page, name, 'Not-Mine-1!')
      const message = alert(page, 'Invalid username or password. Please try again')
      await message.waitFor()
      await page.clock.runFor(4_400)
      expect(await message.isVisible()).toBe(true)
      await page.clock.runFor(1_100)
      expect(await message.count()).toBe(0)
    }
  })

  it('warns for 10 s if the registration is not finished [ACC-2] [NOTE-3]', async () => {
    const page = await on.visit('/users/login', withClock)
    await stopClock(page)
    await logIn(page, 'unfinished', on.world.password)
    const message = alert(page, 'Please finish your registration first')
    await message.waitFor()
    await message.getByRole('img', { name: 'Warning' }).waitFor()
    await page.clock.runFor(9_400)
    expect(await message.isVisible()).toBe(true)
    await page.clock.runFor(1_100)
    expect(await message.count()).toBe(0)
  })

  it('is blocked after 5 wrong attempts, counts 60 s down with the button disabled, then works again [ACC-2]', async () => {
    const page = await on.visit('/users/login', withClock)
    for (let tries = 1; tries <= 5; tries += 1) {
      const answer = page.waitForResponse('**/users/login?*')
      await logIn(page, 'foreignrm', `Not-Mine-${tries}!`)
      expect((await answer).status()).toBe(401)
      await alert(page, 'Invalid username or password').waitFor()
    }
    await stopClock(page)
    const refused = page.waitForResponse('**/users/login?*')
    await logIn(page, 'foreignrm', on.world.password)
    const { errors } = (await (await refused).json()) as { errors: { meta: { params: { seconds: number } } }[] }
    await alert(page, 'temporarily blocked due to too many login attempts').waitFor()
    const button = page.getByRole('button', { name: /Again in \d+ s/ })
    const left = async () => Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
    expect(await button.isDisabled()).toBe(true)
    const before = await left()
    expect(before).toBe(errors[0]?.meta.params.seconds)
    expect(before).toBeLessThanOrEqual(60)
    await page.clock.runFor(10_000)
    expect(await left()).toBe(before - 10)
    await page.clock.runFor(50_500)
    await on.db.knex.raw(`update rate_limits set expire = 0 where key like 'login-account:%'`)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.clock.resume()
    await page.getByRole('button', { name: 'Log in' }).click()
    await arrives(page, 'Malfunctions', '/malfunctions')
  })

  it('leads back to the requested page, never to another host [ACC-1] [NAV-6]', async () => {
    const page = await on.visit('/smart-remote?q=D-002')
    await arrives(page, 'Log in', '/users/login?redirect=%2Fsmart-remote%3Fq%3DD-002')
    await page.getByText('Log in to open this page.').waitFor()
    await logIn(page, 'rm', on.world.password)
    await arrives(page, 'Smart Remote', '/smart-remote?q=D-002')
    const other = await on.visit('/users/login?redirect=%2F%2Fevil.example%2F')
    await logIn(other, 'rm', on.world.password)
    await arrives(other, 'Malfunctions', '/malfunctions')
  })
})

describe('the end of a session', () => {
  it('happens by logout, in every window at once [ACC-6]', async () => {
    const page = await on.visit('/malfunctions', { as: 'rm' })
    const second = await page.context().newPage()
    await second.goto(`${on.portal.url}/smart-remote`)
    await second.getByRole('heading', { name: 'Smart Remote' }).waitFor()
    await page.getByRole('button', { name: 'Account of Test rm' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await arrives(page, 'Places that open when it is your turn', '/')
    await page.getByRole('status').filter({ hasText: 'You are logged out.' }).waitFor()
    expect(await alert(page, 'Session expired').count()).toBe(0)
    await arrives(second, 'Log in', '/users/login?redirect=%2Fsmart-remote')
    expect((await page.context().cookies()).filter(({ name }) => name === 'sid')).toEqual([])
    await page.goBack()
    await arrives(page, 'Log in', '/users/login?redirect=%2Fmalfunctions')
  })

  it('happens remotely: removes toasts, warns for 10 s, shows the login, and returns [ACC-6] [NOTE-3]', async () => {
    const page = await on.visit('/smart-remote?q=D-002', { as: 'srm', ...withClock })
    await page.route('**/users/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Account of Test srm' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    const silent = alert(page, 'The server does not answer. Please check your connection.')
    await silent.waitFor()
    await page.clock.fastForward(60_000)
    expect(await silent.isVisible()).toBe(true)
    await revokeSessions(on.db, on.world.users.srm.id)
    await arrives(page, 'Log in', '/users/login?redirect=%2Fsmart-remote%3Fq%3DD-002')
    const warning = alert(page, 'Your session has expired. Please log in again.')
    await warning.getByText('Session expired').waitFor()
    await expect.poll(() => silent.count()).toBe(0)
    await stopClock(page)
    await page.clock.runFor(6_000)
    expect(await warning.isVisible()).toBe(true)
    await page.clock.runFor(4_500)
    await page.clock.resume()
    await warning.waitFor({ state: 'detached' })
    await logIn(page, 'srm', on.world.password)
    await arrives(page, 'Smart Remote', '/smart-remote?q=D-002')
  })
})

describe('the guard', () => {
  it('tells a visitor for 10 s that a page is not accessible, and stays on the previous page [NAV-6] [NOTE-3]', async () => {
    const page = await on.visit('/malfunctions', { as: 'visitor', ...withClock })
    await arrives(page, 'Hello Test visitor', '/')
    const warning = alert(page, 'Access denied')
    await warning.getByText('Your account does not include this page.').waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
    await arrives(page, 'Questions and answers', '/faq')
    await go(page, '/devices/1')
    await arrives(page, 'Questions and answers', '/faq')
    expect(await warning.count()).toBe(1)
    await stopClock(page)
    await page.clock.runFor(6_000)
    expect(await warning.isVisible()).toBe(true)
    await page.clock.runFor(4_500)
    await page.clock.resume()
    await warning.waitFor({ state: 'detached' })
  })

  it('follows rights that are revoked on an open page [NAV-6]', async () => {
    const { id } = on.world.users.remote
    const page = await on.visit('/malfunctions', { as: 'remote' })
    await on.db.knex.transaction(async (trx) => {
      const visitor = trx('roles').select('id').where({ name: 'Visitor' })
      await trx('users').where({ id }).update({ role_id: visitor })
      await publish(trx, [await meChange(trx, id)])
    })
    await arrives(page, 'Hello Test remote', '/')
    await alert(page, 'Access denied').waitFor()
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Malfunctions' }).count()).toBe(0)
  })

  it('sends an admin from the portal to the administration for the login [NAV-6]', async () => {
    const page = await on.visit('/users/login', withClock)
    await logIn(page, 'admin', on.world.password)
    await alert(page, 'Administrators work in the administration application. You are being taken there.').waitFor()
    await page.clock.fastForward(2_500)
    await page.waitForURL(`${on.portal.adminUrl}/users/login`)
    expect((await page.context().cookies()).filter(({ name }) => name === 'sid')).toEqual([])
    await logIn(page, 'admin', on.world.password)
    await arrives(page, 'Getting started', '/getting-started')
    expect(page.url().startsWith(on.portal.adminUrl)).toBe(true)
  })

  it('logs out an admin whose session is in the portal, and redirects to the administration [NAV-6]', async () => {
    const page = await on.visit('/users/login')
    const [name = '', value = ''] = (await cookieFor(on.db.knex, on.world.users.admin.id, 'portal')).split('=')
    await page.context().addCookies([{ name, value, url: on.portal.url }])
    await page.goto(`${on.portal.url}/`)
    await page.waitForURL(`${on.portal.adminUrl}/users/login`)
    const live = on.db.knex('sessions').where({ user_id: on.world.users.admin.id }).whereNull('revoked_at')
    await expect.poll(() => live.clone().whereNot({ app: 'admin' }).count().first()).toEqual({ count: 0 })
    expect((await page.context().cookies(on.portal.url)).filter(({ name }) => name === 'sid')).toEqual([])
  })

  it('shows the administration to admins only [NAV-6]', async () => {
    const page = await on.visit(`${on.portal.adminUrl}/users/login`)
    await logIn(page, 'rm', on.world.password)
    const message = alert(page, 'This is the administration application. Please log in on the portal.')
    expect(await message.getByRole('link', { name: 'Go to the portal' }).getAttribute('href')).toBe(on.portal.url)
  })
})

describe('a self-hosted server', () => {
  it('gets its first admin by the printed token, once, who then logs in [ACC-1]', async () => {
    const db = await createTestDatabase()
    const portal = await startPortal({ databaseUrl: db.url, readyText: 'Ctrl-C stops it' })
    try {
      const token = /one-time token: (\S+)/.exec(portal.output())?.[1] ?? ''
      const page = await on.visit(`${portal.adminUrl}/`)
      await page.getByRole('link', { name: 'Set it up' }).click()
      await page.getByLabel('Setup token').fill('x'.repeat(43))
      await page.getByLabel('E-mail').fill('first@world.example')
      await page.getByLabel('Username').fill('first')
      await page.getByLabel('Password', { exact: true }).fill('weak')
      await page.getByRole('button', { name: 'Create administrator' }).click()
      await page
        .locator('[aria-invalid=true]')
        .and(page.getByLabel('Password', { exact: true }))
        .waitFor()
      expect(await page.getByText('At least 8 characters with a digit').count()).toBe(1)
      await page.getByLabel('Password', { exact: true }).fill(on.world.password)
      await page.getByRole('button', { name: 'Create administrator' }).click()
      await alert(page, 'This setup token is not valid.').waitFor()
      await page.getByLabel('Setup token').fill(token)
      await page.getByRole('button', { name: 'Create administrator' }).click()
      await arrives(page, 'Log in', '/users/login')
      await page.getByRole('status').filter({ hasText: 'The administrator has been created.' }).waitFor()
      await logIn(page, 'first', on.world.password)
      await arrives(page, 'Getting started', '/getting-started')
      await page.goto(`${portal.adminUrl}/setup`)
      await page.getByText('This server is already set up.').waitFor()
    } finally {
      await on.leave()
      await portal.end()
      await db.close()
    }
  })
})
