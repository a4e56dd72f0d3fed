import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import type { EventMessage } from '../../contract/gateway.ts'
import { publish } from '../../db/outbox.ts'
import { type Decoded, ofKind } from '../messages/decode.ts'
import type { RegisteredDevice } from './ingest-registry.ts'

/** Events that may open something; others are only noted. */
const openers: ReadonlySet<EventMessage['event']> = new Set(['plate-seen', 'rfid-seen', 'pin-entered'])
/** Value of an event where the gateway itself let somebody in. */
export const letInBy = /^reservation:(\d{1,9})$/

/** Returns the value of an event that may be stored: never a PIN. */
export function keptValue({ event, value }: Pick<EventMessage, 'event' | 'value'>): string | undefined {
  return event === 'pin-entered' && !letInBy.test(value ?? '') ? undefined : value
}

/**
 * Queues events at doors in the transaction that stores them, and publishes that; events that cannot open anything are noted at once. Costs
 * nothing without events.
 */
export async function queueEvents(
  trx: Knex.Transaction,
  messages: readonly Decoded<Pick<RegisteredDevice, 'id' | 'gatewayId'>>[],
  now: Date,
): Promise<void> {
  const rows = ofKind(messages, 'event').map(({ device, at, body }) => ({
    gateway_id: device.gatewayId,
    device_id: device.id,
    at: new Date(at),
    received_at: now,
    event: body.event,
    value: body.value ?? null,
    ...(openers.has(body.event) ? {} : { judged_at: now, outcome: 'noted' }),
  }))
  if (rows.length === 0) return
  await trx.raw(
    `INSERT INTO access_events (gateway_id, device_id, at, received_at, event, value, judged_at, outcome)
     SELECT gateway_id, device_id, at, received_at, event, value, judged_at, outcome FROM jsonb_to_recordset(?::jsonb) AS e
       (gateway_id integer, device_id integer, at timestamptz, received_at timestamptz, event text, value text, judged_at timestamptz, outcome text)`,
    [JSON.stringify(rows)],
  )
  if (rows.some(({ event }) => openers.has(event))) await publish(trx, [], fact('control.accessEvent', {}))
}
