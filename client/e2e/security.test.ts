import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../server/session/testing/totp.ts'
import { violations } from '../testing/axe.ts'
import { arrives, logIn, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell()
})
afterAll(() => on?.close())
afterEach(() => on.leave())
beforeEach(async () => {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'rate_limits']) await on.db.knex(table).delete()
  await on.db.knex('tenants').update({ requires_second_factor: false })
})

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true }
const isolated = { before: async () => undefined }
const panel = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Gives the page an authenticator that its owner unlocks at once. */
async function withAuthenticator(page: Page): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id: authenticatorId }
}

/** Signs out as somebody does whose cookies are gone, and opens the login. */
async function toLogin(page: Page): Promise<void> {
  // A page that still loads could set them again.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(new URL('/users/login', on.portal.url).href)
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
}

const shownCodes = async (page: Page) => {
  const list = page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem')
  await list.first().waitFor()
  return list.allTextContents()
}

describe('passkeys', () => {
  it('added, signed in with without a name, lost, and recovered from by a code [ACC-13] [ASVS V6.3.3]', async () => {
    await on.db.knex('tenants').update({ requires_second_factor: true })
    const page = await on.visit('/profile', { as: 'rm', ...isolated })
    const { session, id } = await withAuthenticator(page)
    await button(page, 'Add passkey').click()
    const dialog = page.getByRole('dialog', { name: 'Add passkey' })
    await dialog.getByLabel('Name').fill('Phone of Ada')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    const codes = await shownCodes(page)
    expect(codes).toHaveLength(10)
    expect(await violations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await panel(page, 'Passkeys').getByText('Phone of Ada').waitFor()
    await panel(page, 'Recovery codes').getByText('10 codes left.').waitFor()
    expect(await violations(page)).toEqual([])

    await toLogin(page)
    await button(page, 'Use a passkey').click()
    await arrives(page, 'Malfunctions', '/malfunctions')

    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id })
    await toLogin(page)
    await logIn(page, 'rm', on.world.password)
    await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Code').fill('wrong-code')
    await button(page, 'Log in').click()
    await page.getByRole('alert').filter({ hasText: 'This code is wrong or was used before.' }).waitFor()
    await page.getByLabel('Code').fill(codes[0] ?? '')
    await button(page, 'Log in').click()
    await arrives(page, 'Malfunctions', '/malfunctions')
    await page.goto(new URL('/profile', on.portal.url).href)
    await panel(page, 'Recovery codes').getByText('9 codes left.').waitFor()
  })
})

describe('one-time codes', () => {
  it.each([
    ['desktop', {}],
    ['phone', phone],
  ])('turned on with a code, asked for after the password, on the %s [ACC-13] [ASVS V6.3.3]', async (_where, size) => {
    const page = await on.visit('/profile', { as: 'visitor', ...size })
    await panel(page, 'One-time codes').getByRole('button', { name: 'Turn on' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up one-time codes' })
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await dialog.getByLabel('One-time code').fill('000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('This code is wrong or was used before.').waitFor()
    expect(await violations(page)).toEqual([])
    const used = codeOf(secret)
    await dialog.getByLabel('One-time code').fill(used)
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    expect(await shownCodes(page)).toHaveLength(10)

    await toLogin(page)
    await logIn(page, 'visitor', on.world.password)
    await page.getByLabel('Code').fill(used)
    await button(page, 'Log in').click()
    await page.getByRole('alert').filter({ hasText: 'This code is wrong or was used before.' }).waitFor()
    // The next step's code is valid already: clocks may be wrong by one step.
    await page.getByLabel('Code').fill(codeOf(secret, Date.now() + 30_000))
    await button(page, 'Log in').click()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/users/login')
  })

  it('are set up before anything else where the company requires them [ACC-13] [ASVS V6.3.3]', async () => {
    await on.db.knex('tenants').update({ requires_second_factor: true })
    const page = await on.visit('/users/login')
    await logIn(page, 'rm', on.world.password)
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    expect((await page.context().cookies()).some(({ name }) => name === 'sid')).toBe(false)
    expect(await violations(page)).toEqual([])
    await page.getByLabel('One-time code').fill(codeOf(secret))
    await button(page, 'Continue').click()
    await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().waitFor()
    await button(page, 'Continue').click()
    await arrives(page, 'Malfunctions', '/malfunctions')
  })
})

describe('changes of what protects an account', () => {
  it('ask again who somebody is, ten minutes after the login [ACC-13] [ASVS V7.5.1]', async () => {
    const page = await on.visit('/profile', { as: 'visitor' })
    await on.db.knex('sessions').update({ authenticated_at: on.db.knex.raw(`now() - interval '11 minutes'`) })
    await panel(page, 'One-time codes').getByRole('button', { name: 'Turn on' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('Invalid username or password').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Password', { exact: true }).fill(on.world.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('dialog', { name: 'Set up one-time codes' }).waitFor()
  })
})

describe('sessions', () => {
  it('are listed, and ended on another screen at once [ACC-13] [ASVS V7.5.2] [ASVS V7.4.5]', async () => {
    const other = await on.visit('/profile', { as: 'visitor', ...isolated })
    const page = await on.visit('/profile', { as: 'visitor', ...isolated })
    const mine = panel(page, 'Where you are logged in').getByRole('listitem').filter({ hasText: 'This device' })
    await mine.waitFor()
    await expect
      .poll(async () => {
        await page.reload()
        return mine.textContent()
      })
      .toContain('1 open screen')
    await button(page, 'End all others').click()
    await other.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    await expect.poll(() => button(page, 'End all others').count()).toBe(0)
  })
})
