import type { Knex } from 'knex'
import { vi } from 'vitest'
import type { OrderFrame } from '../../../contract/gateway.ts'
import { expireDeviceCommands } from '../../../telemetry/commands/expire.ts'
import { connectGateway, type TestGateway, type TestPortal } from '../../../telemetry/commands/testing/portal.ts'
import { makeSite, type TestSite } from '../../../telemetry/commands/testing/site.ts'
import { closeDue } from '../auto-close.ts'
import { requestCommands } from '../request-commands.ts'

/** A command that reached the gateway, with the time since the beginning in ms. */
export interface Heard {
  readonly frame: OrderFrame
  readonly at: number
}
/** A site with one device on a live link. Time passes on request: rows in the database are shifted into the past. */
export interface ClosingSite {
  readonly site: TestSite
  readonly deviceId: number
  readonly heard: Heard[]
  readonly gateway: TestGateway
  /** What the device does when a command arrives, after the acknowledgement. */
  obey: (frame: OrderFrame) => Promise<void>
  /** False: not even an acknowledgement. */
  acknowledges: boolean
  now(): number
  say(status: string, door?: 'open' | 'closed'): Promise<void>
  event(name: 'entry' | 'exit' | 'button'): Promise<void>
  /** The gateway's own result of a command. */
  answer(frame: OrderFrame, result: 'refused' | 'failed', reason: string): Promise<void>
  open(by?: 'operator' | 'emergency'): Promise<void>
  /** Advances time and runs the ticks. Returns the number of close commands issued. */
  passes(seconds: number): Promise<number>
  /** Advances time without running anything. */
  shift(seconds: number): Promise<void>
  row(): Promise<ClosingRow | undefined>
  malfunctions(): Promise<{ kind: string; detail: Record<string, unknown>; closed_at: Date | null }[]>
}
export interface ClosingRow {
  used_at: Date | null
  due_at: Date | number
  tries: number
  gave_up_at: Date | null
}

/** `type` as the portal knows it; the device is closed at first. */
export async function closingSite(knex: Knex, portal: TestPortal, type: string): Promise<ClosingSite> {
  const site = await makeSite(knex, { devices: 1 })
  // On a slow machine, doors left open by earlier sites are due by now.
  await knex('auto_closings').delete()
  const deviceId = site.deviceIds[0] ?? 0
  const door = type !== 'PARKING_LOT'
  await knex('devices')
    .where({ id: deviceId })
    .update({ device_type_id: knex('device_types').select('id').where({ type }) })
  await knex('device_states').where({ device_id: deviceId }).update({ status: 'undefined', door_state: null })
  const gateway = await connectGateway(portal.url, site.token)
  const heard: Heard[] = []
  let passed = 0
  let count = 0
  const send = async (message: object): Promise<void> => {
    count += 1
    const body = { id: `c-${count}`, at: new Date().toISOString(), device: 'A0-1', ...message }
    const reply = await gateway.socket.timeout(60_000).emitWithAck('messages', { messages: [body] })
    if (!('stored' in reply) || reply.stored !== 1) throw new Error(JSON.stringify(reply))
  }
  const own: ClosingSite = {
    site,
    deviceId,
    heard,
    gateway,
    acknowledges: true,
    obey: async (frame) =>
      own.say(
        frame.do === 'open' || door ? 'free' : 'blocked',
        door ? (frame.do === 'open' ? 'open' : 'closed') : undefined,
      ),
    now: () => passed + Date.now(),
    say: (status, state) => send({ kind: 'status', status, ...(state ? { door: state } : {}) }),
    event: (event) => send({ kind: 'event', event }),
    answer: ({ order }, result, reason) => send({ kind: 'answer', order, result, reason }),
    async open(by = 'operator') {
      const devices = [{ id: deviceId, gatewayId: site.gatewayId }]
      const { issued, refused } = await knex.transaction((trx) =>
        requestCommands(trx, portal, { devices, action: 'open', by }),
      )
      if (!issued[0]) throw new Error(refused[0]?.code)
      await arrives(issued[0].deviceCommandId)
    },
    async shift(seconds) {
      await shift(knex, deviceId, seconds)
      passed += seconds * 1_000
    },
    async passes(seconds) {
      await own.shift(seconds)
      await expireDeviceCommands(knex)
      const given = await closeDue({ deviceKnex: knex, link: portal.link })
      if (given > 0) {
        const commanded = await knex('auto_closings')
          .where({ device_id: deviceId })
          .first<{ device_command_id: string }>('device_command_id')
        await arrives(commanded.device_command_id)
      }
      return given
    },
    row: () => knex('auto_closings').where({ device_id: deviceId }).first(),
    malfunctions: () => knex('malfunctions').where({ device_id: deviceId }).orderBy('id').select(),
  }
  /** Sends what is queued until the gateway has handled this command. */
  const work = new Map<string, Promise<void>>()
  const arrives = async (deviceCommandId: string): Promise<void> => {
    await portal.link.dispatchPending()
    await vi.waitFor(() => {
      if (!work.has(deviceCommandId)) throw new Error('the command did not arrive')
    })
    await work.get(deviceCommandId)
  }
  gateway.socket.off('order').on('order', (frame, ack) => {
    heard.push({ frame, at: own.now() })
    if (own.acknowledges) ack({ taken: true })
    work.set(frame.order, own.obey(frame))
  })
  await own.say(door ? 'free' : 'blocked', door ? 'closed' : undefined)
  return own
}

/** Shifts a device and its rows into the past by so many seconds. */
async function shift(knex: Knex, deviceId: number, seconds: number): Promise<void> {
  const back = (column: string) => `${column} = ${column} - make_interval(secs => ?)`
  const moved = async (table: string, columns: string[]): Promise<void> => {
    await knex.raw(`UPDATE ${table} SET ${columns.map(back).join(', ')} WHERE device_id = ?`, [
      ...columns.map(() => seconds),
      deviceId,
    ])
  }
  await moved('auto_closings', ['opened_at', 'used_at', 'due_at', 'gave_up_at'])
  await moved('device_commands', [
    'issued_at',
    'deadline',
    'sent_at',
    'taken_at',
    'answered_at',
    'had_at',
    'settled_at',
  ])
  await moved('device_reports', ['at', 'received_at'])
  await moved('device_states', [
    'status_at',
    'door_at',
    'last_state_change',
    'last_message_at',
    'requested_at',
    'confirmed_at',
  ])
}
