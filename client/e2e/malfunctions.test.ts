import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { themeNames } from '../../contract/themes.ts'
import { postMessages } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { desk, type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import { choose, sees } from '../testing/sees.ts'
import { wearTheme } from '../testing/theme.ts'

let on: Operators
beforeAll(async () => {
  on = await startOperators()
})
afterAll(() => on?.close())
afterEach(async () => {
  for (const index of [0, 4]) on.simulator.fault(on.device(index).hardwareId, 'ok')
  await dirty(2, false)
  await expect.poll(() => on.db.knex('malfunctions').whereNull('closed_at').count().first()).toEqual({ count: 0 })
  // Otherwise the next one would be a recurrence.
  await on.db.knex('malfunctions').delete()
})

const breaks = (index: number) => on.simulator.fault(on.device(index).hardwareId, 'error')
let messages = 0
/** The device reports whether its sensor is dirty. */
async function dirty(index: number, is: boolean): Promise<void> {
  const { gateway } = on.world.own
  const message = { id: `e2e-${++messages}`, at: new Date().toISOString(), device: on.device(index).hardwareId }
  const answer = await postMessages(on.portal.url, gateway.token, [{ ...message, kind: 'reading', dirty: is }])
  expect(await answer.json()).toMatchObject({ stored: 1 })
}
const row = (page: Page, index: number): Locator => page.getByRole('article').filter({ hasText: on.device(index).name })
const detailsOf = (page: Page, index: number): Locator =>
  page.getByRole('link', { name: `Device error, ${on.device(index).name}: show details` })

describe('the malfunction dashboard', () => {
  it('is quiet while nothing is wrong, updates live, and announces a new one by badge, mark and text until the page is touched [LIVE-1] [LIVE-2]', async () => {
    const page = await on.open('/malfunctions')
    await sees(page, 'All quiet')
    expect(await violations(page)).toEqual([])
    breaks(0)
    await expect.poll(() => page.title()).toMatch(/^\(1\) Malfunctions/)
    await sees(row(page, 0), /^New$/)
    await sees(page.getByRole('status'), `New malfunction: Device error, ${on.device(0).name}`)
    await sees(row(page, 0), 'Device error')
    await sees(row(page, 0), 'Site own')
    await sees(row(page, 0), 'Gateway GW-own')
    await sees(row(page, 0), /sec ago|just now/)
    await dirty(2, true)
    await expect.poll(() => page.title()).toMatch(/^\(2\) Malfunctions/)
    await page.keyboard.press('Shift')
    await expect.poll(() => page.title()).toMatch(/^Malfunctions/)
    on.simulator.fault(on.device(0).hardwareId, 'ok')
    await dirty(2, false)
    await sees(page, 'All quiet')
  })

  it('is acknowledged once, shows by whom, and stays [LIVE-2]', async () => {
    breaks(0)
    const page = await on.open('/malfunctions')
    await page.getByRole('button', { name: `Acknowledge Device error, ${on.device(0).name}` }).click()
    await sees(row(page, 0), 'Acknowledged by Test rm')
    await sees(page.getByRole('status'), /acknowledged$/)
    const kept = await on.db.knex('malfunctions').whereNull('closed_at').first()
    expect(kept).toMatchObject({ acknowledged_by: on.world.users.rm.id })
  })

  it('counts, filters, groups and keeps that in the address [LIVE-2]', async () => {
    breaks(0)
    await dirty(2, true)
    breaks(4)
    const page = await on.open('/malfunctions')
    await expect.poll(() => page.getByRole('article').count()).toBe(3)
    await choose(page, /Device error\s*2/)
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
    await choose(page, /^All/)
    await page.getByLabel('Severity').selectOption('warning')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await sees(row(page, 2), 'Sensor dirty')
    await page.getByLabel('Severity').selectOption('all')
    await page.getByLabel('Group by').selectOption('device')
    await expect.poll(() => page.getByRole('list').getByRole('heading', { level: 2 }).count()).toBe(3)
    await page.getByRole('searchbox').fill(on.device(4).name)
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await page.reload()
    await row(page, 4).waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    expect(await page.getByLabel('Group by').inputValue()).toBe('device')
  })

  it('opens beside the list with instructions, is reassigned, commented, acted on and closed, each visible at once [LIVE-1] [LIVE-2]', async () => {
    breaks(0)
    const page = await on.open('/malfunctions?by=site')
    await detailsOf(page, 0).focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('complementary', { name: 'Device error' })
    await drawer.getByRole('heading', { level: 2, name: 'Device error' }).waitFor()
    expect(await drawer.getByRole('heading', { level: 2 }).evaluate((h) => h === document.activeElement)).toBe(true)
    await sees(drawer, 'Restart the device. That takes about a minute.')
    await drawer.getByLabel('Assigned to').selectOption({ label: 'Test srm' })
    await sees(row(page, 0), 'Assigned to Test srm')
    await drawer.getByLabel('Comment').fill('bent flap')
    await drawer.getByRole('button', { name: 'Add comment' }).click()
    const story = drawer.getByRole('list', { name: 'What happened' })
    await sees(story, 'bent flap')
    await sees(row(page, 0), '1 comment')
    await drawer.getByRole('button', { name: /^Restart / }).click()
    await sees(story, /Restarted|accepted|sent/)
    await sees(story, 'Test rm gave it to Test srm')
    expect(await violations(page)).toEqual([])
    await page.reload()
    await sees(drawer, 'bent flap')
    on.simulator.fault(on.device(0).hardwareId, 'ok')
    await sees(drawer, /^Over since/)
    await drawer.getByRole('link', { name: `Device ${on.device(0).name}` }).click()
    await page.getByRole('heading', { level: 1, name: on.device(0).name }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { level: 1, name: 'Malfunctions' }).waitFor()
    await drawer.getByRole('heading', { level: 2 }).press('Escape')
    await expect.poll(() => drawer.count()).toBe(0)
    expect(page.url()).not.toContain('incident')
    await choose(page, 'History')
    await sees(page.getByRole('table', { name: 'Malfunctions that are over' }), on.device(0).name)
    expect(await violations(page)).toEqual([])
  })

  it('ranks first what will affect people, says how many and from when, and folds what a silent gateway explains [LIVE-1]', async () => {
    const { knex } = on.db
    const { gateway, siteId } = on.world.own
    breaks(0)
    await dirty(2, true)
    const page = await on.open('/malfunctions')
    // A later message of the gateway would end its silence.
    await row(page, 0).waitFor()
    await row(page, 2).waitFor()
    const opened = await knex('malfunctions')
      .insert([
        {
          kind: 'gateway-silent',
          severity: 'error',
          gateway_id: gateway.id,
          site_id: siteId,
          opened_at: new Date(Date.now() - 3_600_000),
        },
        {
          kind: 'unreachable',
          severity: 'error',
          device_id: gateway.devices[6]?.id,
          gateway_id: gateway.id,
          site_id: siteId,
          opened_at: new Date(),
        },
      ])
      .returning<{ id: number }[]>('id')
    await knex('events').insert({ zone_id: on.world.own.id, name: 'Always', starts_on: '2020-01-01' })
    await knex('reservations').insert({
      number: 77,
      event_id: knex('events').max('id'),
      site_id: siteId,
      user_id: on.world.users.visitor.id,
      device_id: gateway.devices[3]?.id,
      starts_at: new Date(Date.now() + 3_600_000),
      ends_at: new Date(Date.now() + 7_200_000),
      reserved_at: new Date(),
      state: 'RESERVED',
    })
    const first = page.getByRole('article').first()
    await sees(first, 'Gateway silent')
    await sees(first, /^1 reservation from \d\d:\d\d/)
    expect(await page.getByRole('article').filter({ hasText: 'Unreachable' }).count()).toBe(0)
    await first.getByRole('link').click()
    const drawer = page.getByRole('complementary')
    await sees(drawer, '8 devices depend on this gateway.')
    await drawer.getByRole('link', { name: /^Unreachable, / }).click()
    await sees(drawer, 'Explained by')
    const ids = opened.map(({ id }) => id)
    await knex('malfunctions').whereIn('id', ids).delete()
    await knex('reservations').where({ number: 77 }).delete()
  })

  it('is silent about recurrences, and opens on a separate page on a phone [LIVE-2]', async () => {
    breaks(0)
    const page = await on.open('/malfunctions', phone)
    await row(page, 0).waitFor()
    on.simulator.fault(on.device(0).hardwareId, 'ok')
    await sees(page, 'All quiet')
    breaks(0)
    await sees(row(page, 0), /^Came back/)
    expect(await row(page, 0).getByText(/^New$/).count()).toBe(0)
    expect(await page.title()).toMatch(/^Malfunctions/)
    await detailsOf(page, 0).tap()
    await page.getByRole('heading', { level: 1, name: 'Device error' }).waitFor()
    await sees(page, 'What to do')
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.getByRole('button', { name: 'All malfunctions' }).click()
    await row(page, 0).waitFor()
  })

  it('marks a gateway that was silent for more than 6 hours [LIVE-1] [GW-3]', async () => {
    const { knex } = on.db
    const gateway = on.world.own.gateway.id
    const device = on.world.own.gateway.devices[6]?.id
    await knex('gateways')
      .where({ id: gateway })
      .update({ last_message_at: new Date(Date.now() - 7 * 3_600_000) })
    await knex('malfunctions').insert({
      kind: 'unreachable',
      severity: 'error',
      device_id: device,
      gateway_id: gateway,
      site_id: on.world.own.siteId,
      opened_at: new Date(Date.now() - 600_000),
      version: knex.raw(`nextval('change_version')`),
    })
    const page = await on.open('/malfunctions')
    const mark = row(page, 6).getByRole('button', { name: /No message for more than 6 hours/ })
    await mark.hover()
    await sees(page.getByRole('tooltip'), /No message for more than 6 hours. Last one: \d\d\/\d\d\/\d{4}/)
    await knex('malfunctions').where({ device_id: device }).delete()
  })

  it('remembers on this device whether it plays a sound [LIVE-2]', async () => {
    const page = await on.open('/malfunctions')
    const ring = page.getByRole('switch', { name: 'Sound for new malfunctions' })
    expect(await ring.isChecked()).toBe(false)
    await ring.press('Space')
    await page.reload()
    await expect.poll(() => ring.isChecked()).toBe(true)
  })

  it('stays fast with a thousand of them: only those near the viewport are in the page [LIVE-1]', async () => {
    const { knex } = on.db
    const { id: gateway } = on.world.own.gateway
    await knex.raw(
      `with made as (
         insert into devices (name, hardware_id, gateway_id, site_id, device_type_id, sequence_number)
         select 'Many ' || n, 'M-' || n, ?, ?, (select min(device_type_id) from devices), n from generate_series(1, 1000) n returning id)
       insert into malfunctions (kind, severity, device_id, gateway_id, site_id, opened_at, version)
       select 'unreachable', 'warning', id, ?, ?, now(), nextval('change_version') from made`,
      [gateway, on.world.own.siteId, gateway, on.world.own.siteId],
    )
    const page = await on.open('/malfunctions')
    await sees(page, '1,000 things are wrong')
    expect(await page.getByRole('article').count()).toBeLessThan(40)
    await page.mouse.wheel(0, 1_000_000)
    await sees(page, 'Many 1')
    await knex('malfunctions').whereLike('kind', 'unreachable').delete()
    await knex('devices').whereLike('name', 'Many %').delete()
  })

  it.each([
    ['a phone', phone],
    ['a desk', desk],
  ] as const)(
    'is accessible and fits on %s, light and dark; on the desk it is readable in every theme [THEME-1]',
    async (name, size) => {
      breaks(0)
      await dirty(2, true)
      const page = await on.open('/malfunctions', size)
      await row(page, 0).waitFor()
      await row(page, 2).waitFor()
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await unreadable(page)).toEqual([])
      if (name === 'a phone') return
      for (const [index, theme] of themeNames.entries()) {
        await page.emulateMedia({ colorScheme: index % 2 ? 'dark' : 'light' })
        await wearTheme(on, page, theme)
        await row(page, 0).waitFor()
        await row(page, 2).waitFor()
        expect(await unreadable(page), theme).toEqual([])
      }
    },
  )
})
