import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { issueDeviceCommand, keepRefused } from './testing/issue.ts'
import { issue, keptOf, makeSite, request, told } from './testing/site.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('issuing a command', () => {
  it('stores who, what, when and until when, and notifies screens and dispatcher [CTRL-8]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const now = new Date('2026-11-21T10:00:00.000Z')
    const first = await knex.transaction((trx) => issueDeviceCommand(trx, { ...request(site), note: 'key lost' }, now))
    const second = await issue(knex, site, 'reboot', 1, now)
    const rows = await keptOf(knex, site.gatewayId)
    expect(rows.map(({ counter, state, action }) => ({ counter, state, action }))).toEqual([
      { counter: null, state: 'queued', action: 'open' },
      { counter: null, state: 'queued', action: 'reboot' },
    ])
    expect(rows[0]).toMatchObject({
      allowed_by: 'operator',
      note: 'key lost',
      issued_at: now,
      deadline: first?.deadline,
    })
    expect(first?.deadline.getTime()).toBe(now.getTime() + 15_000)
    const facts = (await told(knex)).filter(({ fact }) => fact !== null)
    expect(facts.map(({ fact, payload }) => [fact, payload])).toEqual([
      ['control.commandIssued', { deviceCommandId: first?.deviceCommandId, gatewayId: site.gatewayId }],
      ['control.commandIssued', { deviceCommandId: second, gatewayId: site.gatewayId }],
    ])
    const [device, deviceCommand] = facts[0]?.changes ?? []
    expect(device).toMatchObject({
      kind: 'device',
      view: { requested: 'open', deviceCommand: { id: first?.deviceCommandId, state: 'queued' } },
    })
    expect(device?.rooms).toEqual([`zone:${site.zoneId}`, `site:${site.siteId}`, 'all', `device:${site.deviceIds[0]}`])
    expect(deviceCommand).toMatchObject({
      kind: 'deviceCommand',
      id: first?.deviceCommandId,
      rooms: [`device:${site.deviceIds[0]}`],
    })
  })

  it('issues one of twenty at once [CTRL-8]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const issued = await Promise.all(
      Array.from({ length: 20 }, () => knex.transaction((trx) => issueDeviceCommand(trx, request(site), new Date()))),
    )
    expect(issued.filter((each) => each !== null)).toHaveLength(1)
    expect(await keptOf(knex, site.gatewayId)).toHaveLength(1)
  })

  it('does not wait for commands to other devices of the gateway [CTRL-8]', async () => {
    const { knex } = database
    const site = await makeSite(knex, { devices: 2 })
    await knex.transaction(async (trx) => {
      const first = await issueDeviceCommand(trx, request(site, 'open', 0), new Date())
      const second = await issue(knex, site, 'open', 1)
      expect((await keptOf(knex, site.gatewayId)).map(({ id }) => id)).toEqual([second])
      expect(first).not.toBeNull()
    })
    expect(await keptOf(knex, site.gatewayId)).toHaveLength(2)
  })

  it('draws another support code if one is in use', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const codes = ['HF-SAME-SAME', 'HF-SAME-SAME', 'HF-ELSE-ELSE']
    const supportCode = () => codes.shift() ?? ''
    await knex.transaction((trx) => issueDeviceCommand(trx, { ...request(site), supportCode }, new Date()))
    const second = await knex.transaction((trx) =>
      issueDeviceCommand(trx, { ...request(site, 'open', 1), supportCode }, new Date()),
    )
    expect(second?.supportCode).toBe('HF-ELSE-ELSE')
  })

  it('stores a refused request without a counter and without touching the device [CTRL-8]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const deviceId = site.deviceIds[0]
    const state = () => knex('device_states').where({ device_id: deviceId }).select<object[]>()
    const before = await state()
    const refused = await knex.transaction((trx) => keepRefused(trx, request(site), 'device-occupied', new Date()))
    expect(await keptOf(knex, site.gatewayId)).toMatchObject([
      { counter: null, state: 'refused', reason: 'device-occupied', support_code: refused.supportCode },
    ])
    expect(await state()).toEqual(before)
  })
})
