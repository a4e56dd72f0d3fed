import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postMessages } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import { choose, sees } from '../testing/sees.ts'

let on: Operators
const measured = 7
beforeAll(async () => {
  on = await startOperators()
  const deviceId = on.device(measured).id
  // A reading every quarter of an hour for three days, with a gap of four hours a day ago.
  await on.db.knex.raw(
    `insert into readings (device_id, at, temperature, humidity, supply_voltage, rssi, rx_timeouts, retries, dirty)
     select ?, at, 10 + 5 * sin(extract(epoch from at) / 20000), 60, 3.6, -90, 0, 0, false
       from generate_series(now() - interval '3 days', now() - interval '20 minutes', interval '15 minutes') at
      where at not between now() - interval '12 hours' and now() - interval '8 hours'`,
    [deviceId],
  )
})
afterAll(() => on?.close())

const path = () => `/devices/${on.device(measured).id}`
const curve = (page: Page, name: RegExp) => page.getByRole('img', { name })

describe('the page of a device', () => {
  it('separates request, report and confirmation, each with its time, and lists the commands step by step, with person, reason and support code [CTRL-1] [CTRL-8]', async () => {
    const page = await on.open(`/devices/${on.device(0).id}`)
    await sees(page, 'No commands yet.')
    const truth = (name: RegExp) => page.locator('dl > div').filter({ hasText: name })
    const [requested, reported, confirmed] = [
      truth(/^\s*Requested/),
      truth(/^\s*Reported/),
      truth(/^\s*Confirmed/),
    ] as const
    await sees(requested, 'nothing yet')
    await sees(reported, 'Door closed')
    await page.getByRole('button', { name: `Open ${on.device(0).name}` }).click()
    await sees(requested, 'Open')
    await sees(reported, 'Door open')
    await sees(confirmed, 'Open')
    for (const each of [requested, reported, confirmed]) await each.locator('time').waitFor()
    const entry = page.getByRole('list', { name: 'The last commands, newest first' }).getByRole('listitem').first()
    await sees(entry, 'Opened')
    await sees(entry, 'by Test rm (operator)')
    await sees(entry, /\+\d+\.\d s/)
    const { support_code: code } = await on.db
      .knex('device_commands')
      .where({ device_id: on.device(0).id })
      .first()
    await entry.getByRole('button', { name: `Copy support code ${code}` }).waitFor()
  })

  it('shows its malfunctions, which can be acknowledged here [LIVE-2]', async () => {
    on.simulator.fault(on.device(4).hardwareId, 'error')
    const page = await on.open(`/devices/${on.device(4).id}`)
    await page.getByRole('button', { name: /^Acknowledge Device error/ }).click()
    await sees(page, 'Acknowledged by Test rm')
    await page.getByRole('link', { name: /^Device error.*show details$/ }).click()
    await page.getByRole('complementary', { name: 'Device error' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Malfunctions that are over' }).click()
    await page.getByRole('button', { name: `Show all devices, not only ${on.device(4).name}` }).waitFor()
    await page.goBack()
    on.simulator.fault(on.device(4).hardwareId, 'ok')
    await sees(page, 'None. Everything is as it should be.')
  })

  it('draws the curves of a day with their gap, and new readings live, readable on a desktop, light and dark [LIVE-5] [THEME-1]', async () => {
    const page = await on.open(path())
    await curve(page, /^Temperature: [\d.]+ °C to [\d.]+ °C, last/).waitFor()
    await sees(page, 'Times in Europe/Berlin')
    const pieces = await page.evaluate(
      () => document.querySelector('[role=img][aria-label^=Temperature] .recharts-line-curve')?.getAttribute('d') ?? '',
    )
    expect(pieces.split('M').length - 1).toBe(2)
    const message = { id: 'e2e-1', at: new Date().toISOString(), device: on.device(measured).hardwareId }
    const { gateway } = on.world.own
    await postMessages(on.portal.url, gateway.token, [{ ...message, kind: 'reading', temperature: 27.5 }])
    await curve(page, /^Temperature: .* last 27.5 °C$/).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })

  it('shows the same figures as a table, for longer and earlier spans, a drawn part, and any typed span [LIVE-5]', async () => {
    const page = await on.open(path())
    await curve(page, /^Temperature/).waitFor()
    await choose(page, 'Table')
    const table = page.getByRole('table', { name: 'Readings as a table' })
    await table.getByRole('columnheader', { name: 'Supply voltage' }).waitFor()
    expect(await table.getByRole('row').count()).toBeGreaterThan(40)
    expect(await violations(page)).toEqual([])
    await choose(page, 'Curves')
    await choose(page, '7 days')
    await sees(page, /one point per|every reading/)
    await page.getByRole('button', { name: 'Earlier' }).click()
    await sees(page, 'No readings in this span')
    await page.getByRole('button', { name: 'Later' }).click()
    const plot = curve(page, /^Temperature/)
    await plot.waitFor()
    await plot.scrollIntoViewIfNeeded()
    const box = await plot.boundingBox()
    if (!box) throw new Error('no curve')
    await page.mouse.move(box.x + box.width * 0.7, box.y + 80)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.8, box.y + 80, { steps: 5 })
    await page.mouse.move(box.x + box.width * 0.9, box.y + 80, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Whole span' }).click()
    await choose(page, 'Custom')
    await page.getByRole('textbox', { name: 'From' }).fill('01/01/2024 00:00')
    await page.getByRole('textbox', { name: 'Until' }).fill('02/01/2024 00:00')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await sees(page, 'No readings in this span')
  })

  it('is not found in a foreign zone, without a reason [NAV-6]', async () => {
    const page = await on.open(`/devices/${on.world.foreign.gateway.devices[0]?.id}`)
    await sees(page, 'It does not exist or is outside your zones.')
    await page.goto(`${new URL(page.url()).origin}/devices/none?lang=en`)
    await sees(page, 'It does not exist or is outside your zones.')
  })

  it('is accessible and fits on a phone, light and dark [THEME-1]', async () => {
    const page = await on.open(path(), phone)
    await curve(page, /^Temperature/).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })
})
