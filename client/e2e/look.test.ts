import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { themeNames } from '../../contract/themes.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { arrives, logIn, type ShellTest, startShell } from '../testing/shell.ts'
import { wearTheme } from '../testing/theme.ts'
import { themes } from '../theme/themes.ts'

let on: ShellTest
beforeAll(async () => {
  on = await startShell()
})
afterAll(() => on?.close())
afterEach(() => on.leave())

const landing = {
  de: 'Plätze, die sich öffnen, wenn Sie dran sind',
  en: 'Places that open when it is your turn',
  fr: 'Des places qui s’ouvrent quand c’est votre tour',
  it: 'Posti che si aprono quando è il Suo turno',
}
const language = (page: Page) => page.evaluate(() => document.documentElement.lang)
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

describe('the language', () => {
  const without = (languages: string[]) => ({
    before: (page: Page) =>
      page.addInitScript((list) => Object.defineProperty(navigator, 'languages', { get: () => list }), languages),
  })
  it.each([
    ['German at first', '/', without([]), 'de'],
    ["the browser's", '/', { locale: 'it-IT' }, 'it'],
    ["the browser's second, if we do not speak the first", '/', without(['es-ES', 'fr-CH', 'de']), 'fr'],
    ['English as the fallback for a browser of other languages', '/', { locale: 'es-ES' }, 'en'],
    ['that of the address', '/?lang=fr', {}, 'fr'],
    ['that of a country in the address', '/?lang=AT', {}, 'de'],
  ] as const)('is %s [I18N-1]', async (_, path, options, expected) => {
    const page = await on.visit(path, options)
    expect(await heading(page)).toBe(landing[expected])
    expect(await language(page)).toBe(expected)
    expect(await (await fetch(on.portal.url)).text()).toContain('<html lang="de" ')
  })

  it('in the address persists: in the cookie, after a reload, in requests [I18N-1]', async () => {
    const page = await on.visit('/?lang=fr')
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'language')
    expect(cookie).toMatchObject({ value: 'fr', path: '/' })
    await page.goto(on.portal.url)
    expect(await heading(page)).toBe(landing.fr)
    await page.goto(`${on.portal.url}/users/login`)
    const asked = page.waitForRequest('**/users/login?*')
    await page.getByLabel('E-mail ou nom d’utilisateur').fill('visitor')
    await page.getByLabel('Mot de passe', { exact: true }).fill('Pas-Moi-1!')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    expect((await asked).headers()['accept-language']).toBe('fr')
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  })

  it('is chosen in the header and stored with the user, for every later login [I18N-1]', async () => {
    const { id } = on.world.users.support
    const page = await on.visit('/', { as: 'support' })
    await page.getByRole('button', { name: 'Language: EN (English)' }).click()
    await page.getByRole('menuitemradio', { name: 'Italiano' }).click()
    await page.getByRole('heading', { name: 'Buongiorno Test support' }).waitFor()
    expect(await language(page)).toBe('it')
    const kept = () => on.db.knex('users').where({ id }).first('language')
    await expect.poll(kept).toEqual({ language: 'it' })
    const elsewhere = await on.visit('/users/login', { locale: 'en-GB' })
    await logIn(elsewhere, 'support', on.world.password)
    await arrives(elsewhere, 'Comandi', '/commands')
    expect(await language(elsewhere)).toBe('it')
    await on.db.knex('users').where({ id }).update({ language: 'en' })
  })
})

describe('the theme', () => {
  it('is the host’s before login, and the tenant’s after it [THEME-1]', async () => {
    const { knex } = on.db
    await knex('tenants').where({ id: on.world.tenants.own }).update({ theme: 'lagerhof' })
    await knex('tenants').where({ id: on.world.tenants.foreign }).update({ theme: 'radhafen' })
    await knex('tenant_hosts').insert({ host: 'rad.localhost', tenant_id: on.world.tenants.foreign })
    const page = await on.visit(`http://rad.localhost:${on.portal.port}/`)
    expect(await page.title()).toBe('Radhafen')
    const looks = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--hf-backdrop-ground'))
    const before = await looks()
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('complementary', { name: 'Radhafen' }).waitFor()
    await logIn(page, 'rm', on.world.password)
    await arrives(page, 'Malfunctions', '/malfunctions')
    await expect.poll(() => page.title()).toBe('Malfunctions · Lagerhof')
    expect(await looks()).not.toBe(before)
    await page.getByRole('button', { name: 'Account of Test rm' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => page.title()).toBe('Radhafen')
    expect(await looks()).toBe(before)
    const other = await on.visit('/')
    expect(await other.title()).toBe('Holdfast')
  })

  it('is light or dark by the device, until somebody chooses [THEME-1]', async () => {
    const page = await on.visit('/', { colorScheme: 'dark' })
    const dark = await ground(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => ground(page)).not.toBe(dark)
    await page.getByRole('button', { name: 'Switch to dark mode' }).click()
    await expect.poll(() => ground(page)).toBe(dark)
    await page.reload()
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor()
    expect(await ground(page)).toBe(dark)
  })

  const schemes = ['light', 'dark'] as const
  /** The first theme gets all axe checks in both schemes; the others each screen in one scheme, alternating. */
  const clean = async (page: Page, theme: (typeof themeNames)[number], screen: number) => {
    const first = theme === 'holdfast'
    for (const scheme of first ? schemes : schemes.slice((themeNames.indexOf(theme) + screen) % 2).slice(0, 1)) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
      await page.waitForFunction(() => document.getAnimations().length === 0)
      const found = await (first && scheme === 'light' ? violations(page) : unreadable(page))
      expect(found, `${theme}, ${scheme}`).toEqual([])
    }
  }

  it('is readable in light and dark, all nine: landing and login [THEME-1]', async () => {
    const own = on.world.tenants.own
    await on.db.knex('tenant_hosts').insert({ host: 'own.localhost', tenant_id: own })
    const address = `http://own.localhost:${on.portal.port}/`
    const page = await on.visit(address, { reducedMotion: 'reduce' })
    for (const theme of themeNames) {
      await on.db.knex('tenants').where({ id: own }).update({ theme })
      await page.goto(address)
      await expect.poll(() => page.title()).toBe(themes[theme].product)
      await clean(page, theme, 0)
      await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
      await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText('This field must not be empty.').first().waitFor()
      await clean(page, theme, 1)
    }
  })

  it('is readable in light and dark, all nine: start, with the account menu and with the language menu [THEME-1]', async () => {
    const page = await on.visit('/', { as: 'visitor', reducedMotion: 'reduce' })
    for (const theme of themeNames) {
      await wearTheme(on, page, theme)
      await page.getByRole('button', { name: 'Account of Test visitor' }).click()
      await page.getByRole('button', { name: 'Log out' }).waitFor()
      await clean(page, theme, 0)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Language: EN (English)' }).click()
      await page.getByRole('menuitemradio', { name: 'Italiano' }).waitFor()
      await clean(page, theme, 1)
    }
  })
})
