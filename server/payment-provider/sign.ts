import { createHmac, timingSafeEqual } from 'node:crypto'

/** A webhook older than this, or from the future by as much, is nobody's honest message; ms. */
export const toleranceMs = 5 * 60_000

/** The value of a signature header: when it was signed, and an HMAC over that and the body. */
export function signWebhook(secret: Buffer, body: string | Buffer, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  return `t=${seconds},v1=${mac(secret, seconds, body).toString('hex')}`
}

/** Whether the header signs this very body with the secret, not too long ago. */
export function isSigned(secret: Buffer, body: Buffer, header: string, now: Date): boolean {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (seconds === undefined || given === undefined) return false
  if (Math.abs(now.getTime() - Number(seconds) * 1_000) > toleranceMs) return false
  return timingSafeEqual(Buffer.from(given, 'hex'), mac(secret, Number(seconds), body))
}

function mac(secret: Buffer, seconds: number, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
}
