import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrderFrame } from '../../contract/gateway.ts'

/**
 * Checks order signatures as a gateway, written from docs/gateway-protocol.md alone. Shares no code with telemetry/gateways/sign.ts on
 * purpose: a test compares both.
 */
export function signs(order: OrderFrame, orderKey: string): boolean {
  const { signature, ...fields } = order
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(fields, orderKey))
}

/** HMAC-SHA-256 of the canonical JSON; `orderKey` is base64url of the key's bytes. */
export function signatureOf(fields: Omit<OrderFrame, 'signature'>, orderKey: string): Buffer {
  return createHmac('sha256', Buffer.from(orderKey, 'base64url')).update(canonical(fields)).digest()
}

/** JSON with the keys of every object in code unit order and no spaces; undefined members are left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item === undefined ? null : item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}
