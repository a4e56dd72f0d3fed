import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMessages } from '../../server/messages/queue.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { desk, type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'

let on: Operators
beforeAll(async () => {
  on = await startOperators(2)
  const { knex } = on.db
  await knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'SMS'`,
    [on.world.tenants.own],
  )
  const gatewayId = on.world.own.gateway.id
  const data = { malfunctionKind: 'stuck-door', device: 'Box <7>', site: 'Site own', since: new Date().toISOString() }
  await knex.transaction(async (trx) => {
    const messages = ['one', 'two'].map((key) => ({
      kind: 'malfunction-opened' as const,
      userId: on.world.users.rm.id,
      dedupeKey: key,
      gatewayId,
      data: { ...data, device: `Box <${key}>` },
    }))
    await queueMessages(trx, messages)
    await trx('messages')
      .where({ dedupe_key: 'two' })
      .update({ state: 'failed', attempts: 1, error: '550 no such user' })
  })
})
afterAll(() => on?.close())

const state = async (key: string) =>
  (await on.db.knex('messages').where({ dedupe_key: key }).first('state', 'via')) as { state: string; via: string }

describe('messages', () => {
  it('show what is not sent and what failed, with the reason; sending again works and is shown live [NOTE-1]', async () => {
    const page = await on.open('/messages')
    await sees(page, /Neither a mail server nor an SMS gateway is set up/)
    const failed = page.getByRole('table', { name: 'Messages that could not be sent' })
    await sees(failed, '550 no such user')
    await expect.poll(() => state('one')).toEqual({ state: 'sent', via: 'outbox' })
    await sees(page.getByRole('table', { name: 'Messages, newest first' }), 'Kept here')
    expect(await violations(page)).toEqual([])
    await failed.getByRole('button', { name: /^Send again to rm@/ }).press('Enter')
    await sees(page, 'It is sent again.')
    await expect.poll(() => state('two')).toEqual({ state: 'sent', via: 'outbox' })
    await failed.waitFor({ state: 'detached' })
    await page.getByLabel('State', { exact: true }).selectOption('failed')
    await sees(page, 'Nothing matches')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('searchbox').fill('<two>')
    const rows = page.getByRole('table', { name: 'Messages, newest first' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(2)
    await rows.getByRole('link').first().press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Left open: Box <two>, Site own' }).waitFor()
    const letter = page.frameLocator('iframe')
    await sees(letter.locator('body'), 'Hello Test rm,')
    await sees(letter.locator('body'), /^Box <two> at Site own: Left open, since/)
    expect(await letter.locator('a[href]').count()).toBe(0)
    await page.getByText('As text').click()
    await sees(page.locator('pre'), new RegExp(`View malfunctions: ${on.portal.url}/malfunctions`))
    expect(await violations(page)).toEqual([])
  })

  it('of other zones are not found [NAV-6]', async () => {
    const { id } = (await on.db.knex('messages').first('id')) as { id: number }
    const page = await on.open(`/messages/${id}`, desk, 'foreignRm')
    await sees(page, 'This message is not here')
    await page.goto(`${new URL(page.url()).origin}/messages?lang=en`)
    await sees(page, 'No messages yet')
  })

  it('are accessible and fit on the phone, light and dark [THEME-1]', async () => {
    const page = await on.open('/messages', phone)
    await sees(page, 'Kept here')
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })
})

describe('the profile', () => {
  it('switches groups, verifies the number, stores consent with its time and withdraws it at once [NOTE-2]', async () => {
    const { knex } = on.db
    const user = () =>
      knex('users').where({ id: on.world.users.visitor.id }).first('mobile_number', 'wants_sms') as Promise<object>
    const page = await on.open('/', desk, 'visitor')
    await page.getByRole('button', { name: /Test visitor/ }).click()
    await page.getByRole('link', { name: 'Profile and messages' }).click()
    const mails = page.getByRole('switch', { name: 'Mails about Reservations' })
    await mails.press('Space')
    await sees(page, 'Saved.')
    expect(await mails.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await knex('notification_settings').select('kind', 'mail', 'sms')).toEqual([
      { kind: 'reservations', mail: false, sms: true },
    ])
    const consent = page.getByRole('switch', { name: 'I agree to receive such SMS on this number' })
    expect(await consent.isDisabled()).toBe(true)
    await sees(page, 'Please save a mobile number first.')
    const number = page.getByRole('textbox', { name: 'Mobile number' })
    await number.fill('0761 2034567')
    await number.press('Enter')
    await sees(page, 'This is not a valid mobile number.')
    expect(await number.getAttribute('aria-invalid')).toBe('true')
    await page.goBack()
    await sees(page, 'What you have entered has not been saved and will be lost.')
    await page.keyboard.press('Escape')
    await number.fill('0151 23456789')
    await number.press('Enter')
    await expect.poll(() => number.inputValue()).toBe('+4915123456789')
    await consent.press('Space')
    await sees(page, /^Agreed on /)
    expect(await user()).toEqual({ mobile_number: '+4915123456789', wants_sms: true })
    expect(await violations(page)).toEqual([])
    await consent.press('Space')
    await sees(page, /^You get no SMS\./)
    expect(await user()).toEqual({ mobile_number: '+4915123456789', wants_sms: false })
  })

  it('fits the phone, in another language, light and dark [THEME-1]', async () => {
    const page = await on.open('/profile', phone, 'rm')
    await sees(page, 'Silent gateways, stuck doors')
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Language of screens, mails and SMS').selectOption('de')
    await page.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor()
    await expect
      .poll(async () => (await on.db.knex('users').where({ id: on.world.users.rm.id }).first('language'))?.language)
      .toBe('de')
    expect(await overflow(page)).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })
})
