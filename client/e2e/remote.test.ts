import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../../contract/control.ts'
import { deviceStatuses, shownStates } from '../../machines/device.ts'
import { connectPerson, postMessages, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { desk, type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import { choose, sees } from '../testing/sees.ts'

let on: Operators
beforeAll(async () => {
  on = await startOperators()
})
afterAll(() => on?.close())
afterEach(() => {
  on.simulator.fault(on.world.own.gateway.hardwareId, 'ok')
})

const row = (page: Page, index: number): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: on.device(index).name }) })
const button = (page: Page, action: string, index: number): Locator =>
  page.getByRole('button', { name: `${action} ${on.device(index).name}` })
const box = (page: Page, index: number): Locator =>
  page.getByRole('checkbox', { name: `Select ${on.device(index).name}` })
/** Addition to the button's name for screen readers. */
const reason = (of: Locator) =>
  of.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  })

describe('the smart remote', () => {
  it('opens a box: request in flight, then the device’s own report; shows refusals, failures, timeouts and an offline gateway [CTRL-1] [CTRL-5] [CTRL-6] [CTRL-8]', async () => {
    const page = await on.open('/smart-remote')
    await sees(row(page, 0), 'Door closed')
    await button(page, 'Open', 0).click()
    await sees(row(page, 0), /Open: (sending|waiting|sent|accepted)/)
    await sees(row(page, 0), 'Opened')
    await sees(row(page, 0), 'Door open')
    await sees(page.getByRole('status'), `${on.device(0).name}: Opened`)
    await sees(page, 'Live')
    // Buttons of refused actions are disabled, with the reason visible and announced.
    const close = button(page, 'Close', 2)
    await sees(row(page, 2), 'Door closed')
    expect(await close.getAttribute('aria-disabled')).toBe('true')
    expect(await reason(close)).toContain('Closed already')
    await close.hover()
    await sees(page.getByRole('tooltip'), 'Closed already.')
    await close.press('Enter')
    expect(await row(page, 2).getByText('Close:').count()).toBe(0)
    on.simulator.fault(on.device(4).hardwareId, 'jam')
    await button(page, 'Open', 4).click()
    await sees(row(page, 4), 'Not opened: it is jammed')
    const { support_code: code } = await on.db
      .knex('device_commands')
      .where({ device_id: on.device(4).id })
      .first()
    await row(page, 4)
      .getByRole('button', { name: `Copy support code ${code}` })
      .waitFor()
    await sees(page.getByRole('alert'), `Support code ${code}`)
    await sees(row(page, 4), 'Door closed')
    on.simulator.fault(on.device(4).hardwareId, 'ok')
    on.simulator.fault(on.world.own.gateway.hardwareId, 'lie')
    await button(page, 'Open', 6).click()
    await sees(row(page, 6), 'Open: accepted')
    const waits = on.db.knex('device_commands').where({ device_id: on.device(6).id, state: 'taken' })
    expect(await waits.update({ deadline: new Date() })).toBe(1)
    await sees(row(page, 6), 'the device did not update in time')
    expect(await row(page, 6).getByText('Door open').count()).toBe(0)
    // Everything is disabled at once when the gateway is offline.
    const open = button(page, 'Open', 2)
    await expect.poll(() => open.getAttribute('aria-disabled')).toBeNull()
    on.simulator.fault(on.world.own.gateway.hardwareId, 'offline')
    await expect.poll(() => open.getAttribute('aria-disabled')).toBe('true')
    expect(await reason(open)).toContain('gateway of this device is not connected')
    await sees(row(page, 2), /is not connected/)
    on.simulator.fault(on.world.own.gateway.hardwareId, 'ok')
    await expect.poll(() => open.getAttribute('aria-disabled')).toBeNull()
  })

  it('is disabled under maintenance except for Control anyway, which requires a reason and logs it [CTRL-6]', async () => {
    const deviceId = on.device(3).id
    await on.db.knex('maintenance_periods').insert({
      device_id: deviceId,
      scope: 'device',
      reason: 'Paint',
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 3_600_000),
    })
    const page = await on.open('/smart-remote?status=maintenance')
    await sees(row(page, 3), 'Under maintenance')
    expect(await reason(button(page, 'Refresh', 3))).toContain('under maintenance')
    await page.getByRole('button', { name: `Control ${on.device(3).name} anyway` }).click()
    const dialog = page.getByRole('dialog', { name: /during maintenance/ })
    await dialog.getByLabel('Command').selectOption('refresh')
    await dialog.getByRole('button', { name: 'Send this command' }).click()
    await sees(dialog, 'Must contain at least 5 characters.')
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('The painter is stuck')
    await dialog.getByRole('button', { name: 'Send this command' }).click()
    await sees(row(page, 3), 'Reported')
    const deviceCommand = await on.db
      .knex('device_commands')
      .where({ device_id: deviceId })
      .orderBy('issued_at', 'desc')
      .first()
    expect(deviceCommand).toMatchObject({ anyway: true, note: 'The painter is stuck', action: 'refresh' })
    await on.db.knex('maintenance_periods').where({ device_id: deviceId }).delete()
  })

  it('finds, filters and sorts, and keeps that in the address', async () => {
    const page = await on.open('/smart-remote')
    await row(page, 7).waitFor()
    await page.getByRole('searchbox').fill('own 003')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await page.reload()
    await row(page, 2).waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    await page.getByText('Blocked', { exact: false }).first().click()
    await page.getByRole('button', { name: 'Show all devices' }).or(row(page, 2)).first().waitFor()
    await page.getByRole('searchbox').fill('nothing like this')
    await page.getByRole('button', { name: 'Show all devices' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(5)
  })

  it('reports a lost connection, sends nothing then, and recovers without a reload [LIVE-6]', async () => {
    const page = await on.open('/smart-remote')
    await sees(row(page, 2), 'Door closed')
    await page.evaluate(() => Object.assign(window, { kept: true }))
    on.proxy.blackHole()
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await sees(page, 'You are offline. What you see may be out of date; the page reconnects by itself.')
    await sees(page, /^Not current/)
    expect(await reason(button(page, 'Open', 2))).toContain('Not connected to the server')
    expect(await openFromElsewhere(2)).toBe('confirmed')
    on.proxy.heal()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await sees(page, 'Connected again, everything is current.')
    await sees(row(page, 2), 'Door open')
    expect(await page.evaluate(() => 'kept' in window)).toBe(true)
    await expect.poll(() => page.getByText(/^Not current/).count()).toBe(0)
  })

  it('commands several at once: previews whom it reaches, shows the progress, and offers to retry failed ones [LIVE-3] [CTRL-5]', async () => {
    const page = await on.open('/smart-remote')
    await sees(row(page, 5), 'Blocked')
    for (const index of [1, 5, 7]) await box(page, index).click()
    on.simulator.fault(on.device(5).hardwareId, 'jam')
    await page.getByRole('button', { name: 'Open 3' }).click()
    const question = page.getByRole('dialog', { name: 'Open 3 devices?' })
    await sees(question, '3 will open')
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Open 3' }).click()
    const report = page.getByRole('region', { name: 'Opening 3 devices' })
    await sees(report, '2 of 3 confirmed, 1 not')
    const failed = report.getByRole('listitem').filter({ hasText: on.device(5).name })
    await sees(failed, 'Not opened: it is jammed')
    const { id, support_code: code } = (await on.db
      .knex('device_commands')
      .where({ device_id: on.device(5).id })
      .orderBy('issued_at', 'desc')
      .first()) as { id: string; support_code: string }
    await failed.getByRole('button', { name: `Copy support code ${code}` }).waitFor()
    await sees(page.getByRole('status'), /Opening 3 devices: 2 of 3 confirmed, 1 not/)
    on.simulator.fault(on.device(5).hardwareId, 'ok')
    // A device moves at most every two seconds.
    await on.db.knex.raw(`update device_commands set sent_at = sent_at - interval '10 s' where id = ?`, [id])
    await report.getByRole('button', { name: 'Again for 1' }).click()
    await page.getByRole('dialog', { name: 'Open 1 device?' }).getByRole('button', { name: 'Open 1' }).click()
    await sees(page.getByRole('region', { name: 'Opening 1 device' }), '1 of 1 confirmed')
    expect(await violations(page)).toEqual([])
  })

  it('selects by group, range and keyboard; the selection survives filters and collapsed groups [LIVE-3]', async () => {
    const page = await on.open('/smart-remote?by=type')
    await row(page, 0).waitFor()
    const bar = page.getByRole('region', { name: 'Selected devices' })
    await page.getByRole('checkbox', { name: 'Select all of Bike box' }).click()
    await sees(bar, '4 devices selected')
    await page.getByRole('button', { name: 'Bike box', expanded: true }).click()
    await row(page, 0).waitFor({ state: 'detached' })
    await sees(bar, '4 devices selected')
    await page.getByRole('searchbox').fill('own 002')
    await sees(bar, '4 of them are not shown now')
    await bar.getByRole('button', { name: 'Clear the selection' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('')
    await box(page, 1).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    expect(await box(page, 3).evaluate((element) => element === document.activeElement)).toBe(true)
    await box(page, 5).click({ modifiers: ['Shift'] })
    await sees(bar, '3 devices selected')
    await page.keyboard.press('Control+a')
    await sees(bar, '8 devices selected')
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  })

  it('opens in an emergency only with a reason and the name of the site, maintenance or not [LIVE-3]', async () => {
    const deviceId = on.device(6).id
    await on.db.knex('maintenance_periods').insert({
      device_id: deviceId,
      scope: 'device',
      reason: 'Paint',
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 3_600_000),
    })
    const page = await on.open('/smart-remote?status=maintenance')
    await box(page, 6).click()
    expect(
      await reason(page.getByRole('region', { name: 'Selected devices' }).getByRole('button', { name: 'Open' })),
    ).toContain('under maintenance')
    await page.getByRole('button', { name: 'Emergency opening' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open in an emergency' })
    await dialog.getByRole('button', { name: 'Open 1 device now' }).click()
    await sees(dialog, 'Must contain at least 5 characters.')
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('Somebody is locked in')
    await dialog.getByLabel(/^Safety word/).fill('site own')
    await dialog.getByLabel(/^Safety word/).press('Enter')
    expect(await on.db.knex('device_commands').where({ device_id: deviceId, allowed_by: 'emergency' })).toHaveLength(0)
    await dialog.getByLabel(/^Safety word/).fill('Site own')
    await dialog.getByRole('button', { name: 'Open 1 device now' }).click()
    await sees(page.getByRole('region', { name: 'Emergency: opening 1 device' }), '1 of 1 confirmed')
    const deviceCommand = await on.db
      .knex('device_commands')
      .where({ device_id: deviceId, allowed_by: 'emergency' })
      .first()
    expect(deviceCommand).toMatchObject({ note: 'Somebody is locked in', action: 'open' })
    await on.db.knex('maintenance_periods').where({ device_id: deviceId }).delete()
  })

  it('selects on the plan of the site, in sync with the list and the bar [LIVE-3] [LIVE-4]', async () => {
    await on.db.knex.raw(
      `update devices set upper_left_x_mm = 1000 + sequence * 3000, upper_left_y_mm = 1000, width_mm = 2500, height_mm = 2500
         from (select id, row_number() over (order by id) - 1 as sequence from devices where site_id = ?) as placed
        where placed.id = devices.id`,
      [on.world.own.siteId],
    )
    const page = await on.open('/smart-remote')
    await choose(page, 'Plan')
    const plan = page.getByRole('listbox')
    await plan.waitFor()
    await plan.focus()
    await page.keyboard.press('Space')
    const bar = page.getByRole('region', { name: 'Selected devices' })
    await sees(bar, '1 device selected')
    expect(await box(page, 0).isChecked()).toBe(true)
    await box(page, 1).click()
    await sees(bar, '2 devices selected')
    expect(await violations(page)).toEqual([])
    expect(new URL(page.url()).searchParams.get('plan')).toBe('true')
  })

  it.each([
    ['a desk', desk],
    ['a phone', phone],
  ] as const)(
    'is accessible and fits on %s, light and dark, with large controls and a menu with reasons on the phone [CTRL-1] [CTRL-9] [THEME-1]',
    async (name, size) => {
      const page = await on.open('/smart-remote', size)
      await row(page, 0).waitFor()
      if (name === 'a phone') {
        for (const action of ['Open', 'Close']) {
          const box = await button(page, action, 0).boundingBox()
          expect(box?.height).toBeGreaterThanOrEqual(44)
          expect(box?.width).toBeGreaterThanOrEqual(100)
        }
        await page.getByRole('button', { name: `More actions for ${on.device(0).name}` }).tap()
        await page.getByRole('menuitem', { name: 'Refresh' }).tap()
        await sees(row(page, 0), 'Reported')
      }
      await page.getByRole('checkbox', { name: 'Select all of Site own' }).click()
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await unreadable(page)).toEqual([])
    },
  )

  it('renders only the rows near the viewport of 2,000 devices, and updates only changed rows [LIVE-1]', async () => {
    const { knex } = on.db
    const { siteId, gateway } = on.world.own
    await knex.raw(
      `insert into devices (name, hardware_id, gateway_id, site_id, device_type_id, sequence_number)
       select 'Many ' || n, 'M-' || n, ?, ?, ?, n from generate_series(1, 2000) n`,
      [gateway.id, siteId, gateway.devices[0]?.typeId ?? 0],
    )
    const page = await on.open('/smart-remote')
    await sees(page, '2,008 devices')
    // All of them selected: the bar shows live how many each command would reach.
    await page.getByRole('checkbox', { name: /^Select all of/ }).click()
    await page.getByRole('region', { name: 'Selected devices' }).waitFor()
    await page.evaluate(() => {
      const touched = new Set<Node>()
      new MutationObserver((records) => {
        for (const { target } of records) {
          const article = (target instanceof Element ? target : target.parentElement)?.closest('article')
          if (article) touched.add(article)
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      Object.assign(window, { touched })
    })
    const far = Array.from({ length: 40 }, (_, index) => 1_900 + index)
    const at = new Date().toISOString()
    await postMessages(
      on.portal.url,
      gateway.token,
      far.map((n) => ({ id: `many-${n}`, at, device: `M-${n}`, kind: 'status', status: 'occupied' })),
    )
    await page.getByRole('radio', { name: /^Occupied\s*40$/ }).waitFor()
    const { nodes, rows } = await page.evaluate(() => ({
      nodes: document.querySelectorAll('*').length,
      rows: (window as unknown as { touched: Set<Node> }).touched.size,
    }))
    expect(nodes).toBeLessThan(3_000)
    expect(rows).toBeLessThan(12)
    await knex('devices').whereLike('hardware_id', 'M-%').delete()
  })
})

describe('the gallery of states', () => {
  it('shows every state in every size, readable in light and dark, and issues no command [CTRL-9] [THEME-1]', async () => {
    const page = await on.open('/gallery')
    await sees(page, 'On the open screen')
    await page.getByRole('listbox').waitFor()
    for (const state of shownStates) await page.getByText(`${state} ·`, { exact: false }).first().waitFor()
    expect(await page.locator('article').count()).toBeGreaterThan(2 * deviceStatuses.length)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    expect(
      await page
        .locator('article button:visible')
        .first()
        .evaluate((button) => button.closest('[inert]') !== null),
    ).toBe(true)
  })
})

/** Another operator opens the box while this page is offline. */
async function openFromElsewhere(index: number): Promise<string> {
  const { portal, world, db } = on
  const srm = await connectPerson(portal.url, await signIn(portal.url, world.users.srm.login, world.password))
  const answer = await srm.command(command, { deviceId: on.device(index).id, action: 'open' }, randomUUID())
  srm.close()
  if (!answer.ok) throw new Error(answer.refusal.code)
  const { deviceCommandId } = answer.reply
  const stateOf = async () => (await db.knex('device_commands').where({ id: deviceCommandId }).first()).state as string
  await expect.poll(stateOf).toBe('confirmed')
  return stateOf()
}
