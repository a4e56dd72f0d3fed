import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesWhitelist } from './permission.ts'

describe('the e-mail whitelist of an access time', () => {
  it.each([
    ['ann@uni.example', 'ann@uni.example', true],
    ['Ann@Uni.example', ' bob@uni.example , ANN@uni.EXAMPLE ', true],
    ['ann@uni.example', 'nn@uni.example', false],
    ['ann@uni.example', 'ann@uni.example.org', false],
    ['ann@uni.example', '*@uni.example', true],
    ['ann@uni.example', '*.example', true],
    ['ann@sub.uni.example', '*@uni.example', false],
    ['ann@uni.example.org', '*@uni.example', false],
    ['ann@uni.example', '*', true],
    ['ann@uni.example', 'ann@*', false],
    ['ann@uni.example', '*@uni*example', false],
    ['ann@unixexample', '*@uni.example', false],
    ['ann@uni.example', '.*', false],
    ['ann@uni.example', '', false],
    ['ann@uni.example', ' , ,', false],
    ['ann@uni.example', null, false],
    ['', '*', false],
    [' ', '*', false],
    ['ann@uni.example', '(a+)+$,*@uni.example', true],
  ])('%j on %j: %s [PRIV-2] [EVT-1]', (email, list, expected) => {
    expect(matchesWhitelist(email, list)).toBe(expected)
  })

  it('admits more with every entry and ignores case, blanks and order [PRIV-2]', () => {
    const entry = fc.oneof(
      fc.emailAddress(),
      fc.domain().map((domain) => `*@${domain}`),
      fc.constant(' '),
    )
    fc.assert(
      fc.property(fc.emailAddress(), fc.array(entry), entry, (email, entries, more) => {
        const before = matchesWhitelist(email, entries.join(','))
        const after = matchesWhitelist(email, [more, ...entries].join(','))
        expect(after || !before).toBe(true)
        const shouted = [...entries].reverse().join(' ,, ').toUpperCase()
        expect(matchesWhitelist(email.toUpperCase(), shouted)).toBe(before)
        expect(matchesWhitelist(email, [...entries, `*${email.slice(3)}`].join(','))).toBe(true)
      }),
    )
  })
})
