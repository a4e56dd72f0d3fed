import { timingSafeEqual } from 'node:crypto'
import type { OrderFrame } from '../../../contract/gateway.ts'
import { signature } from '../sign.ts'

/** Whether the frame was made with this key and not altered since; compared in constant time. */
export function verify(frame: OrderFrame, key: Uint8Array): boolean {
  if (typeof frame.signature !== 'string') return false
  const expected = Buffer.from(signature(frame, key), 'hex')
  const given = Buffer.from(frame.signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
