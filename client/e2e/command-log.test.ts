import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { command, commandMany } from '../../contract/control.ts'
import { connectPerson, postMessages, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { desk, type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'

let on: Operators
let jammed: { deviceCommandId: string; supportCode: string }
beforeAll(async () => {
  on = await startOperators()
  const rm = await connectPerson(on.portal.url, await signIn(on.portal.url, on.world.users.rm.login, on.world.password))
  const idOf = (index: number) => on.device(index).id
  await rm.command(commandMany, { deviceIds: [idOf(0), idOf(2)], action: 'open' }, randomUUID())
  on.simulator.fault(on.device(4).hardwareId, 'jam')
  const answer = await rm.command(command, { deviceId: idOf(4), action: 'open' }, randomUUID())
  if (!answer.ok) throw new Error(answer.refusal.code)
  jammed = answer.reply
  await rm.command(command, { deviceId: idOf(6), action: 'close' }, randomUUID())
  rm.close()
  const open = () =>
    on.db.knex('device_commands').whereIn('state', ['queued', 'sent', 'taken']).count('* as count').first()
  await vi.waitFor(async () => expect(Number((await open())?.count)).toBe(0))
})
afterAll(() => on?.close())

const rows = (page: Page) => page.getByRole('table', { name: 'Commands, newest first' }).getByRole('row')

describe('the command log', () => {
  it('lists commands and refused requests, filters them, and shows the request, times and outcome of one [CTRL-8] [ERR-2]', async () => {
    const page = await on.open('/commands')
    await sees(page, 'Not opened: it is jammed')
    await sees(page, /^Not sent: (Open|Closed) already/)
    expect(await rows(page).count()).toBe(5)
    await page.getByLabel('Outcome').selectOption('confirmed')
    await expect.poll(() => rows(page).count()).toBe(3)
    expect(new URL(page.url()).searchParams.get('outcome')).toBe('confirmed')
    await page.getByLabel('Outcome').selectOption('refused')
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByLabel('Allowed by').selectOption('plate')
    await sees(page, 'Nothing matches')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows(page).count()).toBe(5)
    await page.getByRole('searchbox').fill(jammed.supportCode)
    await expect.poll(() => rows(page).count()).toBe(2)
    await rows(page).getByRole('link').first().press('Enter')
    await page.getByRole('heading', { level: 1, name: `Open ${on.device(4).name}` }).waitFor()
    for (const text of [
      'Requested and allowed',
      'Sent to the gateway',
      /^The gateway answers: failed/,
      'The gateway is connected',
    ])
      await sees(page, text)
    await page.getByText('The facts at that moment').click()
    await sees(page, 'Gateway connected')
    await page.getByRole('button', { name: `Copy support code ${jammed.supportCode}` }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('shows the other devices of one request, and links to all of its commands [LIVE-3]', async () => {
    const [first, second] = await on.db
      .knex('device_commands')
      .whereNotNull('run_id')
      .orderBy('device_id')
      .select<{ id: string }[]>('id')
    const page = await on.open(`/commands/${first?.id}`)
    await page.getByRole('link', { name: on.device(2).name }).click()
    await page.waitForURL(new RegExp(String(second?.id)))
    await page.getByRole('link', { name: 'All commands of it' }).click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.getByRole('button', { name: /Commands of one request/ }).click()
    await expect.poll(() => rows(page).count()).toBe(5)
  })

  it('shows support a command by its complete code, in any zone, and nothing else [ERR-2]', async () => {
    const page = await on.open('/commands', desk, 'support')
    await sees(page, 'Type a support code')
    await page.getByRole('searchbox').fill(jammed.supportCode.slice(0, -1))
    await sees(page, 'Type a support code')
    await page.getByRole('searchbox').fill(jammed.supportCode)
    await rows(page).getByRole('link').first().click()
    await sees(page, 'Requested and allowed')
    await page.goto(page.url().replace(/\?.*/, '?lang=en'))
    await sees(page, 'This command is not here')
  })

  it('shows a device’s commands and access events, with the reason why it did not open; never a PIN [GW-8]', async () => {
    const { gateway } = on.world.own
    const seen = { at: new Date().toISOString(), device: on.device(1).hardwareId, kind: 'event' }
    await postMessages(on.portal.url, gateway.token, [
      { ...seen, id: 'e2e-plate', event: 'plate-seen', value: 'TÜ HF 77' },
      { ...seen, id: 'e2e-pin', event: 'pin-entered', value: '918273' },
    ])
    const judged = () => on.db.knex('access_events').whereNull('judged_at').count('* as count').first()
    await expect.poll(async () => Number((await judged())?.count)).toBe(0)
    const page = await on.open(`/devices/${on.device(1).id}`)
    const events = page.getByRole('list', { name: 'Cameras and readers' })
    await sees(events, 'Not opened: no matching reservation')
    await sees(events, 'PIN entered')
    expect(await events.textContent()).not.toContain('918273')
    await page.goto(`${new URL(page.url()).origin}/devices/${on.device(4).id}?lang=en`)
    await page.getByRole('link', { name: 'All commands of this device' }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
  })

  it('is not found for a foreign or unknown device [NAV-6]', async () => {
    const page = await on.open(`/commands/${jammed.deviceCommandId}`, desk, 'foreignRm')
    await sees(page, 'This command is not here')
    await page.goto(`${new URL(page.url()).origin}/commands/none?lang=en`)
    await sees(page, 'This command is not here')
  })

  it('is accessible and fits, on desk and phone, light and dark [THEME-1]', async () => {
    const page = await on.open('/commands', phone)
    for (const path of ['/commands', `/commands/${jammed.deviceCommandId}`]) {
      if (path !== '/commands') await page.getByRole('link', { name: new RegExp(jammed.supportCode) }).tap()
      await page.waitForURL(new RegExp(`${path}(\\?|$)`))
      await sees(page, /jammed/)
      await page
        .getByRole('heading', { level: 1, name: path === '/commands' ? 'Commands' : on.device(4).name })
        .waitFor()
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await unreadable(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
})
