import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import type { KernelRefusal } from '../../../contract/refusals.ts'
import { strict } from '../../../contract/strict.ts'
import { asDeclared, declaring, type Refuse, Refused, refuser } from './refuse.ts'

const def = { name: 'test.note', refusals: ['command-in-flight'] } as const
const lines: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
afterEach(() => {
  strict.on = true
})

function thrownBy(work: () => never): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

it('passes declared codes, and those of the kernel', async () => {
  const refuse: Refuse<'command-in-flight' | KernelRefusal> = refuser()
  for (const code of ['command-in-flight', 'not-found'] as const) {
    const thrown = thrownBy(() => refuse(code))
    expect(asDeclared(def, thrown, log)).toBe(thrown)
  }
  await expect(declaring(def, log, async () => 7)).resolves.toBe(7)
})

it('an undeclared refusal is a bug in development; production logs it and replies with it', () => {
  const thrown = thrownBy(() => refuser<'too-fast'>()('too-fast'))
  const bug = asDeclared(def, thrown, log)
  expect(bug).not.toBeInstanceOf(Refused)
  expect(String(bug)).toContain('test.note does not declare that it refuses too-fast')
  expect(lines).toEqual([])
  strict.on = false
  expect(asDeclared(def, thrown, log)).toBe(thrown)
  expect(lines.join()).toContain('undeclared refusal')
})

it('does not compile if a rule may refuse with more than its caller declares', () => {
  const rule = (refuse: Refuse<'too-fast' | 'command-in-flight'>) => refuse('too-fast')
  const caller: Refuse<'command-in-flight'> = refuser()
  // @ts-expect-error -- the caller does not declare too-fast
  expect(() => rule(caller)).toThrow('too-fast')
  // @ts-expect-error -- nor may it refuse so itself
  expect(() => caller('too-fast')).toThrow('too-fast')
  // @ts-expect-error -- and nobody makes a refusal by himself
  expect(() => new Refused({ code: 'too-fast' }, false)).not.toThrow()
})
