import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { connectGateway, startPortal, type TestPortal } from '../../telemetry/commands/testing/portal.ts'
import { followClosings } from '../../telemetry/ingest/closings.ts'
import { sweepSilence } from '../../telemetry/silence/silence.ts'
import { closeDue } from './auto-close.ts'
import { requestCommands } from './request-commands.ts'
import { type ClosingSite, closingSite } from './testing/closing-site.ts'

let db: TestDatabase
let portal: TestPortal
beforeAll(async () => {
  db = await createTestDatabase()
  portal = await startPortal(db.knex)
})
afterAll(async () => {
  await portal.stop()
  await db.close()
})

const box = () => closingSite(db.knex, portal, 'BIKE_BOX')
const lot = () => closingSite(db.knex, portal, 'PARKING_LOT')
const commanded = ({ heard }: ClosingSite) => heard.map(({ frame }) => frame.do)

describe('automatic closing', () => {
  it('closes a box 180 s after it was opened if nobody came [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    expect(await site.passes(178)).toBe(0)
    expect(await site.passes(2)).toBe(1)
    expect(commanded(site)).toEqual(['open', 'close'])
    expect(await site.row()).toBeUndefined()
    const [, close] = await db.knex('device_commands').where({ device_id: site.deviceId }).orderBy('issued_at').select()
    expect(close).toMatchObject({ allowed_by: 'schedule', state: 'confirmed', action: 'close' })
    expect(close.checks.rules).toContainEqual({ code: 'device-occupied', passed: true })
  })

  it('closes 60 s after the last person passed [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    await site.passes(150)
    await site.event('entry')
    await site.passes(50)
    await site.event('exit')
    expect(await site.passes(58)).toBe(0)
    expect(await site.passes(2)).toBe(1)
  })

  it('does not count a button as a passage, but counts what is put into a box [CTRL-7]', async () => {
    const site = await box()
    await site.say('free', 'open')
    await site.event('button')
    expect(await site.row()).toMatchObject({ used_at: null })
    await site.say('occupied', 'open')
    expect(await site.row()).toMatchObject({ used_at: expect.any(Date) })
    expect(await site.passes(60)).toBe(1)
  })

  it('never closes a lot that rests free; closes one opened by a command once the car has left [CTRL-7]', async () => {
    const site = await lot()
    await site.say('free')
    expect(await site.row()).toBeUndefined()
    await site.say('blocked')
    await site.open()
    await site.passes(100)
    await site.say('occupied')
    expect(await site.passes(3_000)).toBe(0)
    await site.say('free')
    expect(await site.passes(58)).toBe(0)
    expect(await site.passes(2)).toBe(1)
    expect(commanded(site)).toEqual(['open', 'close'])
    await site.say('free')
    expect(await site.row(), 'lowered by hand after it was closed').toBeUndefined()
  })

  it('leaves a lot that was lowered by hand, even if the clock of its gateway is slow [CTRL-7]', async () => {
    const site = await lot()
    await site.open()
    const behind = (column: string) => db.knex.raw(`?? - interval '1 minute'`, [column])
    await db
      .knex('device_commands')
      .where({ device_id: site.deviceId })
      .update({ had_at: behind('sent_at') })
    await site.say('blocked')
    await db
      .knex('device_reports')
      .where({ device_id: site.deviceId, status: 'blocked' })
      .update({ at: behind('at') })
    expect(await site.row()).toBeUndefined()
    await site.say('free')
    expect(await site.row()).toBeUndefined()
  })

  it('closes a lot that its gateway opened by itself and reported later [CTRL-7] [GW-2]', async () => {
    const site = await lot()
    const at = new Date()
    await site.say('free')
    expect(await site.row()).toBeUndefined()
    await db.knex.transaction(async (trx) => {
      const deviceCommand = {
        device_id: site.deviceId,
        gateway_id: site.site.gatewayId,
        action: 'open',
        allowed_by: 'plate',
      }
      const deadline = new Date(at.getTime() + 15_000)
      const times = { issued_at: at, settled_at: at, deadline }
      await trx('device_commands').insert({
        ...deviceCommand,
        ...times,
        state: 'confirmed',
        by_gateway: true,
        support_code: 'HF-BY-ITSELF',
      })
      await followClosings(trx, [], [site.deviceId], new Date())
    })
    expect(await site.passes(180)).toBe(1)
  })

  it('catches up after an outage of the portal [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    site.gateway.socket.close()
    const other = await startPortal(db.knex)
    try {
      const gateway = await connectGateway(other.url, site.site.token)
      await site.shift(180)
      expect(await closeDue({ deviceKnex: db.knex, link: other.link })).toBe(1)
      await other.link.dispatchPending()
      await expect.poll(() => gateway.deviceCommands.map((frame) => frame.do)).toEqual(['close'])
      gateway.socket.close()
    } finally {
      await other.stop()
    }
  })

  it('does not start from an old report when the device is closed by now [CTRL-7]', async () => {
    const site = await box()
    const message = { device: 'A0-1', kind: 'status', status: 'free', door: 'open' }
    const at = new Date(Date.now() - 600_000).toISOString()
    await site.gateway.socket.timeout(60_000).emitWithAck('messages', { messages: [{ ...message, id: 'late', at }] })
    expect(await site.row()).toBeUndefined()
  })

  it('never closes with a delay of minus one, nor a device that does not close automatically [CTRL-7]', async () => {
    const site = await box()
    await db.knex('devices').where({ id: site.deviceId }).update({ auto_close_unused_gatetime_s: -1 })
    await site.open()
    expect(await site.passes(86_400)).toBe(0)
    await db.knex('devices').where({ id: site.deviceId }).update({ auto_close: false })
    await site.event('exit')
    expect(await site.passes(60)).toBe(0)
    expect(await site.row()).toBeUndefined()
  })

  it('leaves open what was opened in an emergency [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    expect(await site.row()).toBeDefined()
    await site.passes(10)
    await site.open('emergency')
    expect(await site.row()).toBeUndefined()
    expect(await site.passes(10_000)).toBe(0)
    expect(commanded(site)).toEqual(['open', 'open'])
  })

  it('leaves open in an emergency what was open before; resumes after a person has closed it [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    await site.passes(10)
    const obey = site.obey
    site.obey = (frame) => site.answer(frame, 'refused', 'already-open')
    await site.open('emergency')
    site.obey = obey
    expect(await site.passes(10_000)).toBe(0)
    await site.event('exit')
    expect(await site.passes(10_000)).toBe(0)
    expect(commanded(site)).toEqual(['open', 'open'])
    await site.say('free', 'closed')
    await site.open()
    expect(await site.passes(180)).toBe(1)
  })

  it('asks for linked gateways while no device is locked, because other processes may answer slowly [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    await site.shift(200)
    const free = () =>
      db.knex.raw('select from device_states where device_id = ? for no key update nowait', [site.deviceId])
    let asked = 0
    const linkedAmong = async (ids: readonly number[]) => {
      asked += 1
      await free()
      return portal.link.linkedAmong(ids)
    }
    expect(await closeDue({ deviceKnex: db.knex, link: { ...portal.link, linkedAmong } })).toBe(1)
    expect(asked).toBeGreaterThan(0)
  })

  it('counts an emergency whose command never reached the gateway [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    const devices = [{ id: site.deviceId, gatewayId: site.site.gatewayId }]
    await db.knex.transaction((trx) => requestCommands(trx, portal, { devices, action: 'open', by: 'emergency' }))
    expect(await site.passes(10_000)).toBe(0)
    expect(await db.knex('device_commands').where({ device_id: site.deviceId, action: 'close' })).toEqual([])
  })

  it('restarts the delay with a new command to open [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    await site.passes(100)
    await site.say('free', 'closed')
    await site.open()
    expect(await site.passes(178)).toBe(0)
    expect(await site.passes(2)).toBe(1)
  })

  it('waits during maintenance and while the gateway is offline, without logging a command [CTRL-6] [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    await db
      .knex('maintenance_periods')
      .insert({ scope: 'device', device_id: site.deviceId, reason: 'Paint', starts_at: new Date(Date.now() - 60_000) })
    expect(await site.passes(200)).toBe(0)
    await db
      .knex('maintenance_periods')
      .where({ device_id: site.deviceId })
      .update({ revoked_at: new Date(), revoke_reason: 'done' })
    expect(await site.passes(58)).toBe(0)
    site.gateway.socket.close()
    await expect.poll(() => portal.link.linked(site.site.gatewayId)).toBe(false)
    expect(await site.passes(10)).toBe(0)
    expect(await site.row()).toMatchObject({ tries: 0 })
    expect(await db.knex('device_commands').where({ device_id: site.deviceId })).toHaveLength(1)
  })

  it('gives way to a person who opens while it is closing [CTRL-7]', async () => {
    const site = await box()
    await site.open()
    site.obey = async () => undefined
    expect(await site.passes(180)).toBe(1)
    await site.passes(16)
    expect(await site.row()).toMatchObject({ tries: 1, used_at: null })
    // It has begun to close and reports nothing more: as far as the portal knows, the door is open.
    await db.knex('device_states').where({ device_id: site.deviceId }).update({ door_state: null, status: 'blocking' })
    site.obey = () => site.say('free', 'open')
    await site.open()
    expect(await site.row()).toMatchObject({ tries: 0, gave_up_at: null })
    expect(await site.passes(178)).toBe(0)
  })
})

/** Devices that will not close, by what they do with a command to close. */
const unruly: readonly [string, (site: ClosingSite) => (deviceCommand: string) => Promise<void>, boolean][] = [
  ['ignores it', () => async () => undefined, true],
  ['never even answers', () => async () => undefined, false],
  ['reports nonsense', (site) => () => site.say('okay', 'open'), true],
  [
    'is jammed',
    (site) => async (order) => {
      const answer = { id: `j-${order}`, at: new Date().toISOString(), device: 'A0-1', kind: 'answer', order }
      const messages = [{ ...answer, result: 'failed', reason: 'jammed' }]
      await site.gateway.socket.timeout(60_000).emitWithAck('messages', { messages })
    },
    true,
  ],
  [
    'bounces',
    (site) => async () => {
      await site.say('free', 'closed')
      await site.say('free', 'open')
    },
    true,
  ],
]

describe('a door that will not close', () => {
  it.each(unruly)(
    '%s: three attempts, one malfunction at once, no two pulses within 2 s [CTRL-7]',
    async (_what, make, acks) => {
      const site = await box()
      await site.open()
      const unwilling = make(site)
      site.obey = async (frame) => unwilling(frame.order)
      site.acknowledges = acks
      // One second at a time while something may happen, otherwise in one jump.
      await site.passes(179)
      let lastTry = 0
      for (let tick = 0; tick < 90 && !(await site.row())?.gave_up_at; tick += 1)
        if ((await site.passes(1)) > 0) lastTry = site.now()
      expect((await site.row())?.gave_up_at).toBeInstanceOf(Date)
      // 15 s for the last command, then at once.
      expect(site.now() - lastTry).toBeLessThan(25_000)
      const closes = site.heard.filter(({ frame }) => frame.do === 'close')
      expect(closes).toHaveLength(3)
      const pauses = site.heard.slice(1).map(({ at }, index) => at - (site.heard[index]?.at ?? 0))
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000)
      await site.passes(7_200)
      await sweepSilence(db.knex, new Date())
      expect(site.heard).toHaveLength(4)
      const wrong = (await site.malfunctions()).filter(({ kind }) => kind === 'stuck-door')
      expect(wrong).toMatchObject([{ closed_at: null, detail: { tries: 3 } }])
      const { rows } = await db.knex.raw('SELECT FROM device_commands WHERE support_code = ? AND device_id = ?', [
        String(wrong[0]?.detail['supportCode']),
        site.deviceId,
      ])
      expect(rows).toHaveLength(1)
      await site.say('free', 'closed')
      expect((await site.malfunctions()).filter(({ kind }) => kind === 'stuck-door')).toMatchObject([
        { closed_at: expect.any(Date) },
      ])
      expect(await site.row()).toBeUndefined()
    },
  )
})
