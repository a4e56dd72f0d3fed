import { createHmac } from 'node:crypto'
import type { OrderFrame } from '../../contract/gateway.ts'

/** The fields of an order that are signed: all but the signature. */
export type UnsignedOrder = Omit<OrderFrame, 'signature'>

/** Canonical JSON of a flat object: keys sorted by code unit, no spaces, members that are undefined left out. */
export function canonicalJson(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, value[key]]),
    ),
  )
}

/** The signature of an order: HMAC-SHA-256 in hex over its canonical JSON with the gateway's order key (raw bytes). */
export function signature(order: UnsignedOrder | OrderFrame, key: Uint8Array): string {
  const { order: id, counter, device, do: action, issuedAt, expiresAt } = order
  const signed = { order: id, counter, device, do: action, issuedAt, expiresAt }
  return createHmac('sha256', key).update(canonicalJson(signed)).digest('hex')
}

/** The frame with its signature, as it goes to the gateway. */
export function sign(order: UnsignedOrder, key: Uint8Array): OrderFrame {
  return { ...order, signature: signature(order, key) }
}
