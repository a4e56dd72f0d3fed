import { expect, it } from 'vitest'
import { createRounds } from './rounds.ts'

/** Rounds that wait until they are released, with what they found. */
function start() {
  const found: string[][] = []
  const going: (() => void)[] = []
  let todo: string[] = []
  const rounds = createRounds<string>(async (key, begin) => {
    begin()
    found.push([key, ...todo.splice(0)])
    await new Promise<void>((resolve) => going.push(resolve))
  })
  const wake = (key: string, what: string) => {
    todo = [...todo, what]
    return rounds.wake(key)
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { found, going, rounds, wake, settled }
}

it('calls before a round begins join it; later ones share one more round, however many they are', async () => {
  const { found, going, rounds, wake, settled } = start()
  const joined = [wake('a', '1'), wake('a', '2')]
  await settled()
  expect(found).toEqual([['a', '1', '2']])
  const later = [wake('a', '3'), wake('a', '4'), wake('a', '5')]
  await settled()
  expect(found).toHaveLength(1)
  going.shift()?.()
  await Promise.all(joined)
  await settled()
  expect(found).toEqual([
    ['a', '1', '2'],
    ['a', '3', '4', '5'],
  ])
  going.shift()?.()
  await Promise.all([...later, rounds.ended()])
  void wake('a', '6')
  await settled()
  expect(found.at(-1)).toEqual(['a', '6'])
  going.shift()?.()
  await rounds.ended()
})

it('keys do not wait for each other', async () => {
  const { found, going, rounds, wake, settled } = start()
  void wake('a', '1')
  void wake('b', '2')
  await settled()
  expect(found.map(([key]) => key)).toEqual(['a', 'b'])
  for (const go of going) go()
  await rounds.ended()
})

it('a round that waits its turn can be joined until it begins', async () => {
  let letIn = (): void => undefined
  const turn = new Promise<void>((resolve) => {
    letIn = resolve
  })
  let rounds = 0
  const waiting = createRounds<string>(async (_, begin) => {
    await turn
    begin()
    rounds += 1
  })
  const woken = [waiting.wake('a')]
  await new Promise<void>((resolve) => setImmediate(resolve))
  woken.push(waiting.wake('a'))
  letIn()
  await Promise.all(woken)
  expect(rounds).toBe(1)
})
