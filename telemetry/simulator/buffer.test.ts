import { describe, expect, it } from 'vitest'
import { createBuffer, type NewMessage } from './buffer.ts'

const at = '2026-11-21T09:00:00.000Z'
const reading: NewMessage = { kind: 'reading', device: 'A', at, temperature: 4 }
const status: NewMessage = { kind: 'status', device: 'A', at, status: 'free' }

describe('message buffer', () => {
  it('gives ids that differ within a start, over restarts and between gateways', () => {
    const ids = new Set<string>()
    for (let start = 0; start < 50; start++) {
      const buffer = createBuffer()
      for (let boot = 0; boot < 2; boot++) {
        for (let i = 0; i < 100; i++) buffer.add(reading)
        buffer.reboot()
      }
      for (const { id } of buffer.peek(1_000)) {
        expect(id.length).toBeLessThanOrEqual(64)
        ids.add(id)
      }
    }
    expect(ids.size).toBe(50 * 200)
  })

  it('keeps messages until they are acknowledged or refused, oldest first', () => {
    const buffer = createBuffer()
    for (let i = 0; i < 5; i++) buffer.add(i === 2 ? status : reading)
    const batch = buffer.peek(3)
    expect(buffer.peek(3)).toEqual(batch)
    buffer.settle(batch)
    expect(buffer.size()).toBe(2)
    expect(buffer.peek(9).some(({ id }) => batch.some((settled) => settled.id === id))).toBe(false)
  })

  it('is bounded: when full it drops the oldest reading first, then the oldest message', () => {
    const buffer = createBuffer(3)
    buffer.add(status)
    buffer.add(reading)
    buffer.add(status)
    buffer.add(status)
    expect(buffer.peek(9).map(({ kind }) => kind)).toEqual(['status', 'status', 'status'])
    buffer.add(reading)
    expect(buffer.peek(9).map(({ kind }) => kind)).toEqual(['status', 'status', 'reading'])
    expect(buffer.dropped()).toBe(2)
  })

  it('loses and duplicates nothing when shuffled', () => {
    const buffer = createBuffer()
    for (let i = 0; i < 100; i++) buffer.add(reading)
    const before = buffer.peek(100).map(({ id }) => id)
    let n = 0
    buffer.shuffle(() => (n = (n * 7 + 3) % 100) / 100)
    const after = buffer.peek(100).map(({ id }) => id)
    expect(after).not.toEqual(before)
    expect(after.toSorted()).toEqual(before.toSorted())
  })
})
