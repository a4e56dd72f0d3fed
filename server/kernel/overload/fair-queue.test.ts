import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createFairQueue, WaitedTooLong } from './fair-queue.ts'

/** Work that ends on request. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, { done: () => void; fail: (error: Error) => void }>()
  return {
    begun,
    make: (name: string) => () =>
      new Promise<string>((resolve, reject) => {
        begun.push(name)
        ends.set(name, { done: () => resolve(name), fail: reject })
      }),
    async end(name: string, error?: Error) {
      const { done, fail } = ends.get(name) ?? {}
      if (error) fail?.(error)
      else done?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('a fair queue', () => {
  it('starts up to its limit, and the next when one has ended, with or without an error', async () => {
    const { begun, make, end } = works()
    const queue = createFairQueue(() => 2)
    const answers = ['a', 'b', 'c', 'd'].map((name) => queue.pass(name, 'later', make(name)))
    const told = Promise.allSettled(answers)
    expect(begun).toEqual(['a', 'b'])
    await end('b', new Error('away'))
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    expect(await told).toMatchObject([{ value: 'a' }, { reason: new Error('away') }, { value: 'c' }, { value: 'd' }])
  })

  it('treats a synchronous throw like any other end', async () => {
    const { begun, make, end } = works()
    const queue = createFairQueue(() => 1)
    const first = queue.pass('a', 'later', make('a'))
    const thrown = queue.pass('b', 'later', () => {
      throw new Error('at once')
    })
    const last = queue.pass('c', 'later', make('c'))
    await Promise.all([end('a'), expect(thrown).rejects.toThrow('at once')])
    await end('c')
    expect([await first, await last, begun, queue.waiting()]).toEqual(['a', 'c', ['a', 'c'], 0])
  })

  it('gives each key its turn, however much one wants', async () => {
    const { begun, make, end } = works()
    const queue = createFairQueue(() => 1)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void queue.pass(name.charAt(0), 'later', make(name))
    for (let at = 0; at < 6; at += 1) await end(begun[at] ?? '')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('runs sooner work before later work, but not always', async () => {
    const { begun, make, end } = works()
    const queue = createFairQueue(() => 1)
    for (const n of [1, 2, 3]) void queue.pass(`x${n}`, 'later', make(`later ${n}`))
    for (const n of [1, 2, 3, 4, 5]) void queue.pass(`y${n}`, 'sooner', make(`sooner ${n}`))
    for (let at = 0; at < 8; at += 1) await end(begun[at] ?? '')
    expect(begun.map((name) => name.replace(/ \d$/, ''))).toEqual([
      'later', // nothing else waits
      'sooner',
      'sooner',
      'later',
      'sooner',
      'sooner',
      'sooner',
      'later',
    ])
  })

  it('follows a changing limit: lowered, fewer start as others end; raised, more start at the next end', async () => {
    const { begun, make, end } = works()
    let places = 3
    const queue = createFairQueue(() => places)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) void queue.pass(name, 'later', make(name))
    expect(begun).toHaveLength(3)
    places = 1
    await end('a')
    await end('b')
    expect(begun).toHaveLength(3)
    await end('c')
    expect(begun).toHaveLength(4)
    places = Number.POSITIVE_INFINITY
    await end('d')
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  })

  it('refuses work whose turn does not come in time, starts none of it, and continues with the rest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { begun, make, end } = works()
      const queue = createFairQueue(() => 1, { longestWaitMs: 100 })
      const told = new Map<string, string>()
      const come = (name: string): void => {
        void queue.pass(name.charAt(0), 'later', make(name)).then(
          () => told.set(name, 'done'),
          (error: unknown) => told.set(name, error instanceof WaitedTooLong ? 'too long' : String(error)),
        )
      }
      for (const name of ['a1', 'a2', 'b1']) come(name)
      await vi.advanceTimersByTimeAsync(50)
      for (const name of ['a3', 'c1']) come(name)
      expect(queue.waiting()).toBe(4)
      await vi.advanceTimersByTimeAsync(51)
      expect([Object.fromEntries(told), queue.waiting(), begun]).toEqual([
        { a2: 'too long', b1: 'too long' },
        2,
        ['a1'],
      ])
      await end('a1')
      // Running work is left alone, however long it takes.
      await vi.advanceTimersByTimeAsync(1_000)
      expect(begun).toEqual(['a1', 'a3'])
      await end('a3')
      expect([Object.fromEntries(told), queue.waiting()]).toEqual([
        { a1: 'done', a2: 'too long', a3: 'done', b1: 'too long', c1: 'too long' },
        0,
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it('does all work, never more at once than its limit', async () => {
    const request = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      later: fc.boolean(),
      turns: fc.integer({ min: 1, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(request, { maxLength: 40 }),
        async (places, requests) => {
          const queue = createFairQueue(() => places)
          let [now, most] = [0, 0]
          const work = async (turns: number, name: number): Promise<number> => {
            most = Math.max(most, ++now)
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
            now -= 1
            return name
          }
          const done = await Promise.all(
            requests.map(({ key, later, turns }, name) =>
              queue.pass(key, later ? 'later' : 'sooner', () => work(turns, name)),
            ),
          )
          expect(done).toEqual(requests.map((_, name) => name))
          expect(most).toBe(Math.min(places, requests.length))
        },
      ),
    )
  })
})
