import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { startProvider, type TestProvider } from '../../server/identity-providers/testing/provider.ts'
import { violations } from '../testing/axe.ts'
import { field, save } from '../testing/form.ts'
import { desk, overflow, phone } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'
import { logIn, type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let provider: TestProvider
beforeAll(async () => {
  on = await startShell({ devices: 2 })
  provider = await startProvider([on.portal.url, on.portal.adminUrl])
  const { knex } = on.db
  await knex('zones').where({ id: on.world.own.id }).update({ private: true })
  await knex('tenants').where({ id: on.world.tenants.own }).update({ login_path: 'own' })
  await insert(knex, 'events', {
    ...{ zone_id: on.world.own.id, name: 'Students', starts_on: '2026-01-01', mode: 'private' },
    enrol_university_students: true,
  })
})
beforeEach(async () => {
  const { issuer, clientId, clientSecret } = provider
  await on.db.knex('identity_providers').delete()
  await on.db.knex('identity_providers').insert({
    ...{ tenant_id: on.world.tenants.own, enabled: true, label: 'Uni', university: true, issuer },
    ...{ client_id: clientId, client_secret: clientSecret, scope: 'openid email profile' },
    affiliation_claim: 'eduperson_scoped_affiliation',
  })
  provider.people['ada'] = {
    ...{ email: 'visitor@world.example', email_verified: true },
    eduperson_scoped_affiliation: ['student@uni.example', 'member@uni.example'],
  }
})
afterEach(() => on.leave())
afterAll(async () => {
  await on?.close()
  await provider?.close()
})

const arrives = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('a university account', () => {
  it.each([
    ['on a desktop', desk],
    ['on a phone', phone],
  ])('opens a private zone and closes it again, %s [ACC-10] [PRIV-3]', async (_where, size) => {
    const page = await on.visit('/codes', { as: 'visitor', ...size })
    await sees(page, 'No private zone is open to you yet')
    await page.getByRole('link', { name: 'University account' }).press('Enter')
    await arrives(page, 'University account')
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.getByLabel('University ID (optional)').fill('ab12cdef')
    await page.getByRole('button', { name: 'Go to the university' }).press('Enter')
    await sees(page, 'Your account at Uni is linked.')
    expect(provider.hints.at(-1)).toBe('ab12cdef')
    await page.getByText('Students', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.goto(`${on.portal.url}/codes`)
    await page.getByText('Zone own', { exact: true }).waitFor()
    await page.goto(`${on.portal.url}/codes/add-tud-code`)
    await page.getByRole('button', { name: 'Remove link' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Your reservations remain/).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Remove link' }).press('Enter')
    await sees(page, 'The university account is no longer linked.')
    await page.getByRole('button', { name: 'Go to the university' }).waitFor()
    await page.goto(`${on.portal.url}/codes`)
    await sees(page, 'No private zone is open to you yet')
  })
})

describe("sign-in through a company's identity provider", () => {
  it('links an account with the same address after its owner has logged in once; then it signs in [ACC-12]', async () => {
    const page = await on.visit('/users/login/own', desk)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in with Uni' }).press('Enter')
    await sees(page, /There is an account with your e-mail address already/)
    expect(page.url()).not.toContain('code=')
    await logIn(page, 'visitor', on.world.password)
    await arrives(page, 'Link with Uni?')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Link', exact: true }).press('Enter')
    await sees(page, 'From now on you can sign in with Uni.')
    const again = await on.visit('/users/login/own?redirect=%2Fcodes', phone)
    expect(await overflow(again)).toBe(0)
    await again.getByRole('button', { name: 'Sign in with Uni' }).press('Enter')
    await arrives(again, 'Private Zones')
    await on.db.knex('users').update({ sso_issuer: null, sso_subject: null })
  })

  it('says what went wrong, and leads back [ACC-12]', async () => {
    provider.people['ada'] = { email: 'visitor@world.example', email_verified: false }
    const page = await on.visit('/users/login/own', desk)
    await page.getByRole('button', { name: 'Sign in with Uni' }).press('Enter')
    await arrives(page, 'Not completed')
    await sees(page, /has not confirmed your e-mail address/)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Start again' }).press('Enter')
    await page.getByRole('button', { name: 'Sign in with Uni' }).waitFor()
    await page.goto(`${on.portal.url}/users/oidc/callback?code=stolen&state=made-up`)
    await sees(page, 'The sign-in was not completed. Please start again.')
    expect(page.url()).not.toContain('stolen')
  })

  it('is set up, tested and switched off by an admin [ACC-12]', async () => {
    await on.db.knex('identity_providers').delete()
    const page = await on.visit(`/tenants/${on.world.tenants.own}`, { as: 'admin', ...desk })
    await page.getByRole('link', { name: 'Sign-in', exact: true }).press('Enter')
    await arrives(page, 'Sign-in through an identity provider')
    await field(page, 'Name on the button').fill('Uni')
    await field(page, 'Issuer').fill('http://login.example')
    await field(page, 'Client ID').fill(provider.clientId)
    await field(page, 'Client secret').fill(provider.clientSecret)
    await save(page).press('Enter')
    await sees(page, /Please enter an address that begins with https/)
    expect(await violations(page)).toEqual([])
    await field(page, 'Issuer').fill('http://127.0.0.1:1')
    await page.getByRole('button', { name: 'Test the connection' }).press('Enter')
    await sees(page, /The identity provider does not answer/)
    await field(page, 'Issuer').fill(provider.issuer)
    await page.getByRole('button', { name: 'Test the connection' }).press('Enter')
    await sees(page, 'Logging out here ends the session there too.')
    await page.getByRole('switch', { name: 'Switched on' }).press(' ')
    await save(page).press('Enter')
    await sees(page, 'The sign-in of Own is saved.')
    const login = await on.visit('/users/login/own', desk)
    await login.getByRole('button', { name: 'Sign in with Uni' }).waitFor()
    await page.getByRole('link', { name: 'Sign-in', exact: true }).press('Enter')
    await sees(page, /One is stored/)
    expect(await field(page, 'Client secret').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill('Uni')
    await page.getByRole('dialog').getByRole('textbox').press('Enter')
    await sees(page, 'The identity provider is removed.')
  })

  it('is linked and unlinked in the profile, by whoever has just proved who they are [ACC-12]', async () => {
    const page = await on.visit('/profile', { as: 'visitor', ...desk })
    await page.getByRole('button', { name: 'Link with Uni' }).press('Enter')
    await sees(page, 'From now on you can sign in with Uni.')
    await page.getByRole('button', { name: 'Remove link' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove link' }).press('Enter')
    await sees(page, 'The link is removed.')
    await page.getByRole('button', { name: 'Link with Uni' }).waitFor()
  })
})
