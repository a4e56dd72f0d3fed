import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberedNames } from './numbered-names.ts'

describe('names of a pattern', () => {
  it.each([
    ['Box {1..3}', ['Box 1', 'Box 2', 'Box 3']],
    ['B-{08..11}-left', ['B-08-left', 'B-09-left', 'B-10-left', 'B-11-left']],
    ['{7..7}', ['7']],
    ['Level {0..1}', ['Level 0', 'Level 1']],
  ])('%s', (pattern, names) => {
    expect(numberedNames(pattern, 100)).toEqual(names)
  })

  it.each(['Box', 'Box {3..1}', 'Box {1..}', '{1..2} {1..2}', 'Box {a..b}', 'Box {1..101}', ''])(
    'are none for %j',
    (pattern) => {
      expect(numberedNames(pattern, 100)).toBeNull()
    },
  )

  it('are all different', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.integer({ min: 1, max: 200 }), fc.boolean(), (from, count, padded) => {
        const first = padded ? `0${from}` : String(from)
        const names = numberedNames(`Box {${first}..${from + count - 1}}`, 200)
        expect(new Set(names).size).toBe(count)
      }),
    )
  })
})
