import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { unreadable, violations } from '../testing/axe.ts'
import { overflow, phone } from '../testing/operators.ts'
import { choose, sees } from '../testing/sees.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
const planted = 40
/** Messages 1 to 40 of the operator's site, the odd ones failed long ago; the subject of number 3 is an attack. */
beforeAll(async () => {
  on = await startShell({ devices: 1 })
  await on.db.knex.raw(
    `insert into messages (channel, kind, recipient, language, subject, body_text, body_html, site_id, state, via, sent_at, error, attempts, created_at)
     select 'mail', 'gateway-silent', 'person-' || to_char(n, 'fm00') || '@example.org', 'en',
       case n when 3 then E'a;"b"\\n=cmd()' else 'Subject ' || n end, 'Text', '<p>Text</p>', ?,
       case n % 2 when 1 then 'failed' else 'sent' end, case n % 2 when 0 then 'outbox' end, case n % 2 when 0 then now() end,
       case n % 2 when 1 then '550 no such user' end, n % 2 + 1, now() - n * interval '1 minute'
     from generate_series(1, ?) n`,
    [on.world.own.siteId, planted],
  )
  await on.db.knex.raw(
    `insert into reservations (site_id, device_id, managed_by, starts_at, ends_at, state, reserved_at, ended_at)
     select ?, ?, ?, now() + n * interval '3 hours', now() + n * interval '3 hours' + interval '1 hour', 'STORNO', now(), now()
       from generate_series(1, 20) n`,
    [on.world.own.siteId, on.world.own.gateway.devices[0]?.id ?? 0, on.world.users.rm.id],
  )
})
afterEach(() => on.leave())
afterAll(() => on?.close())

const open = (path = '/messages', options: Parameters<ShellTest['visit']>[1] = {}) =>
  on.visit(`${path}${path.includes('?') ? '&' : '?'}lang=en`, { as: 'rm', ...options })
const table = (page: Page) => page.getByRole('table').last()
/** Rows without the header. */
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const clean = async (page: Page) => {
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}

describe('a list', () => {
  it('keeps filter, order and page in its address, across a reload and going back', async () => {
    const page = await open()
    await sees(page, '40 entries')
    await page.getByLabel('State', { exact: true }).selectOption('failed')
    await sees(page, '20 entries')
    await page.getByRole('button', { name: 'To', exact: true }).click()
    await press(page, 'Next')
    await sees(page, '16 to 20 of 20')
    await expect.poll(() => rows(page).count()).toBe(5)
    await sees(rows(page).first(), 'person-31@example.org')
    await page.reload()
    await sees(page, '16 to 20 of 20')
    await rows(page).last().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Subject 39' }).waitFor()
    await page.goBack()
    await sees(page, '16 to 20 of 20')
    await sees(rows(page).last(), 'person-39@example.org')
    expect(await page.getByLabel('State', { exact: true }).inputValue()).toBe('failed')
    expect([parameter(page, 'state'), parameter(page, 'sort'), parameter(page, 'page')]).toEqual([
      'failed',
      'recipient',
      '2',
    ])
    await page.getByLabel('State', { exact: true }).selectOption('sent')
    await sees(page, '1 to 15 of 20')
    await page.goto(`${on.portal.url}/messages?page=99&lang=en`)
    await sees(page, '31 to 40 of 40')
  })

  it('has fifteen rows in view on a laptop in its compact density, and fewer, higher ones in the other', async () => {
    const page = await open()
    for (const path of ['/messages', '/reservations']) {
      await page.goto(`${on.portal.url}${path}?lang=en`)
      await expect.poll(() => rows(page).count()).toBe(15)
      const { y, height } = (await rows(page).last().boundingBox()) ?? { y: 0, height: Number.POSITIVE_INFINITY }
      // A list of unsent messages stands above.
      if (path === '/reservations') expect(y + height).toBeLessThanOrEqual(900)
      expect(height).toBeLessThan(36)
    }
    await press(page, 'Columns')
    await choose(page, 'Comfortable')
    await clean(page)
    await page.reload()
    await expect.poll(async () => (await rows(page).first().boundingBox())?.height).toBeGreaterThan(50)
  })

  it('shows the columns that a person selects, and remembers them', async () => {
    const page = await open()
    const head = (name: string) => table(page).getByRole('columnheader', { name, exact: true })
    await head('Tries').waitFor()
    await press(page, 'Columns')
    await page.getByRole('checkbox', { name: 'Tries' }).uncheck()
    await page.getByRole('checkbox', { name: 'Site' }).check()
    await clean(page)
    await page.keyboard.press('Escape')
    await head('Site').waitFor()
    expect(await head('Tries').count()).toBe(0)
    await page.reload()
    await head('Site').waitFor()
    expect(await head('Tries').count()).toBe(0)
  })

  it('has views that a person saves, applies, renames and removes; others do not see them', async () => {
    const page = await open('/messages?state=failed&sort=recipient')
    await sees(page, '20 entries')
    await press(page, 'Columns')
    await page.getByRole('checkbox', { name: 'Tries' }).uncheck()
    await page.keyboard.press('Escape')
    await press(page, 'Views')
    await sees(page, 'No saved views yet.')
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('What failed')
    await page.keyboard.press('Enter')
    await sees(page, 'View “What failed” saved.')
    await page.goto(`${on.portal.url}/messages?lang=en`)
    await sees(page, '40 entries')
    await press(page, 'Columns')
    await page.getByRole('checkbox', { name: 'Tries' }).check()
    await page.keyboard.press('Escape')
    await press(page, 'Views')
    await page.getByRole('button', { name: 'What failed', exact: true }).waitFor()
    await clean(page)
    await press(page, 'What failed')
    await sees(page, '20 entries')
    expect([parameter(page, 'state'), parameter(page, 'sort')]).toEqual(['failed', 'recipient'])
    expect(await page.getByRole('columnheader', { name: 'Tries' }).count()).toBe(0)
    await on.leave()
    const other = await open('/messages', { as: 'srm' })
    await press(other, 'Views')
    await sees(other, 'No saved views yet.')
    await on.leave()
    const again = await open()
    await press(again, 'Views')
    await press(again, 'Rename view “What failed”')
    const name = again.getByRole('textbox', { name: 'New name' })
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await name.fill(' ')
    await again.keyboard.press('Enter')
    await sees(again, 'This field must not be empty.')
    await clean(again)
    await name.fill('Not delivered')
    await again.keyboard.press('Enter')
    await sees(again, 'View renamed to “Not delivered”.')
    const pencil = again.getByRole('button', { name: 'Rename view “Not delivered”' })
    await expect.poll(() => pencil.evaluate((button) => button === document.activeElement)).toBe(true)
    await clean(again)
    await press(again, 'Not delivered')
    await sees(again, '20 entries')
    await press(again, 'Views')
    await press(again, 'Remove view “Not delivered”')
    await sees(again, 'No saved views yet.')
  })

  it('saves a view whose filter has several values', async () => {
    const page = await open('/reservations?states=["STORNO","CREATED"]&mine=false')
    await sees(page, '20 entries')
    await press(page, 'Views')
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Cancelled or open')
    await press(page, 'Save current view')
    await sees(page, 'View “Cancelled or open” saved.')
    await page.goto(`${on.portal.url}/reservations?lang=en`)
    await press(page, 'Views')
    await press(page, 'Cancelled or open')
    await page.getByRole('button', { name: 'Remove filter: Cancelled and Being booked' }).waitFor()
  })

  it('is downloaded completely, with its filters and order; no cell becomes a row or a formula', async () => {
    const page = await open('/messages?state=failed&sort=recipient')
    await sees(page, '20 entries')
    const arriving = page.waitForEvent('download')
    await press(page, 'Download the whole list as a CSV file')
    const file = await arriving
    expect(file.suggestedFilename()).toMatch(/^Messages.*\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.startsWith('\uFEFF"Created";"Time zone";"Channel";')).toBe(true)
    expect(text).toContain(`;"a;""b""\n'=cmd()";`)
    const records = text.replace(/"(?:[^"]|"")*"/g, (cell) => (cell.includes('@') ? cell : '')).split('\r\n')
    const people = records.slice(1, -1).map((record) => /person-(\d\d)/.exec(record)?.[1])
    expect(people).toEqual(Array.from({ length: 20 }, (_, at) => String(2 * at + 1).padStart(2, '0')))
    await sees(page, /^Saved as/)
  })

  it('is operated by keyboard: arrows move between rows, x selects, Escape clears, Enter opens', async () => {
    const page = await open('/messages?state=failed&sort=recipient')
    await sees(page, '20 entries')
    await rows(page).first().getByRole('link').focus()
    const first = await focused(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).not.toBe(first)
    for (const key of ['x', 'ArrowDown', 'x']) await page.keyboard.press(key)
    await page.getByRole('group', { name: '2 selected' }).waitFor()
    expect(await rows(page).nth(1).getByRole('checkbox').isChecked()).toBe(true)
    await clean(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('group', { name: /selected/ }).count()).toBe(0)
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Subject 1', exact: true }).waitFor()
  })

  it('is shown as labelled cards on the narrowest phone, light and dark', async () => {
    const page = await open('/messages?state=sent', { ...phone, viewport: { width: 320, height: 700 } })
    await sees(page, '20 entries')
    const [title, next] = [rows(page).first().getByRole('cell').nth(1), rows(page).first().getByRole('cell').nth(2)]
    const [above, below] = [await title.boundingBox(), await next.boundingBox()]
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY)
    await sees(next, 'To')
    expect((await rows(page).first().getByRole('cell').first().boundingBox())?.width).toBeGreaterThan(100)
    await clean(page)
    await press(page, 'Filters')
    await page.getByLabel('Sort by').selectOption('-recipient')
    await sees(rows(page).first(), 'person-40@example.org')
    await clean(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })

  it('shows that it is loading, that it failed and why, and that it is empty', async () => {
    const { knex } = on.db
    const trx = await knex.transaction()
    await trx.raw('lock table messages in access exclusive mode')
    const page = await open('/messages?search=person-4')
    await page
      .getByRole('status', { name: /^Loading/ })
      .first()
      .waitFor()
    await trx.rollback()
    await sees(page, '1 entry')
    await knex.raw('alter table messages rename to messages_elsewhere')
    await page.reload()
    const failed = page.getByRole('alert').filter({ hasText: 'Support code' })
    await failed.waitFor()
    expect(await violations(page)).toEqual([])
    await knex.raw('alter table messages_elsewhere rename to messages')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await sees(page, '1 entry')
    await page.getByRole('searchbox').fill('nobody')
    await sees(page, 'Nothing matches')
    await clean(page)
    await press(page, 'Clear filters')
    await sees(page, '40 entries')
    await on.leave()
    const nothing = await open('/messages', { as: 'foreignRm' })
    await sees(nothing, 'No messages yet')
    await clean(nothing)
  })
})

describe('the reservations of a manager', () => {
  const whose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

  it('are those in the manager’s charge until all are requested, which is remembered [RES-2]', async () => {
    const { knex } = on.db
    await knex('reservations')
      .update({ managed_by: on.world.users.srm.id })
      .where('starts_at', '>', knex.raw(`now() + interval '40 hours'`))
    const page = await open('/reservations')
    await sees(page, '13 entries')
    expect(await whose(page, 'Looked after by me').isChecked()).toBe(true)
    await choose(page, 'All')
    await sees(page, '20 entries')
    await page.goto(`${on.portal.url}/reservations?lang=en`)
    await sees(page, '20 entries')
    expect(await whose(page, 'All').isChecked()).toBe(true)
    await press(page, 'Remove filter: Everybody’s')
    await sees(page, '13 entries')
    await page.reload()
    await sees(page, '13 entries')
    await on.leave()
    const chief = await open('/reservations', { as: 'srm' })
    await sees(chief, '20 entries')
  })
})
