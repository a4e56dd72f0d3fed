import { createHmac, timingSafeEqual } from 'node:crypto'

/** A code for the reader of one device, as `HF1.<reservation>.<device>.<expires, seconds in base 36>.<mac>`. */
export interface QrClaim {
  readonly reservationId: number
  readonly deviceId: number
  readonly expires: Date
}
export const qrSeconds = 60
export const qrPrefix = 'HF1.'
const form = /^(HF1\.([1-9]\d{0,9})\.([1-9]\d{0,9})\.([1-9a-z][0-9a-z]{0,7}))\.([\w-]{22})$/

/**
 * Returns the code of a claim. Its mac is the first 16 bytes (base64url) of HMAC-SHA-256 with the gateway's order key
 * over `holdfast-qr`, the code up to its mac and the device's hardware id, one per line: a gateway can verify it
 * without an uplink.
 */
export function writeQr(claim: QrClaim, hardwareId: string, key: Uint8Array): string {
  const seconds = Math.floor(claim.expires.getTime() / 1_000)
  const text = `${qrPrefix}${claim.reservationId}.${claim.deviceId}.${seconds.toString(36)}`
  return `${text}.${mac(text, hardwareId, key)}`
}

/**
 * Returns the claim of a code that was made for this device with one of these keys and has not expired. The mac is
 * compared as text, because base64url can write the same bytes in several ways.
 */
export function readQr(
  code: string,
  device: { readonly id: number; readonly hardwareId: string },
  keys: readonly Uint8Array[],
  now: Date,
): { ok: true; reservationId: number; expires: Date } | { ok: false; code: 'qr-invalid' | 'qr-expired' } {
  const match = form.exec(code)
  const [, text, reservation, deviceId, expires, given] = match ?? []
  if (!text || !expires || !given || Number(deviceId) !== device.id) return { ok: false, code: 'qr-invalid' }
  const signed = keys.some((key) => same(mac(text, device.hardwareId, key), given))
  if (!signed) return { ok: false, code: 'qr-invalid' }
  const end = new Date(Number.parseInt(expires, 36) * 1_000)
  if (now >= end) return { ok: false, code: 'qr-expired' }
  return { ok: true, reservationId: Number(reservation), expires: end }
}

function mac(text: string, hardwareId: string, key: Uint8Array): string {
  const whole = createHmac('sha256', key).update(`holdfast-qr\n${text}\n${hardwareId}`).digest()
  return whole.subarray(0, 16).toString('base64url')
}

function same(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
