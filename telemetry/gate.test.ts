import { expect, it, vi } from 'vitest'
import { createGate } from './gate.ts'

it('a gate that has limits begins nothing that waited for too long, and goes on with the others', async () => {
  vi.useFakeTimers()
  const refuse = () => new Error('too many wait')
  const gate = createGate(1, { patienceMs: 1_000, refuse })
  let open: () => void = () => undefined
  const first = gate(() => new Promise<void>((resolve) => (open = resolve)))
  const begun = vi.fn(async () => 'done')
  const second = gate(begun).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(600)
  const third = gate(begun)
  await vi.advanceTimersByTimeAsync(600)
  expect(await second).toBe('too many wait')
  expect(begun).not.toHaveBeenCalled()
  open()
  await first
  expect(await third).toBe('done')
  expect(await gate(begun)).toBe('done')
  expect(begun).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

it('a gate lets so many in at once and everybody in the end, whoever fails', async () => {
  const gate = createGate(3)
  let inside = 0
  let most = 0
  const all = Array.from({ length: 20 }, (_, turn) =>
    gate(async () => {
      most = Math.max(most, (inside += 1))
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
      if (turn % 4 === 0) throw new Error('no')
      return turn
    }),
  )
  const settled = await Promise.allSettled(all)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  expect([most, inside]).toEqual([3, 0])
})
