import type { Knex } from 'knex'
import type { RefusalCode } from '../../../contract/refusals.ts'
import { publish } from '../../../db/outbox.ts'
import { countsAs } from '../../../machines/control.ts'
import { opensAt, rightEnds } from '../../../machines/reservation-rules.ts'
import { lockDevices, touchDevices } from '../../../telemetry/commands/transition.ts'
import { followClosings } from '../../../telemetry/ingest/closings.ts'
import { deviceChanges } from '../../../telemetry/views/device.ts'
import { deviceCommandChanges } from '../../../telemetry/views/device-command.ts'
import { type HeldReservation, lockHeld } from '../../doors/holder.ts'
import { publishAccess } from '../../doors/publish-access.ts'
import { supportCode } from '../../kernel/bus/support-code.ts'
import type { AccessEvent, Verdict } from './event.ts'

/** Tolerance for the clock drift of gateways without an uplink, ms. */
const toleranceMs = 5 * 60_000
const deadlineMs = 15_000
const by = { 'plate-seen': 'plate', 'rfid-seen': 'rfid', 'pin-entered': 'pin' } as const

/**
 * A gateway reports that it let somebody in by itself: logged and counted, even beyond the limit; nothing is sent.
 * Reports within one second count as one (rule C-39).
 */
export async function evaluateLetIn(trx: Knex.Transaction, event: AccessEvent, rowId: number): Promise<Verdict> {
  const found = await trx('reservations')
    .where({ id: rowId })
    .first<{ head: number } | undefined>(trx.raw('coalesce(parent_id, id) as head'))
  const held = found ? await lockHeld(trx, found.head) : null
  if (!held) return { outcome: 'no-match' }
  const { reservationId } = held
  const refusal = await refusalOf(trx, held, event)
  if (refusal) return { outcome: `refused:${refusal}`, reservationId }
  if (await isKnown(trx, event, reservationId)) return { outcome: 'read-again', reservationId }
  await keep(trx, held, event)
  return { outcome: 'opened-by-gateway', reservationId }
}

/** Returns why the gateway should not have done it at that time. */
async function refusalOf(trx: Knex, held: HeldReservation, event: AccessEvent): Promise<RefusalCode | null> {
  if (!held.devices.some(({ id }) => id === event.deviceId)) return 'device-not-yours'
  const at = event.at.getTime()
  if (held.state !== 'RESERVED') {
    const row = await trx('reservations').where({ id: held.reservationId }).first<{ ended_at: Date | null }>('ended_at')
    // It cannot have known of a later cancellation.
    if (held.state !== 'STORNO' || !row.ended_at || at > row.ended_at.getTime() + toleranceMs)
      return 'reservation-not-reserved'
  }
  if (at < opensAt(held).getTime() - toleranceMs) return 'reservation-not-begun'
  const stay = await trx('overstays')
    .where({ reservation_id: held.reservationId })
    .first<{ until_at: Date } | undefined>('until_at')
  return at < rightEnds({ end: held.end, graceUntil: stay?.until_at ?? null }).getTime() + toleranceMs
    ? null
    : 'reservation-over'
}

/** Returns whether the same was reported before, in any order of messages. */
async function isKnown(trx: Knex.Transaction, event: AccessEvent, reservationId: number): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `select from access_events where device_id = :deviceId and reservation_id = :reservationId and event = :event and id <> :id
       and outcome = 'opened-by-gateway' and at >= date_trunc('second', :at::timestamptz)
       and at < date_trunc('second', :at::timestamptz) + interval '1 second' limit 1`,
    { deviceId: event.deviceId, reservationId, event: event.event, id: event.id, at: event.at },
  )
  return rows.length > 0
}

async function keep(trx: Knex.Transaction, held: HeldReservation, event: AccessEvent): Promise<void> {
  const device = held.devices.find(({ id }) => id === event.deviceId)
  const used = countsAs('open', [device?.barrier ?? null]) === 'exit' ? 'exits_used' : 'entries_used'
  await trx('reservations')
    .where({ id: held.reservationId })
    .update({ [used]: trx.raw('?? + 1', [used]), version: trx.raw(`nextval('change_version')`) })
  await lockDevices(trx, [event.deviceId])
  const deviceCommandId = await insertDeviceCommand(trx, held.reservationId, event)
  // The door may have opened earlier, and that report named nobody. This alone is no malfunction.
  await followClosings(trx, [], [event.deviceId], held.at)
  await touchDevices(trx, [event.deviceId])
  await publish(trx, [
    ...(await deviceChanges(trx, [event.deviceId])),
    ...(await deviceCommandChanges(trx, [deviceCommandId])),
  ])
  await publishAccess(trx, [held.reservationId])
}

/** Logs a command that was never sent: done at the moment when the gateway did it. */
async function insertDeviceCommand(trx: Knex.Transaction, reservationId: number, event: AccessEvent): Promise<string> {
  for (let tries = 0; tries < 5; tries += 1) {
    const [made] = await trx('device_commands')
      .insert({
        device_id: event.deviceId,
        gateway_id: event.gatewayId,
        action: 'open',
        state: 'confirmed',
        allowed_by: by[event.event],
        by_gateway: true,
        reservation_id: reservationId,
        access_event_id: event.id,
        support_code: supportCode(),
        issued_at: event.at,
        deadline: new Date(event.at.getTime() + deadlineMs),
        settled_at: event.at,
        version: trx.raw(`nextval('change_version')`),
      })
      .onConflict('support_code')
      .ignore()
      .returning<{ id: string }[]>('id')
    if (made) return made.id
  }
  throw new Error('no free support code found')
}
