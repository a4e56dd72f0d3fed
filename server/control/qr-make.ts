import type { Knex } from 'knex'
import { type ControlFacts, controlChecks, refusalOf } from '../../machines/control.ts'
import { type HeldReservation, heldFacts } from '../doors/holder.ts'
import { qrSeconds, writeQr } from './qr.ts'

type QrRefusal =
  | 'device-not-yours'
  | 'action-not-supported'
  | 'reservation-not-reserved'
  | 'reservation-over'
  | 'reservation-not-begun'
  | 'user-blocked'
export type MadeQr =
  | { readonly ok: true; readonly qr: { code: string; validUntil: string } }
  | { readonly ok: false; readonly code: QrRefusal }

/**
 * A device that could do anything, so that only the reservation can refuse. Whether the device can move is checked when
 * the code is read.
 */
const ready: ControlFacts = {
  status: 'free',
  doorState: 'closed',
  reachable: true,
  linked: true,
  maintenance: false,
  commandInFlight: false,
  controls: ['open'],
  occupiedBlocksControl: false,
  repeatable: [],
  restSeconds: 0,
}

/** Makes a code for the reader of one device of a reservation, while that reservation opens (rule C-38). */
export async function makeQr(trx: Knex, held: HeldReservation, deviceId: number): Promise<MadeQr> {
  const device = held.devices.find(({ id }) => id === deviceId)
  if (!device) return { ok: false, code: 'device-not-yours' }
  const request = { action: 'open', by: 'qr' } as const
  const refusal = refusalOf(controlChecks(request, ready, await heldFacts(trx, held, deviceId, null), held.at))
  if (refusal) return { ok: false, code: refusal as QrRefusal }
  const reader = device.access.includes('qr') ? await readerOf(trx, deviceId) : null
  if (!reader) return { ok: false, code: 'action-not-supported' }
  // Whole seconds, as in the code.
  const expires = new Date((Math.floor(held.at.getTime() / 1_000) + qrSeconds) * 1_000)
  const code = writeQr({ reservationId: held.reservationId, deviceId, expires }, reader.hardwareId, reader.key)
  return { ok: true, qr: { code, validUntil: expires.toISOString() } }
}

/** Returns the newest key of the device's gateway; null if it has none, so that nobody could check a code. */
async function readerOf(trx: Knex, deviceId: number): Promise<{ hardwareId: string; key: Buffer } | null> {
  const { rows } = await trx.raw<{ rows: { hardwareId: string; key: Buffer }[] }>(
    `select d.hardware_id as "hardwareId", t.order_key as key from devices d join gateway_tokens t on t.gateway_id = d.gateway_id
     where d.id = ? and t.revoked_at is null order by t.created_at desc, t.id desc limit 1`,
    [deviceId],
  )
  return rows[0] ?? null
}
