import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDoor } from './door.ts'

/** Work that ends when it is told to. */
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

describe('the door for screens that come', () => {
  it('lets so many in at once, and the next when one has ended, well or not', async () => {
    const { begun, make, end } = works()
    const door = createDoor(() => 2)
    const answers = ['a', 'b', 'c', 'd'].map((name) => door.pass(name, 'begins', make(name)))
    const told = Promise.allSettled(answers)
    expect(begun).toEqual(['a', 'b'])
    await end('b', new Error('away'))
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    expect(await told).toMatchObject([{ value: 'a' }, { reason: new Error('away') }, { value: 'c' }, { value: 'd' }])
  })

  it('gives each key its turn, however much one wants', async () => {
    const { begun, make, end } = works()
    const door = createDoor(() => 1)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void door.pass(name.charAt(0), 'begins', make(name))
    for (let at = 0; at < 6; at += 1) await end(begun[at] ?? '')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('lets what goes on come before what begins, but not always', async () => {
    const { begun, make, end } = works()
    const door = createDoor(() => 1)
    for (const n of [1, 2, 3]) void door.pass(`x${n}`, 'begins', make(`begins ${n}`))
    for (const n of [1, 2, 3, 4, 5]) void door.pass(`y${n}`, 'goes on', make(`goes on ${n}`))
    for (let at = 0; at < 8; at += 1) await end(begun[at] ?? '')
    expect(begun.map((name) => name.replace(/ \d$/, ''))).toEqual([
      'begins', // nobody else was there
      'goes on',
      'goes on',
      'begins',
      'goes on',
      'goes on',
      'goes on',
      'begins',
    ])
  })

  it('follows how many may be at work: fewer begin when those at work have ended, more with the next that ends', async () => {
    const { begun, make, end } = works()
    let places = 3
    const door = createDoor(() => places)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) void door.pass(name, 'begins', make(name))
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

  it('does all that is asked of it, never more at once than it may', async () => {
    const wish = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      begins: fc.boolean(),
      turns: fc.integer({ min: 1, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(wish, { maxLength: 40 }), async (places, wishes) => {
        const door = createDoor(() => places)
        let [now, most] = [0, 0]
        const work = async (turns: number, name: number): Promise<number> => {
          most = Math.max(most, ++now)
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
          now -= 1
          return name
        }
        const done = await Promise.all(
          wishes.map(({ key, begins, turns }, name) =>
            door.pass(key, begins ? 'begins' : 'goes on', () => work(turns, name)),
          ),
        )
        expect(done).toEqual(wishes.map((_, name) => name))
        expect(most).toBe(Math.min(places, wishes.length))
      }),
    )
  })
})
