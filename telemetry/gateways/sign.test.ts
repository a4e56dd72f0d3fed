import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderFrame } from '../../contract/gateway.ts'
import { actions } from '../../machines/device.ts'
import { canonicalJson, sign, type UnsignedOrder } from './sign.ts'
import { verify } from './testing/verify.ts'

const anyOrder: fc.Arbitrary<UnsignedOrder> = fc.record({
  order: fc.uuid(),
  counter: fc.nat(),
  device: fc.string(),
  do: fc.constantFrom(...actions),
  issuedAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  expiresAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
})
const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('signatures of orders', () => {
  it('are HMAC-SHA-256 over the sorted members without spaces [GW-2]', () => {
    const order: UnsignedOrder = {
      order: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
      counter: 7,
      device: 'A0-17',
      do: 'open',
      issuedAt: '2026-11-21T09:00:00.000Z',
      expiresAt: '2026-11-21T09:00:15.000Z',
    }
    const text =
      '{"counter":7,"device":"A0-17","do":"open","expiresAt":"2026-11-21T09:00:15.000Z","issuedAt":"2026-11-21T09:00:00.000Z","order":"6f9619ff-8b86-4011-b42d-00c04fc964ff"}'
    expect(canonicalJson({ ...order })).toBe(text)
    const key = Buffer.alloc(32, 1)
    expect(sign(order, key).signature).toBe(createHmac('sha256', key).update(text).digest('hex'))
  })

  it('are valid for the frame as made, whatever the order of its members', () => {
    fc.assert(
      fc.property(anyOrder, anyKey, (order, key) => {
        const frame = sign(order, key)
        const shuffled = Object.fromEntries(Object.entries(frame).reverse()) as unknown as OrderFrame
        expect(verify(frame, key)).toBe(true)
        expect(verify(shuffled, key)).toBe(true)
      }),
    )
  })

  it('are invalid for a changed frame, another key, or a malformed signature [GW-2]', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, anyKey, anyKey, fc.anything(), (order, other, key, otherKey, junk) => {
        const frame = sign(order, key)
        for (const field of Object.keys(order) as (keyof UnsignedOrder)[]) {
          if (order[field] !== other[field]) expect(verify({ ...frame, [field]: other[field] }, key)).toBe(false)
        }
        if (!Buffer.from(key).equals(Buffer.from(otherKey))) expect(verify(frame, otherKey)).toBe(false)
        expect(verify({ ...frame, signature: junk as string }, key)).toBe(false)
        expect(verify({ ...frame, signature: { toString: 1 } as never }, key)).toBe(false)
      }),
    )
  })
})
