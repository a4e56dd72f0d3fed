import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { qrCode, qrCodeAsGuest } from '../../contract/control/own.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { rotateGatewayToken } from '../../telemetry/gateways/rotate-token.ts'
import { runQuery } from '../kernel/bus/dispatch.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { plantTicket } from '../reservations/testing/plant-ticket.ts'
import { openSession, testContext } from '../testing/context.ts'
import { evaluateEvents } from './events/evaluate.ts'
import { book, deviceCommandsOf, makeDoor, outcomes, see, settleAll, type TestDoor } from './events/testing/door.ts'
import own from './qr-code.ts'
import guest from './qr-code-as-guest.ts'

let db: TestDatabase
let context: Kernel
let door: TestDoor
let session: Buffer
beforeAll(async () => {
  db = await createTestDatabase()
  const queries = new Map([own, guest].map((each) => [each.def.name, each]))
  context = testContext(db.knex, { commands: new Map(), queries, watches: new Map() })
})
afterAll(() => db.close())
beforeEach(async () => {
  door = await makeDoor(db.knex)
  session = await openSession(db.knex, door.userId)
})

const device = (place = 0): number => door.deviceIds[place] ?? 0
/** The code, or why there is none. */
async function ask(reservationId: number, deviceId = device()): Promise<string> {
  const answer = await runQuery(context, session, { name: qrCode.name, input: { reservationId, deviceId } })
  return answer.ok ? (answer.view as { code: string }).code : answer.refusal.code
}
const show = async (code: string, place = 0, now = new Date()): Promise<string | null> => {
  await see(db.knex, door, 'rfid-seen', code, { place, at: now, receivedAt: now })
  await evaluateEvents(context, now)
  return (await outcomes(db.knex, door)).at(-1) ?? null
}

describe('a displayed code', () => {
  it('opens the device for which it was made, once [CTRL-1]', async () => {
    const id = await book(db.knex, door, { devices: [0, 2] })
    const code = await ask(id, device(2))
    expect(await show(code, 0)).toBe('qr-invalid')
    expect(await show(code, 2)).toBe('opened')
    expect(await deviceCommandsOf(db.knex, door)).toMatchObject([
      { device_id: device(2), allowed_by: 'qr', reservation_id: id, state: 'queued' },
    ])
    await settleAll(db.knex, door)
    expect(await show(code, 2)).toBe('read-again')
    expect(await deviceCommandsOf(db.knex, door)).toHaveLength(1)
  })

  it('opens once, whatever the reader appends to it [CTRL-1]', async () => {
    const code = await ask(await book(db.knex, door))
    expect(await show(`${code}\r\n`)).toBe('opened')
    for (const read of [`${code}\r\n`, code, `\t${code}`]) {
      await settleAll(db.knex, door)
      expect(await show(read)).toBe('read-again')
    }
    expect(await deviceCommandsOf(db.knex, door)).toHaveLength(1)
  })

  it('opens nothing after 60 s, altered, or at another gateway [CTRL-1]', async () => {
    const code = await ask(await book(db.knex, door))
    expect(await show(code, 0, new Date(Date.now() + 60_000))).toBe('qr-expired')
    expect(await show(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`)).toBe('qr-invalid')
    const elsewhere = await makeDoor(db.knex)
    await see(db.knex, elsewhere, 'rfid-seen', code)
    await evaluateEvents(context)
    expect(await outcomes(db.knex, elsewhere)).toEqual(['qr-invalid'])
    expect(await deviceCommandsOf(db.knex, door)).toEqual([])
  })

  it('is signed with the newest key, and stays valid while an older one is live [CTRL-1]', async () => {
    const id = await book(db.knex, door)
    const before = await ask(id)
    const { orderKey } = await db.knex.transaction((trx) => rotateGatewayToken(trx, door.gatewayId, new Date()))
    expect(await ask(id)).not.toBe(before)
    await db
      .knex('gateway_tokens')
      .where('order_key', Buffer.from(orderKey, 'base64url'))
      .update({ revoked_at: new Date() })
    expect(await show(before)).toBe('opened')
  })

  it('opens nothing when the reservation was cancelled meanwhile [CTRL-2]', async () => {
    const id = await book(db.knex, door)
    const code = await ask(id)
    await db.knex('reservations').where({ id }).update({ state: 'STORNO', ended_at: new Date() })
    expect(await show(code)).toBe('refused:reservation-not-reserved')
  })
})

describe('requesting a code', () => {
  it.each([
    ['reservation-not-begun', () => book(db.knex, door, { from: 1, until: 2 }), 0],
    ['reservation-over', () => book(db.knex, door, { from: -2, until: -1 }), 0],
    ['device-not-yours', () => book(db.knex, door), 1],
    [
      'action-not-supported',
      async () => {
        await db.knex('device_method_links').whereIn('device_id', door.deviceIds).delete()
        return book(db.knex, door)
      },
      0,
    ],
    [
      'user-blocked',
      async () => {
        const row = { user_id: door.userId, zone_id: door.zoneId, block_reason: 'damage' }
        await db.knex('blocked_users').insert(row)
        return book(db.knex, door)
      },
      0,
    ],
    [
      'not-found',
      async () => {
        const id = await book(db.knex, door)
        await db.knex('reservations').where({ id }).update({ user_id: null })
        return id
      },
      0,
    ],
  ] as const)('is refused with %s [CTRL-2]', async (code, prepare, place) => {
    expect(await ask(await prepare(), device(place))).toBe(code)
  })

  it('gives a guest one for what the link opens [TICK-1]', async () => {
    const { siteId, zoneId, userId } = door
    const { token, reservationId } = await plantTicket(db.knex, { deviceId: device(), siteId, zoneId, userId })
    const answer = (input: object) => runQuery(context, null, { name: qrCodeAsGuest.name, input })
    const made = await answer({ token, deviceId: device() })
    expect(made).toMatchObject({ ok: true, view: { code: expect.stringMatching(/^HF1\./) } })
    const code = made.ok ? (made.view as { code: string }).code : ''
    const revoke = (revoked_at: Date | null) =>
      db.knex('tokens').where({ reservation_id: reservationId }).update({ revoked_at })
    await revoke(new Date())
    expect(await show(code), 'kept when the link was revoked').toBe('qr-expired')
    await revoke(null)
    expect(await show(code)).toBe('opened')
    expect(await answer({ token, deviceId: device(1) })).toMatchObject({ refusal: { code: 'device-not-yours' } })
    expect(await answer({ token: 'A'.repeat(43), deviceId: device() })).toMatchObject({
      refusal: { code: 'eticket-invalid' },
    })
  })
})
