import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createGate, type Leave } from './gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Comers one after the other; `inside` has the places of those who are in. */
function crowd(options: { most: number; few: number }) {
  const gate = createGate(options)
  const inside: { name: number; leave: Leave }[] = []
  let came = 0
  return {
    inside,
    names: () => inside.map(({ name }) => name),
    async come(count: number) {
      for (let n = 0; n < count; n += 1) {
        const name = (came += 1)
        void gate.enter().then((leave) => inside.push({ name, leave }))
      }
      await vi.advanceTimersByTimeAsync(0)
    },
    async leave() {
      inside.shift()?.leave()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('single comers wait for nobody', async () => {
  const { come, leave, names } = crowd({ most: 3, few: 1 })
  await come(1)
  await come(1)
  expect(names()).toEqual([1, 2])
  await leave()
  await leave()
  await come(1)
  expect(names()).toEqual([3])
})

it('of a crowd few are let in while others keep coming, then most, in the order of coming [LIVE-6]', async () => {
  const { come, leave, names, inside } = crowd({ most: 3, few: 1 })
  await come(10)
  const first = inside.length
  expect(first).toBeLessThanOrEqual(3)
  while (inside.length > 1) await leave()
  for (let n = 0; n < 4; n += 1) {
    await vi.advanceTimersByTimeAsync(15)
    await come(1)
    await leave()
    expect(inside.length).toBe(1)
  }
  await vi.advanceTimersByTimeAsync(20)
  expect(inside.length).toBe(3)
  const order: number[] = []
  while (inside.length > 0) {
    order.push(...names().slice(0, 1))
    await leave()
  }
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order.at(-1)).toBe(14)
})

it('a place is given back once', async () => {
  const { come, inside } = crowd({ most: 1, few: 1 })
  await come(3)
  const [one] = inside
  one?.leave()
  one?.leave()
  await vi.advanceTimersByTimeAsync(50)
  expect(inside.length).toBe(2)
})
