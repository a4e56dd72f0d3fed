import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { command } from '../../contract/control.ts'
import { plantTicket, type TicketRequest } from '../../server/reservations/testing/plant-ticket.ts'
import { connectPerson, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import type { PageOptions } from '../testing/pages.ts'
import { sees } from '../testing/sees.ts'

let on: Operators
const site = { latitude: 51.05, longitude: 13.74 }
const rules = { prebookMinMinutes: 15, entryLimit: 5, exitLimit: 5, guestTicketAllowed: true }

beforeAll(async () => {
  on = await startOperators()
  const { knex } = on.db
  const [location] = await knex('locations')
    .insert({ address: 'Ring 1', city: 'Dresden', ...site })
    .returning('id')
  await knex('sites').where('id', on.world.own.siteId).update({ location_id: location.id, geofence_m: 100 })
  await knex('devices').where('site_id', on.world.own.siteId).update({ post_action_delay_ms: 300 })
  const methods = await knex('device_access_methods').whereIn('name', ['open-close', 'pin', 'qr', 'rfid']).select('id')
  await knex('device_method_links').insert(
    methods.map(({ id }) => ({ device_id: on.device(2).id, access_method_id: id })),
  )
})
afterAll(() => on?.close())
beforeEach(async () => {
  // Every test starts with closed boxes that have paused, and without reservations.
  await on.db.knex('reservations').update({ state: 'STORNO', ended_at: new Date() }).where({ state: 'RESERVED' })
  await on.db.knex.raw(
    `update device_commands set sent_at = sent_at - interval '10 s', issued_at = issued_at - interval '10 s'`,
  )
})
afterEach(() => {
  for (const index of [0, 2, 4, 6]) on.simulator.fault(on.device(index).hardwareId, 'ok')
  on.simulator.fault(on.world.own.gateway.hardwareId, 'ok')
})

const hours = (from: number) => new Date(Date.now() + from * 3_600_000)
/** A reservation of the visitor for boxes, the last of which is the booked one. */
async function reserve(boxes: readonly number[], request: Partial<TicketRequest> = {}) {
  const { own, users } = on.world
  const place = { siteId: own.siteId, zoneId: own.id, userId: users.visitor.id }
  const { startsIn = -1, endsIn = 5 } = request
  const span = { starts_at: hours(startsIn), ends_at: hours(endsIn) }
  const of = (index: number, more: Partial<TicketRequest>) =>
    plantTicket(on.db.knex, {
      ...place,
      deviceId: on.device(index).id,
      ...request,
      ...more,
      reservation: { rules, pin: '482913', ...span, ...request.reservation, ...more.reservation },
    })
  const head = await of(boxes.at(-1) ?? 0, {})
  for (const box of boxes.slice(0, -1)) await of(box, { parentId: head.reservationId, reservation: { pin: null } })
  return head
}
const open = (id: number, options: PageOptions = phone) =>
  on.open(`/reserved-parking-lots/${id}/open`, options, 'visitor')
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const happening = (page: Page) => page.getByRole('region', { name: 'What is happening' })
const ends = (page: Page, how: RegExp) => happening(page).getByRole('heading', { name: how }).waitFor()
const name = (index: number) => on.device(index).name

describe('the open screen', () => {
  it('opens a way step by step, one-handed, and announces each step to screen readers [CTRL-1] [CTRL-3] [CTRL-4]', async () => {
    const { reservationId } = await reserve([0, 2])
    const page = await on.open('/reservations/current', phone, 'visitor')
    await page.getByRole('link', { name: `Open ${name(2)}` }).tap()
    const all = button(page, 'Open everything on my way')
    await all.waitFor()
    expect(page.url()).toContain(`/reserved-parking-lots/${reservationId}/open`)
    await sees(page, '5 of 5 entries left')
    await sees(page, `First ${name(0)}.`)
    const box = await all.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(64)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844 - 60)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await all.tap()
    await sees(happening(page), 'Opening …')
    await ends(page, /^Opened/)
    expect(await happening(page).getByText('Opened, confirmed by the device').count()).toBe(2)
    await sees(page.getByRole('status'), `${name(2)}: Opened, confirmed by the device`)
    await sees(page, '4 of 5 entries left')
    const deviceCommands = await on.db
      .knex('device_commands')
      .where({ reservation_id: reservationId })
      .orderBy('issued_at')
    expect(deviceCommands.map(({ device_id }) => device_id)).toEqual([on.device(0).id, on.device(2).id])
  })

  it('tells somebody who has not left, and their guest, the price and the end of the grace period, and still opens [CTRL-2] [TICK-1]', async () => {
    const stages = [{ untilMinutes: 1_440, priceCents: 600 }]
    const ended = { endsIn: 0, reservation: { rules: { ...rules, stages, graceMinutes: 30 }, price_cents: 150 } }
    const bicycle = on.simulator.device(on.device(6).hardwareId)
    bicycle.press()
    await vi.waitFor(() => expect(bicycle.pass('entry')).toBeNull())
    const known = () =>
      on.db
        .knex('device_states')
        .where({ device_id: on.device(6).id })
        .first()
    await expect.poll(known).toMatchObject({ status: 'occupied', door_state: 'open' })
    await closes(6)
    const { token, reservationId } = await reserve([6], ended)
    const guest = await on.open(`/eticket/${token}`, phone)
    await sees(guest, 'Your time is over')
    expect(await guest.getByText(/costs/).count()).toBe(0)
    const page = await open(reservationId)
    await sees(
      page,
      // Late in the evening that is tomorrow, and the date stands before the time.
      /You can still open until [^;]*\d\d:\d\d; please leave by then. Until [^;]*\d\d:\d\d it costs nothing more, then €4.50./,
    )
    const box = await button(page, `Open ${name(6)}`).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(64)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect([await unreadable(page), await overflow(page)]).toEqual([[], 0])
    await button(page, `Open ${name(6)}`).tap()
    await ends(page, /^Opened/)
    expect(bicycle.pass('exit')).toBeNull()
    await expect.poll(known).toMatchObject({ status: 'free', door_state: 'open' })
    await closes(6)
  })

  it('shows where the way stopped, why, and its support code; nothing counts as opened [CTRL-3] [CTRL-5]', async () => {
    const { reservationId } = await reserve([4, 6])
    on.simulator.fault(on.device(4).hardwareId, 'jam')
    const page = await open(reservationId)
    await button(page, 'Open everything on my way').press('Enter')
    await ends(page, new RegExp(`^Opening stopped at ${name(4)}`))
    await sees(happening(page), 'Not opened: it is jammed. Nothing will open later.')
    await sees(happening(page), 'Not reached. Nothing will open later.')
    const kept = await on.db.knex('device_commands').where({ reservation_id: reservationId }).first()
    await button(page, `Copy support code ${kept.support_code}`).waitFor()
    await sees(page.getByRole('status'), `Opening stopped at ${name(4)}`)
  })

  it('asks before the last permitted entry, says so after it, and then gives the contact [CTRL-4]', async () => {
    const { reservationId } = await reserve([4], { reservation: { entries_used: 4 } })
    const page = await open(reservationId)
    await sees(page, '1 of 5 entries left')
    await button(page, `Open ${name(4)}`).tap()
    const question = page.getByRole('dialog', { name: 'This is the last permitted entry' })
    await question.getByRole('button', { name: 'Cancel' }).tap()
    expect(await on.db.knex('device_commands').where({ reservation_id: reservationId })).toEqual([])
    await button(page, `Open ${name(4)}`).tap()
    await question.getByRole('button', { name: 'Open now' }).tap()
    await ends(page, /^Opened/)
    await sees(page, 'This was the last permitted entry.')
    await sees(page, 'No entries left. Please ask the operator of the place.')
    await button(page, `Close ${name(4)}`).tap()
    await ends(page, /^Closed/)
    await sees(page, 'The maximum number of operations has been exceeded.')
  })

  it('shows when it starts to open, and then by itself the PIN [CTRL-2]', async () => {
    const { reservationId } = await reserve([2], { startsIn: 6, endsIn: 7 })
    const page = await open(reservationId, { ...phone, alone: true })
    const main = button(page, `Open ${name(2)}`)
    await sees(page, /^Opens at /)
    expect(await main.getAttribute('aria-disabled')).toBe('true')
    await sees(page, /^Appears here at /)
    expect(await page.getByRole('main').textContent()).not.toContain('482913')
    // Another one starts to open soon: the screen gets no message, its clock decides.
    await closes(2)
    await page.clock.install()
    const soon = await reserve([2], { startsIn: 0.3 })
    await page.evaluate((id) => history.pushState(null, '', `/reserved-parking-lots/${id}/open`), soon.reservationId)
    await page.getByRole('timer').waitFor()
    await on.db
      .knex('reservations')
      .where({ id: soon.reservationId })
      .update({ starts_at: hours(0.2) })
    await page.clock.fastForward('04:00')
    await page.getByText('482913').first().waitFor()
    await expect.poll(() => main.getAttribute('aria-disabled')).toBeNull()
    await button(page, `Show QR code for ${name(2)}`).tap()
    const code = page.getByRole('dialog').getByRole('img', { name: `QR code for ${name(2)}` })
    await code.waitFor()
    expect((await code.boundingBox())?.width).toBeGreaterThan(250)
    await sees(page.getByRole('dialog'), /^Good for another \d+ seconds?/)
    expect(await violations(page)).toEqual([])
  })

  it('says that the time is over, and waits for nothing more [CTRL-2]', async () => {
    const { reservationId } = await reserve([2], { startsIn: -3, endsIn: -1 })
    const page = await open(reservationId)
    await sees(page, 'Your time is over')
    expect(await button(page, /^Open /).count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  it('says that nothing can be opened, and offers nothing [CTRL-6]', async () => {
    await on.db
      .knex('device_types')
      .where({ type: 'PARKING_LOT' })
      .update({ controls: ['refresh'] })
    const { reservationId } = await reserve([3])
    const page = await open(reservationId)
    await sees(page, /^Yours until /)
    await sees(page, 'Nothing stands in the way here, so there is nothing to open.')
    expect(await page.getByText('entries left').count()).toBe(0)
  })

  it('opens on arrival, once permitted by a tap, and shows the distance [CTRL-1]', async () => {
    await on.db.knex('users').where('id', on.world.users.visitor.id).update({ allows_automatic_access: true })
    const products = on.db
      .knex('products')
      .where({ prefix: 'GPS' })
      .select('id', on.db.knex.raw('?', on.world.tenants.own))
    await on.db.knex('product_tenants').insert(products).onConflict().ignore()
    const { reservationId } = await reserve([0], {
      reservation: { rules: { ...rules, gpsEnabled: true }, use_automatic_access: true },
    })
    await closes(0)
    const away = { latitude: site.latitude + 0.01, longitude: site.longitude, accuracy: 10 }
    const page = await open(reservationId, { ...phone, permissions: ['geolocation'], geolocation: away })
    await button(page, 'Use my position').tap()
    await sees(page, 'Still 1.1 km away. It opens within 100 m.')
    await page.context().setGeolocation({ ...site, accuracy: 10 })
    await sees(page, 'You have arrived: opening.')
    await ends(page, /^Opened/)
    expect(await on.db.knex('device_commands').where({ reservation_id: reservationId }).pluck('allowed_by')).toEqual([
      'gps',
    ])
  })

  it('is the same for a guest without an account, and ends at once when the link is revoked [TICK-1] [TICK-3]', async () => {
    const { reservationId, token } = await reserve([6])
    const page = await on.guest(`/eticket/${token}`, phone)
    const main = button(page, `Open ${name(6)}`)
    await main.tap()
    await ends(page, /^Opened/)
    await sees(page, '4 of 5 entries left')
    expect(await on.db.knex('device_commands').where({ reservation_id: reservationId }).pluck('allowed_by')).toEqual([
      'eticket',
    ])
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await on.db.knex('tokens').where({ reservation_id: reservationId }).update({ revoked_at: new Date() })
    await sees(page, 'Unknown ticket')
    expect(await main.count()).toBe(0)
  })
})

describe('on a bad connection', () => {
  it('sends nothing while offline and says so; continues when it is back [CTRL-8]', async () => {
    const { reservationId } = await reserve([4])
    await closes(4)
    const page = await open(reservationId, { ...phone, alone: true })
    const main = button(page, `Open ${name(4)}`)
    await expect.poll(() => main.getAttribute('aria-disabled')).toBeNull()
    await page.context().setOffline(true)
    await sees(page, 'No connection to the portal. Nothing can be sent right now.')
    await sees(page, /^Last known: /)
    await main.press('Enter')
    await page.context().setOffline(false)
    await expect.poll(() => main.getAttribute('aria-disabled')).toBeNull()
    expect(await on.db.knex('device_commands').where({ reservation_id: reservationId })).toEqual([])
  })

  it.each([
    ['the request itself was lost: surely not done', 'up', 'Not carried out', 0],
    ['only the answer was lost: surely done, once', 'down', 'Opened', 1],
  ] as const)('%s, also after a reload [CTRL-8]', async (_, lost, outcome, deviceCommands) => {
    const box = lost === 'up' ? 4 : 2
    const { reservationId } = await reserve([box])
    await closes(box)
    const wires: { lost: 'up' | 'down' | null }[] = []
    const page = await on.open('/reservations/current', phone, 'visitor')
    await page.routeWebSocket(/socket\.io/, (near) => {
      const far = near.connectToServer()
      const wire: (typeof wires)[number] = { lost: null }
      wires.push(wire)
      near.onMessage((message) => wire.lost !== 'up' && far.send(message))
      far.onMessage((message) => wire.lost !== 'down' && near.send(message))
    })
    await page.reload()
    await page.getByRole('link', { name: `Open ${name(box)}` }).tap()
    const main = button(page, `Open ${name(box)}`)
    await expect.poll(() => main.getAttribute('aria-disabled')).toBeNull()
    // For good: the page repeats its request every few seconds, also between this message and its reload.
    for (const wire of wires) wire.lost = lost
    await main.tap()
    await sees(page, /^Not known yet whether it reached the portal. It will not be carried out after \d\d:\d\d:\d\d/)
    await page.reload()
    if (deviceCommands === 1) await ends(page, /^Opened/)
    // The page itself waits for up to 15 s.
    else await sees(page, 'It never reached the portal. Nothing will open later.')
    await sees(page, outcome)
    expect(await on.db.knex('device_commands').where({ reservation_id: reservationId })).toHaveLength(deviceCommands)
    const kept = await page.evaluate(() => Object.keys(sessionStorage))
    expect(kept.filter((key) => key.startsWith('holdfast'))).toEqual([])
  })

  it('interrupted while the device moves, reports afterwards what the device reported [CTRL-1] [CTRL-8]', async () => {
    const { reservationId } = await reserve([0])
    await closes(0)
    const page = await open(reservationId)
    await button(page, `Open ${name(0)}`).tap()
    await ends(page, /^Opening/)
    on.proxy.reset()
    await ends(page, /^Opened/)
    expect(await on.db.knex('device_commands').where({ reservation_id: reservationId })).toHaveLength(1)
  })
})

/** Closes a box that an earlier test left open, like an operator. */
async function closes(index: number): Promise<void> {
  const state = () =>
    on.db
      .knex('device_states')
      .where({ device_id: on.device(index).id })
      .first()
  if ((await state()).door_state === 'closed') return
  const srm = await connectPerson(
    on.portal.url,
    await signIn(on.portal.url, on.world.users.srm.login, on.world.password),
  )
  // Not within two seconds of its last movement.
  const close = async () => (await srm.command(command, { deviceId: on.device(index).id, action: 'close' })).ok
  await expect.poll(close).toBe(true)
  srm.close()
  await expect.poll(async () => (await state()).door_state).toBe('closed')
}
