import { createHmac } from 'node:crypto'
import type { OrderFrame } from '../../contract/gateway.ts'

/** The signed fields of an order. */
export type UnsignedOrder = Omit<OrderFrame, 'signature'>

/** Returns the canonical JSON of a flat object: keys sorted by code unit, no spaces, no undefined members. */
export function canonicalJson(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, value[key]]),
    ),
  )
}

/** Returns the HMAC-SHA-256 in hex of an order's canonical JSON with the gateway's order key (raw bytes). */
export function signature(order: UnsignedOrder | OrderFrame, key: Uint8Array): string {
  const { order: id, counter, device, do: action, issuedAt, expiresAt } = order
  const signed = { order: id, counter, device, do: action, issuedAt, expiresAt }
  return createHmac('sha256', key).update(canonicalJson(signed)).digest('hex')
}

/** Returns the signed frame for the gateway. */
export function sign(order: UnsignedOrder, key: Uint8Array): OrderFrame {
  return { ...order, signature: signature(order, key) }
}
