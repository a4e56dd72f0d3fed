import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IngestQueue, type Waiting } from './ingest-queue.ts'

const body = (gatewayId: number, messages: number): Waiting =>
  ({ gatewayId, messages: Array.from({ length: messages }, () => null), settle: () => undefined }) as never

describe('the queue of ingest', () => {
  it('lets gateways take turns: a busy one waits for itself [GW-1]', () => {
    const queue = new IngestQueue(10_000)
    for (let n = 0; n < 20; n += 1) queue.add(body(1, 100))
    for (const gatewayId of [2, 3]) queue.add(body(gatewayId, 100))
    const batch = queue.take(500)
    expect(batch.map(({ gatewayId }) => gatewayId)).toEqual([1, 2, 3, 1, 1])
    expect(queue.take(500)).toEqual([]) // only the flood is left, and is being written
    queue.add(body(4, 100))
    expect(queue.take(500).map(({ gatewayId }) => gatewayId)).toEqual([4])
  })

  it('hands out small bodies alone, past backlogs of others and never past one of their own gateway [GW-1]', () => {
    const queue = new IngestQueue(10_000)
    for (const [gatewayId, messages] of [
      [1, 1_000],
      [1, 1],
      [2, 20],
      [2, 1],
      [2, 21],
      [2, 1],
    ] as const)
      queue.add(body(gatewayId, messages))
    const sizes = queue.take(500, 'small').map(({ gatewayId, messages }) => [gatewayId, messages.length])
    expect(sizes).toEqual([
      [2, 20],
      [2, 1],
    ])
    expect(queue.take(500, 'small')).toEqual([])
    expect(queue.messages).toBe(1_023)
  })

  it('returns every body once, each gateway in order and in one batch at a time, within its limits', () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 5 }), messages: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ take: fc.integer({ min: 1, max: 60 }), only: fc.constantFrom('small' as const, undefined) }),
      fc.constant({ release: true as const }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const queue = new IngestQueue(300)
        const added: Waiting[] = []
        const given: Waiting[] = []
        const writing: Waiting[][] = []
        const take = (most: number, only?: 'small'): boolean => {
          const batch = queue.take(most, only)
          if (only) expect(batch.every(({ messages }) => messages.length <= 20)).toBe(true)
          const now = new Set(batch.map(({ gatewayId }) => gatewayId))
          for (const other of writing) for (const { gatewayId } of other) expect(now.has(gatewayId)).toBe(false)
          const size = batch.reduce((sum, { messages }) => sum + messages.length, 0)
          if (batch.length > 1) expect(size).toBeLessThanOrEqual(most)
          given.push(...batch)
          if (batch.length > 0) writing.push(batch)
          return batch.length > 0
        }
        for (const one of steps) {
          if ('add' in one) {
            const next = body(one.add, one.messages)
            const before = queue.messages
            if (queue.add(next)) added.push(next)
            else expect(before + one.messages).toBeGreaterThan(300)
          } else if ('take' in one) take(one.take, one.only)
          else queue.release(writing.shift() ?? [])
          expect(queue.messages).toBeLessThanOrEqual(300)
          expect(queue.empty).toBe(added.length === given.length)
        }
        for (const batch of writing.splice(0)) queue.release(batch)
        while (take(50)) queue.release(writing.pop() ?? [])
        expect(queue.messages).toBe(0)
        for (const gatewayId of [1, 2, 3, 4, 5]) {
          const of = (all: readonly Waiting[]) => all.filter((each) => each.gatewayId === gatewayId)
          expect(of(given)).toEqual(of(added))
          expect(of(given).every((each, place) => each === of(added)[place])).toBe(true)
        }
      }),
    )
  })
})
