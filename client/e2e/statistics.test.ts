import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unreadable, violations } from '../testing/axe.ts'
import { desk, type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import { choose, sees } from '../testing/sees.ts'

/** The week in which the clocks go back, Monday to Monday, compared with the previous one. */
const week = 'from=2026-10-18T22:00:00Z&until=2026-10-25T23:00:00Z'
let on: Operators

beforeAll(async () => {
  on = await startOperators()
  const { knex } = on.db
  const { siteId, gateway } = on.world.own
  const deviceId = on.device(0).id
  await knex.raw(`select ensure_partitions('2026-10-01Z', '2026-11-01Z')`)
  // Ten to two o'clock at the site on every day of the week, and on the Monday before.
  await knex.raw(
    `with days as (select day::date as day from generate_series('2026-10-19'::date, '2026-10-25', interval '1 day') day union all select '2026-10-12'),
     booked as (
       insert into reservations (site_id, device_id, starts_at, ends_at, state, reserved_at)
       select ?, ?, (day + time '10:00') at time zone 'Europe/Berlin', (day + time '14:00') at time zone 'Europe/Berlin', 'RESERVED', '2026-10-01Z'
         from days returning id, starts_at)
     insert into transactions (kind, from_account_id, to_account_id, amount_cents, reservation_id, created_at)
     select 'booking', o.id, t.id, 600, b.id, b.starts_at from booked b, accounts o, accounts t where o.provider = 'outside' and t.tenant_id = ?`,
    [siteId, deviceId, on.world.tenants.own],
  )
  const broke = (day: string, kind: string) => ({
    kind,
    severity: 'error',
    device_id: deviceId,
    gateway_id: gateway.id,
    site_id: siteId,
    opened_at: `2026-10-${day}T06:00:00Z`,
    closed_at: `2026-10-${day}T07:30:00Z`,
    version: knex.raw(`nextval('change_version')`),
  })
  await knex('malfunctions').insert([
    ...['12', '13', '14', '15'].map((day) => broke(day, 'unreachable')),
    broke('20', 'unreachable'),
    broke('21', 'low-voltage'),
  ])
  // A gap of a day on Tuesday; the previous week was five degrees colder.
  await knex.raw(
    `insert into readings (device_id, at, temperature, humidity, supply_voltage, rssi, rx_timeouts, retries, dirty)
     select ?, at, case when at < '2026-10-19' then 5 else 10 end + 3 * sin(extract(epoch from at) / 20000), 60, 3.6, -90, 0, 1, false
       from generate_series('2026-10-12Z'::timestamptz, '2026-10-25 22:45Z', interval '15 minutes') at
      where at not between '2026-10-20Z' and '2026-10-21Z'`,
    [deviceId],
  )
  // Reported on one day only, every ten minutes: occupied from ten to two, free before and after.
  await knex.raw(
    `insert into device_reports (device_id, at, status, received_at)
     select ?, at, case when at >= '2026-10-19 08:00Z' and at < '2026-10-19 12:00Z' then 'occupied' else 'free' end, at
       from generate_series('2026-10-19 06:00Z'::timestamptz, '2026-10-19 16:00Z', interval '10 minutes') at`,
    [deviceId],
  )
})
afterAll(() => on?.close())

const path = (rest = '') => `/statistics?scope=site&target=${on.world.own.siteId}&${week}${rest}`
const tile = (page: Page, name: RegExp) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
const heat = (page: Page) => page.getByRole('grid', { name: 'Weekday and hour: reserved' })
const show = (page: Page, part: string, look: string) =>
  choose(page.getByRole('group', { name: `${part}: show as` }), look)
const cursor = (page: Page, name: string) => page.getByRole('slider', { name: `${name}: point in the chart` })
const asked = (page: Page) => new URL(page.url()).searchParams

/** The content that a CSV button downloads. */
async function saved(page: Page, title: string): Promise<{ name: string; lines: string[] }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: `CSV file: ${title}` }).click()
  const download = await waiting
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}

describe('the figures of a site', () => {
  it('are shown with those of the previous span, in words, readable in light and dark, and downloaded with ISO times of the site, decimal points and both spans [LIVE-5]', async () => {
    const page = await on.open(path('&compare=before'))
    await sees(tile(page, /^Reservations$/), /600.% more · better/)
    await sees(tile(page, /^Reservations$/), 'before: 1')
    expect(
      await tile(page, /^Reservations$/)
        .locator('strong')
        .textContent(),
    ).toBe('7')
    expect(
      await tile(page, /^Revenue/)
        .locator('strong')
        .textContent(),
    ).toBe('€42.00')
    await sees(tile(page, /^Malfunctions$/), /50.% less · better/)
    await sees(tile(page, /^Down time$/), 'before: 6 h')
    // Four hours a day of eight places, in a week of 169 hours.
    await sees(tile(page, /^Reserved time$/), `${((28 / 169 / 8) * 100).toFixed(1)}`)
    await sees(tile(page, /^Occupied by sensor$/), 'before: not known')
    await cursor(page, 'Revenue (€)').waitFor()
    await heat(page).waitFor()
    const kinds = page.getByRole('table', { name: 'Malfunctions by kind' })
    await sees(kinds.getByRole('row').filter({ hasText: 'Unreachable' }), 'before: 4')
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    const { name, lines } = await saved(page, 'Over time')
    expect(name).toBe('Site-own_2026-10-19_2026-10-26_Over-time.csv')
    expect(lines[0]).toMatch(
      /^\uFEFF"From","Until","From, compared span","Reserved time","Reserved time, compared span",/,
    )
    expect(lines).toHaveLength(8)
    const last = lines[7]?.slice(1, -1).split('","') ?? []
    expect(last.slice(0, 3)).toEqual([
      '2026-10-25T00:00:00+02:00',
      '2026-10-26T00:00:00+01:00',
      '2026-10-18T00:00:00+02:00',
    ])
    expect(Number(last[3])).toBeCloseTo(4 / 25 / 8)
    expect(last).toContain('6')
    const file = await saved(page, 'Malfunctions by kind')
    expect(file.lines.slice(1)).toContain('"Unreachable","unreachable","1","4","90","360"')
  })

  it('of another span are not shown for the selected one while nothing can be loaded [LIVE-5]', async () => {
    const page = await on.open(path(), { ...desk, alone: true })
    await tile(page, /^Reservations$/).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('radio', { name: '30 days' }).click()
    await sees(page, /^Loading\. These are still the figures of 19\/10\/2026/)
    await page.context().setOffline(false)
    await page.getByText(/^Loading\. These are still/).waitFor({ state: 'detached' })
  })

  it('by weekday and hour are the same on the heat map, in words and in the table, and are walked by keyboard [LIVE-5]', async () => {
    const page = await on.open(path())
    const cells = heat(page).getByRole('gridcell')
    await cells.first().waitFor()
    const labels = await cells.evaluateAll((all) =>
      all.map((cell) => [cell.getAttribute('aria-label'), cell.textContent]),
    )
    expect(labels).toHaveLength(7 * 24)
    await show(page, 'Weekday and hour', 'Table')
    const table = page.getByRole('table', { name: 'Weekday and hour' })
    const more = page.getByRole('button', { name: /^Show \d+ more/ })
    await more.waitFor()
    while ((await more.count()) > 0) await more.click()
    const rows = await table
      .getByRole('row')
      .evaluateAll((all) =>
        all.slice(1).map((row) => [...row.querySelectorAll('td > :last-child')].map((cell) => cell.textContent)),
      )
    expect(rows.map(([day, hour, booked]) => `${day}, ${hour}, ${booked}`)).toEqual(labels.map(([label]) => label))
    const monday = labels.find(([label]) => label?.startsWith('Monday, 10:00'))
    expect(monday).toEqual(['Monday, 10:00 – 11:00, 12.5\u00a0%', '13'])
    await show(page, 'Weekday and hour', 'Map')
    await cells.first().focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'End', 'ArrowRight']) await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Tuesday, 23:00 – 00:00/,
    )
    await sees(page, /^Tuesday, 23:00 – 00:00, 0/)
  })

  it('are loaded in finer steps for a drawn part, compared with the same part, and complete again; are read point by point and zoomed by keyboard alone [LIVE-5]', async () => {
    const page = await on.open(path('&compare=before'))
    const chart = page.getByRole('img', { name: /^Reservations:/ })
    await chart.waitFor()
    await sees(page, 'one step per day')
    await chart.scrollIntoViewIfNeeded()
    const box = await chart.boundingBox()
    if (!box) throw new Error('no chart')
    const inner = box.width - 64
    const x = (share: number) => box.x + 52 + inner * share
    await page.mouse.move(x(0.01), box.y + 60)
    await page.mouse.down()
    await page.mouse.move(x(0.1), box.y + 60, { steps: 3 })
    await page.mouse.move(x(0.2), box.y + 60, { steps: 3 })
    await page.mouse.up()
    await sees(page, 'one step per hour')
    const [from, until, since] = ['from', 'until', 'since'].map((name) => Date.parse(asked(page).get(name) ?? ''))
    expect((until ?? 0) - (from ?? 0)).toBeLessThan(36 * 3_600_000)
    expect((from ?? 0) - (since ?? 0)).toBe(7 * 24 * 3_600_000)
    await sees(tile(page, /^Reservations$/), 'before: 1')
    await page.getByRole('button', { name: 'Whole span' }).click()
    await sees(page, 'one step per day')
    expect(asked(page).get('compare')).toBe('before')
    const point = cursor(page, 'Reservations')
    await point.waitFor()
    await sees(tile(page, /^Reservations$/), 'before: 1')
    await point.focus()
    await page.keyboard.press('Home')
    expect(await point.getAttribute('aria-valuetext')).toBe('Mon, 19/10/2026, 1, before: 1')
    await page.keyboard.press('ArrowRight')
    expect(await point.getAttribute('aria-valuetext')).toBe('Tue, 20/10/2026, 1, before: 0')
    // The others point at the same day.
    await sees(page.locator('figure').filter({ hasText: 'Revenue' }), '€6.00')
    const before = asked(page).get('until')
    await page.keyboard.press('+')
    await expect.poll(() => asked(page).get('until')).not.toBe(before)
    expect(await point.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('0')
    await expect.poll(() => asked(page).get('until')).toBe(before)
  })
})

describe('sensor logs', () => {
  it('show the mean between minimum and maximum, gaps as gaps, and the compared span dashed, as curves, table and file [LIVE-5]', async () => {
    const page = await on.open(path('&compare=before&tab=sensors'))
    await page.getByRole('img', { name: /^Temperature: 7.* °C to 1\d/ }).waitFor()
    await sees(page, 'over 8 devices together')
    await page.locator('.recharts-other path').first().waitFor()
    const pieces = await page
      .getByRole('img', { name: /^Temperature/ })
      .locator('.recharts-line:not(.recharts-other) .recharts-line-curve')
      .getAttribute('d')
    expect((pieces ?? '').split('M').length - 1).toBe(2)
    await page.getByRole('checkbox', { name: 'Retries' }).uncheck({ force: true })
    await expect.poll(() => page.getByRole('img', { name: /^Retries/ }).count()).toBe(0)
    await show(page, 'Sensor curves', 'Table')
    const table = page.getByRole('table', { name: 'Sensor curves' })
    await table.getByRole('columnheader', { name: 'Temperature' }).getByRole('button').click()
    expect(await table.getByRole('columnheader', { name: 'Temperature' }).getAttribute('aria-sort')).toBe('descending')
    expect(await table.getByRole('columnheader', { name: 'Retries' }).count()).toBe(0)
    const { lines } = await saved(page, 'Sensor curves')
    expect(lines[0]).toContain('"Temperature (°C), mean","Temperature (°C), least","Temperature (°C), greatest"')
    expect(lines[0]).not.toContain('Retries')
    expect(lines[1]).toMatch(/^"2026-10-25T23:45:00\+01:00","9\.78\d*","9\.78\d*","9\.78\d*",/)
    expect(lines.some((line) => line.startsWith('"2026-10-20T12'))).toBe(false)
    expect(await violations(page)).toEqual([])
  })
})

describe('the choice', () => {
  it('is the first zone, and finds any device by its name [LIVE-5]', async () => {
    const page = await on.open('/statistics')
    await sees(page, 'Zone Zone own')
    await page.getByRole('button', { name: 'Other zone, site or device' }).click()
    const dialog = page.getByRole('dialog', { name: 'Statistics of what?' })
    await dialog.getByRole('searchbox').fill('002')
    await dialog.getByRole('button', { name: new RegExp(on.device(1).name) }).click()
    await sees(page, `Device ${on.device(1).name}`)
    expect(asked(page).get('target')).toBe(String(on.device(1).id))
    const { origin, search } = new URL(page.url())
    await page.goto(`${origin}/statistics${search}&${week}`)
    await sees(page, 'Nothing happened in this span')
    await page.goto(`${origin}/statistics?scope=site&target=${on.world.foreign.siteId}&lang=en`)
    await sees(page, 'It does not exist or is outside your zones.')
  })

  it('reports a span that is too long before any query, and queries a valid one [LIVE-5]', async () => {
    const page = await on.open(path())
    await page.getByRole('textbox', { name: 'From' }).fill('01/01/2024 00:00')
    await sees(page, 'The span may be at most 366 days long.')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    expect(asked(page).get('from')).toBe('2026-10-18T22:00:00Z')
    await page.getByRole('textbox', { name: 'From' }).fill('12/10/2026 00:00')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect
      .poll(() =>
        tile(page, /^Reservations$/)
          .locator('strong')
          .textContent(),
      )
      .toBe('8')
    await choose(page, '30 days')
    await expect.poll(() => asked(page).get('span')).toBe('days30')
  })
})

it('on a phone the charts stack, the map turns, and nothing is wider than the screen [LIVE-5]', async () => {
  const page = await on.open(path('&compare=before'), phone)
  await heat(page).waitFor()
  expect(await heat(page).getByRole('row').first().getByRole('columnheader').count()).toBe(8)
  await cursor(page, 'Malfunctions').waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await violations(page)).toEqual([])
})
