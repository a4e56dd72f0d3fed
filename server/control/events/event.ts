import type { Knex } from 'knex'
import type { AccessOutcome } from '../../../contract/control.ts'
import type { AllowedBy } from '../../../machines/control.ts'
import type { HeldReservation } from '../../doors/holder.ts'
import type { Context } from '../../kernel/context.ts'
import { beginRun } from '../begin-run.ts'

/** An event that a gateway saw at a device, under its lock, and the database's time of the evaluation. */
export interface AccessEvent {
  readonly id: number
  readonly gatewayId: number
  readonly deviceId: number
  readonly siteId: number
  readonly at: Date
  readonly receivedAt: Date
  /** The gateway caches reservations, and lets people in by them without an uplink. */
  readonly caches: boolean
  readonly event: 'plate-seen' | 'rfid-seen' | 'pin-entered'
  readonly value: string
  readonly now: Date
}

/** Outcome of an event. */
export interface Verdict {
  readonly outcome: AccessOutcome
  readonly reservationId?: number
  readonly runId?: string
}

/** Seconds for which the same credential at the same device is ignored after an opening or a refusal. */
export interface Pause {
  readonly opened: number
  readonly refused: number
}

/** Begins the run of an event, unless the same was handled just now. The caller has locked the reservation. */
export async function openBy(
  trx: Knex.Transaction,
  context: Context,
  event: AccessEvent,
  request: {
    held: HeldReservation
    by: Extract<AllowedBy, 'plate' | 'pin' | 'rfid' | 'qr'>
    deviceIds: readonly number[] | null
    pause: Pause
  },
): Promise<Verdict> {
  const { held, by, deviceIds, pause } = request
  const { reservationId } = held
  if (await dealtWith(trx, event, reservationId, pause)) return { outcome: 'read-again', reservationId }
  const begun = await beginRun(trx, context, { held, by, deviceIds, action: 'open', accessEventId: event.id })
  return begun.ok
    ? { outcome: 'opened', reservationId, runId: begun.runId }
    : { outcome: `refused:${begun.code}`, reservationId }
}

async function dealtWith(
  trx: Knex.Transaction,
  event: AccessEvent,
  reservationId: number,
  { opened, refused }: Pause,
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `select from access_events where device_id = :deviceId and reservation_id = :reservationId and event = :event and id <> :id
       and abs(extract(epoch from at - :at)) < case when outcome = 'opened' then :opened when outcome like 'refused:%' then :refused else 0 end
       and at between :at::timestamptz - interval '2 minutes' and :at::timestamptz + interval '2 minutes' limit 1`,
    { deviceId: event.deviceId, reservationId, event: event.event, id: event.id, at: event.at, opened, refused },
  )
  return rows.length > 0
}
