import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { preview, revoke, set } from '../../contract/maintenance.ts'
import { cancel } from '../../contract/reservations.ts'
import { connectPerson, type Person, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { book, giveCredit, openForBooking } from '../testing/booking.ts'
import { overflow, phone } from '../testing/operators.ts'
import { type ShellTest, startShell } from '../testing/shell.ts'

let on: ShellTest
let visitor: Person
let other: Person
let srm: Person
/** Equivalent bike boxes of the operator's site. */
let boxes: { id: number; name: string }[]

beforeAll(async () => {
  on = await startShell({ devices: 5 })
  const { knex } = on.db
  const { users, tenants, own } = on.world
  // By the usual rule half is refunded from a day before the start.
  await openForBooking(knex, on.world, { refund_until_minutes: 1_440 })
  await knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'MAINTENANCE' on conflict do nothing`,
    [tenants.own],
  )
  await knex('zones').where({ id: own.id }).update({ additional_support_info: 'Call 0351 4711' })
  for (const login of ['visitor', 'rm'] as const) await giveCredit(knex, users[login].id, 20_000)
  boxes = await knex('devices')
    .where({ site_id: own.siteId, device_type_id: own.gateway.devices[0]?.typeId })
    .orderBy('sequence_number')
    .select('id', 'name')
  const person = async (login: 'visitor' | 'rm' | 'srm') =>
    connectPerson(on.portal.url, await signIn(on.portal.url, users[login].login, on.world.password))
  ;[visitor, other, srm] = await Promise.all([person('visitor'), person('rm'), person('srm')])
})
afterEach(async () => {
  await on.leave()
  const { knex } = on.db
  const open = await knex('maintenance_periods').whereNull('revoked_at').select('id')
  for (const { id } of open) await srm.command(revoke, { periodId: id, reason: 'The test is over' })
  await knex('reservations').where({ state: 'RESERVED' }).update({ state: 'STORNO', ended_at: new Date() })
})
afterAll(async () => {
  for (const person of [visitor, other, srm]) person?.close()
  await on?.close()
})

const at = (box: number, from: number, until: number) => ({
  siteId: on.world.own.siteId,
  deviceId: boxes[box]?.id ?? 0,
  from,
  until,
})
const nameOf = (box: number) => boxes[box]?.name ?? ''
const open = (path: string, options: Parameters<ShellTest['visit']>[1]) =>
  on.visit(`${path}${path.includes('?') ? '&' : '?'}lang=en`, options)
const sees = (page: Page | Locator, text: string | RegExp) => page.getByText(text).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog')
const forBox = (box: number) => `/maintenance/add?scope=device&target=${boxes[box]?.id}`

/** Sets maintenance of a box over another person's socket: from now or later on, until further notice. */
async function maintain(box: number, from = new Date()): Promise<number> {
  const request = {
    scope: 'device',
    targetId: boxes[box]?.id ?? 0,
    start: from.toISOString(),
    end: null,
  } as const
  const seen = await srm.query(preview, request)
  if (!seen.ok) throw new Error(seen.refusal.code)
  const { version, target } = seen.reply
  const answer = await srm.command(set, {
    ...request,
    reason: 'New lock',
    description: null,
    version,
    safetyWord: target.safetyWord,
  })
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.reply.periodId
}

describe('maintenance', () => {
  it('previews whom it affects, shows what has changed, and is set by the safety word; people who were not moved cancel with a full refund [MAINT-2] [MAINT-4]', async () => {
    await book(visitor, at(0, 2, 3))
    for (const box of [1, 2]) await book(other, at(box, 2, 3))
    const page = await open('/maintenance', { as: 'srm' })
    await sees(page, 'Nothing is under maintenance')
    expect(await violations(page)).toEqual([])
    await page.goto(`${on.portal.url}${forBox(0)}`)
    await sees(page, '1 reservation is affected: none is moved, 1 cannot be moved, none is running.')
    await sees(page, 'English: 1 mail')
    await sees(page, 'If everybody cancels who may, €1.50 are refunded.')
    const act = page.getByRole('button', { name: 'Set maintenance …' })
    expect(await act.getAttribute('aria-disabled')).toBe('true')
    await sees(page, 'Visitors want to know why: please give a reason.')
    await page.getByRole('textbox', { name: 'Reason' }).fill('New lock')
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    // While a newer reply is awaited the older one is dimmed.
    await expect.poll(() => unreadable(page)).toEqual([])

    await act.click()
    const word = dialog(page).getByRole('textbox', { name: /^Safety word/ })
    await word.fill(nameOf(0).toLowerCase())
    await dialog(page).getByRole('button', { name: 'Set maintenance' }).click()
    await sees(page, 'The text does not match.')
    await word.fill(nameOf(0))
    const later = await book(visitor, at(0, 1, 2))
    await dialog(page).getByRole('button', { name: 'Set maintenance' }).click()
    await sees(page, 'Something has changed in the meantime')
    await sees(page, '1 new reservation')
    await sees(page, `${later.number} (Test visitor): Is moved`)
    expect(await on.db.knex('maintenance_periods').whereNull('revoked_at').count().first()).toEqual({ count: 0 })
    expect(await word.inputValue()).toBe(nameOf(0))
    expect(await unreadable(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Set maintenance' }).click()
    await page.getByRole('heading', { level: 1, name: `Maintenance of ${nameOf(0)}` }).waitFor()
    await sees(page, '2 reservations affected')
    await page.getByRole('cell', { name: 'Not moved' }).waitFor()
    await page.getByRole('cell', { name: 'Moved', exact: true }).waitFor()
    await sees(page, new RegExp(`${nameOf(0)} to ${nameOf(1)}|${nameOf(0)} to ${nameOf(2)}`))
    expect(await unreadable(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await violations(page)).toEqual([])

    const own = await open('/reservations/current', { as: 'visitor' })
    const card = own.getByRole('article').filter({ hasText: nameOf(0) })
    await card.getByText(/^From .* until .*: New lock$/).waitFor()
    await card.getByText(/^No equivalent place is free yet. We keep looking until/).waitFor()
    await card.getByText('You can cancel and get €1.50 back.').waitFor()
    await card.getByText(/€1\.50 back, because you cannot have your place/).waitFor()
    expect(await violations(own)).toEqual([])
    await card.getByRole('button', { name: `Cancel ${nameOf(0)} because of this` }).click()
    await dialog(own).getByRole('button', { name: 'Cancel, €1.50 back' }).click()
    await sees(own, 'Reservation cancelled, €1.50 come back.')

    await page.getByRole('cell', { name: 'Cancelled' }).waitFor()
    await page.getByRole('button', { name: 'End now' }).click()
    await sees(page, '1 that was moved stays where it is now.')
    await dialog(page).getByRole('button', { name: 'End now' }).click()
    await sees(page, 'This field must not be empty.')
    await dialog(page).getByRole('textbox', { name: 'Why' }).fill('Done sooner')
    await dialog(page).getByRole('button', { name: 'End now' }).click()
    await sees(page, 'Ended early')
    await sees(page, 'Done sooner')
    await page.getByRole('button', { name: 'All maintenance' }).click()
    const row = page.getByRole('table', { name: 'Maintenance' }).getByRole('row').filter({ hasText: 'New lock' })
    await row.getByRole('link', { name: nameOf(0) }).waitFor()
    await row.getByText('Ended early').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('shows what was set although the reply was lost [MAINT-4]', async () => {
    const wire = { lost: false }
    const before = async (page: Page) => {
      await page.clock.install()
      await page.routeWebSocket(/socket\.io/, (near) => {
        const far = near.connectToServer()
        near.onMessage((message) => far.send(message))
        // Acknowledgements start with 43, pushes with 42.
        far.onMessage((message) => !(wire.lost && String(message).startsWith('43')) && near.send(message))
      })
    }
    const page = await open(forBox(2), { as: 'srm', before })
    await sees(page, 'No reservation is affected.')
    await page.getByRole('textbox', { name: 'Reason' }).fill('New hinge')
    await page.getByRole('button', { name: 'Set maintenance …' }).click()
    await dialog(page)
      .getByRole('textbox', { name: /^Safety word/ })
      .fill(nameOf(2))
    wire.lost = true
    await dialog(page).getByRole('button', { name: 'Set maintenance' }).click()
    const made = () => on.db.knex('maintenance_periods').where({ reason: 'New hinge' })
    await expect.poll(made).toHaveLength(1)
    await page.clock.runFor(16_000)
    await page.getByRole('heading', { level: 1, name: `Maintenance of ${nameOf(2)}` }).waitFor()
    expect(await made()).toHaveLength(1)
  })

  it('updates the preview while typing: cancelled reservations disappear, and a later start spares running stays [MAINT-2] [MAINT-4]', async () => {
    const running = await book(visitor, at(0, 0, 1))
    await on.db
      .knex('reservations')
      .where({ id: running.id })
      .update({ starts_at: new Date(Date.now() - 60_000) })
    // Within the proposed four hours, even if the first full hour is not the next one.
    const second = await book(visitor, at(0, 1, 2))
    const page = await open(forBox(0), { as: 'srm' })
    await sees(
      page,
      '2 reservations are affected: 1 is moved, none stays without a place, 1 is running and loses access.',
    )
    const answer = await visitor.command(cancel, { reservationId: second.id, refundCents: 75 })
    expect(answer).toMatchObject({ ok: true })
    await sees(
      page,
      '1 reservation is affected: none is moved, none stays without a place, 1 is running and loses access.',
    )
    await page.getByRole('button', { name: 'Until further notice' }).click()
    await page.getByRole('button', { name: /^Begin at/ }).click()
    await sees(page, 'No reservation is affected.')
    await sees(page, /^From .* until further notice$/)
  })

  it('is read-only except for super managers [MAINT-1] [ADM-19]', async () => {
    const id = await maintain(0)
    const page = await open(forBox(1), { as: 'rm' })
    await sees(page, /Only super reservation managers and administrators/)
    await sees(page, 'No reservation is affected.')
    expect(await page.getByRole('textbox', { name: 'Reason' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Set maintenance …' }).count()).toBe(0)
    await page.goto(`${on.portal.url}/maintenance/${id}`)
    await sees(page, 'No reservation affected')
    for (const name of ['End now', 'Edit texts']) expect(await page.getByRole('button', { name }).count()).toBe(0)
    await page.getByRole('button', { name: 'All maintenance' }).click()
    await page
      .getByRole('table', { name: 'Maintenance' })
      .getByRole('link', { name: nameOf(0) })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: 'Plan maintenance' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  it('is listed, and its new reason is on every open screen at once [ADM-19]', async () => {
    await book(visitor, at(1, 2, 3))
    for (const box of [0, 2]) await book(other, at(box, 2, 3))
    await maintain(1, new Date(Date.now() + 3_600_000))
    const own = await open(`/reservations/current`, { as: 'visitor' })
    await own.getByText(/^From .* until further notice: New lock$/).waitFor()
    const page = await open('/maintenance?status=planned', { as: 'srm' })
    const link = page.getByRole('table', { name: 'Maintenance' }).getByRole('link', { name: nameOf(1) })
    await link.press('Enter')
    await page.getByRole('button', { name: 'Edit texts' }).click()
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(' New hinge')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await sees(dialog(page), 'Must not start or end with a space.')
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('New hinge')
    expect(await violations(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await sees(page, 'New hinge')
    await own.getByText(/^From .* until further notice: New hinge$/).waitFor()
  })

  it('that was taken back before it began is deleted [ADM-19]', async () => {
    const id = await maintain(2, new Date(Date.now() + 3_600_000))
    const page = await open(`/maintenance/${id}`, { as: 'srm' })
    await page.getByRole('button', { name: 'Take back' }).click()
    await dialog(page).getByRole('textbox', { name: 'Why' }).fill('Wrong box')
    await dialog(page).getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await sees(page, `Maintenance of ${nameOf(2)} deleted.`)
    expect(await on.db.knex('maintenance_periods').where({ id })).toEqual([])
  })

  it('says in front of the door why it does not open, until when and whom to contact, with the alternatives; on a phone [MAINT-2] [MAINT-3]', async () => {
    const running = await book(visitor, at(0, 0, 2))
    await on.db
      .knex('reservations')
      .where({ id: running.id })
      .update({ starts_at: new Date(Date.now() - 60_000) })
    await maintain(0)
    const page = await open(`/reserved-parking-lots/${running.id}/open`, { as: 'visitor', ...phone })
    await sees(page, /until further notice: New lock$/)
    await sees(page, /^It began during the reservation/)
    await sees(page, 'Help at the place: Call 0351 4711')
    await sees(page, /^Yours until/)
    await sees(page, /^Maintenance is in progress: nothing opens now/)
    expect(await page.getByText(/^Open for you until/).count()).toBe(0)
    await page.getByRole('button', { name: `Cancel ${nameOf(0)} because of this` }).click()
    await dialog(page)
      .getByRole('button', { name: /^Cancel, €.* back/ })
      .waitFor()
    expect(await violations(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Keep it' }).click()
    expect(await overflow(page)).toBe(0)
  })

  it('fits on a phone and needs no mouse [THEME-1] [MAINT-1] [ADM-19]', async () => {
    await book(visitor, at(0, 2, 3))
    const page = await open(forBox(0), { as: 'srm', ...phone })
    await sees(page, '1 reservation is affected')
    expect(await overflow(page)).toBe(0)
    await page.getByRole('textbox', { name: 'Reason' }).fill('New lock')
    const act = page.getByRole('button', { name: 'Set maintenance …' })
    await expect.poll(() => act.getAttribute('aria-disabled')).toBeNull()
    await act.focus()
    await page.keyboard.press('Enter')
    const word = dialog(page).getByRole('textbox', { name: /^Safety word/ })
    await word.focus()
    await page.keyboard.type(nameOf(0))
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `Maintenance of ${nameOf(0)}` }).waitFor()
    await sees(page, '1 reservation affected')
    await page.getByRole('link', { name: /^Open reservation/ }).waitFor()
    expect(await overflow(page)).toBe(0)
    await page.getByRole('button', { name: 'All maintenance' }).click()
    await sees(page, 'Active')
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
