import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let visitor: string
beforeAll(async () => {
  visitor = await app.login('visitor', world.password)
})

const lot = () => world.own.gateway.devices[1]?.id ?? 0
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const reserve = (from: number, until: number, more: object = {}): Promise<number> =>
  insert(db.knex, 'reservations', {
    site_id: world.own.siteId,
    device_id: lot(),
    user_id: world.users.visitor.id,
    starts_at: inMinutes(from),
    ends_at: inMinutes(until),
    state: 'RESERVED',
    reserved_at: inMinutes(-100),
    ...more,
  })
const patch = (attributes: object, headers: Record<string, string> = {}) =>
  app.ask('PATCH', `/devices/${lot()}`, {
    cookie: visitor,
    headers,
    body: { data: { type: 'devices', id: String(lot()), attributes } },
  })

beforeEach(async () => {
  for (const table of ['control_steps', 'device_commands', 'control_runs', 'reservations', 'commands'])
    await db.knex(table).delete()
  await db.knex('device_states').update({ status: 'blocked', door_state: 'closed', reachable: true })
})

describe('PATCH /devices/:id by the holder of a reservation', () => {
  it('opens: 202 with the run and the remaining openings [CTRL-1] [CTRL-4] [API-1]', async () => {
    await reserve(60, 120)
    const running = await reserve(-10, 50)
    const answer = await patch({ status: 'free', timeout: 30 })
    expect(answer, answer.text).toMatchObject({
      status: 202,
      data: [
        {
          type: 'runs',
          attributes: { action: 'open', openingsLeft: 4, lastOpening: false, countsAs: 'entry' },
          relationships: { devices: { data: { type: 'devices', id: String(lot()) } } },
        },
      ],
    })
    expect(await db.knex('device_commands')).toMatchObject([
      {
        run_id: answer.data[0]?.id,
        reservation_id: running,
        allowed_by: 'reservation',
        action: 'open',
        device_id: lot(),
      },
    ])
  })

  it('is one command with one reply when it is repeated with its key [CTRL-8] [API-1]', async () => {
    await reserve(-10, 50)
    const key = { 'idempotency-key': 'door, once' }
    const first = await patch({ status: 'free' }, key)
    expect(first.status).toBe(202)
    expect((await patch({ status: 'free' }, key)).data).toEqual(first.data)
    expect(await db.knex('device_commands')).toHaveLength(1)
    expect(await patch({ status: 'blocked' }, key)).toMatchObject({ status: 422, error: { code: 'command-id-reused' } })
  })

  it('is refused in the words of the catalogue, and logged [CTRL-4] [ERR-1] [API-1]', async () => {
    await reserve(-10, 50, { entries_used: 5 })
    const answer = await patch({ status: 'free' })
    expect(answer).toMatchObject({
      status: 409,
      error: { code: 'operations-exceeded', detail: 'The maximum number of operations has been exceeded' },
    })
    const [kept] = await db
      .knex('device_commands')
      .select<{ support_code: string; state: string }[]>('support_code', 'state')
    expect(kept).toMatchObject({ state: 'refused' })
    expect(answer.error?.meta).toEqual({ params: { supportCode: kept?.support_code } })
  })

  it.each<[string, () => Promise<unknown>, string, number, string]>([
    ['before it opens', () => reserve(60, 120), 'free', 409, 'reservation-not-begun'],
    ['only open and close', () => reserve(-10, 50), 'reboot', 409, 'action-not-supported'],
    ['not once it is over', () => reserve(-50, -10), 'free', 404, 'not-found'],
    [
      'not when it was cancelled',
      () => reserve(-10, 50, { state: 'STORNO', ended_at: new Date() }),
      'free',
      404,
      'not-found',
    ],
    ['not without one', async () => 0, 'free', 404, 'not-found'],
    ['not by that of somebody else', () => reserve(-10, 50, { user_id: world.users.rm.id }), 'free', 404, 'not-found'],
  ])('%s [CTRL-1] [CTRL-2] [API-1]', async (_, plant, status, http, code) => {
    await plant()
    expect(await patch({ status })).toMatchObject({ status: http, error: { code } })
    expect(await db.knex('device_commands').whereNot({ state: 'refused' })).toHaveLength(0)
  })
})
