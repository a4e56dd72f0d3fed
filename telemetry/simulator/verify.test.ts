import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderFrame } from '../../contract/gateway.ts'
import { sign } from '../gateways/sign.ts'
import { canonical, signatureOf, signs } from './verify.ts'

const key = Buffer.from('0123456789abcdef0123456789abcdef')
const orderKey = key.toString('base64url')
const fields = {
  order: '6f1d2c1e-7d0b-4a39-9a55-0d6b1c7f2a10',
  counter: 42,
  device: 'Box „Süd“ 17',
  do: 'open',
  issuedAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-11-21T09:00:15.000Z',
} as const

const orders = fc.record({
  order: fc.uuid(),
  counter: fc.nat(),
  device: fc.string({ unit: 'grapheme', minLength: 1 }),
  do: fc.constantFrom('open' as const, 'close' as const, 'refresh' as const),
  issuedAt: fc.constant(fields.issuedAt),
  expiresAt: fc.constant(fields.expiresAt),
})

describe('order signatures at the gateway', () => {
  it('match the example of the protocol', () => {
    expect(canonical(fields)).toBe(
      '{"counter":42,"device":"Box „Süd“ 17","do":"open","expiresAt":"2026-11-21T09:00:15.000Z","issuedAt":"2026-11-21T09:00:00.000Z","order":"6f1d2c1e-7d0b-4a39-9a55-0d6b1c7f2a10"}',
    )
    expect(signatureOf(fields, orderKey).toString('hex')).toBe(
      '33e4e5464d15f224cb91301c3d47f8b13a8cd810f688a67759a52ac8a7c5769d',
    )
  })

  it('are those of the portal, which computes them with other code [GW-2]', () => {
    fc.assert(
      fc.property(orders, fc.uint8Array({ minLength: 32, maxLength: 32 }), (order, bytes) => {
        const frame = sign(order, bytes)
        expect(signatureOf(order, Buffer.from(bytes).toString('base64url')).toString('hex')).toBe(frame.signature)
        expect(signs(frame, Buffer.from(bytes).toString('base64url'))).toBe(true)
      }),
    )
  })

  it('fail for every changed field, another key and a broken signature', () => {
    const frame: OrderFrame = sign(fields, key)
    const changed: OrderFrame[] = [
      { ...frame, order: 'another' },
      { ...frame, counter: 43 },
      { ...frame, device: 'Box 18' },
      { ...frame, do: 'close' },
      { ...frame, issuedAt: '2026-11-21T09:00:00.001Z' },
      { ...frame, expiresAt: '2026-11-22T09:00:15.000Z' },
      { ...frame, signature: '' },
      { ...frame, signature: frame.signature.slice(2) },
      { ...frame, signature: 'z'.repeat(64) },
    ]
    for (const order of changed) expect(signs(order, orderKey)).toBe(false)
    expect(signs(frame, Buffer.alloc(32).toString('base64url'))).toBe(false)
  })
})
