import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, plainWord } from './plain-text.ts'

describe('a plain text', () => {
  it.each([
    ['variation selectors', '0\ufe0f1\ufe0f5\ufe0f1', '0151'],
    ['keycaps', '1\ufe0f\u20e32\ufe0f\u20e3', '12'],
    ['full-width characters', '＋４９ １５１', '+49 151'],
    ['zero-width characters and soft hyphens', 'FR\u200b-HF\u00ad 20\u206026', 'FR-HF 2026'],
    ['direction marks', '\u202a+49 151\u202c', '+49 151'],
    ['no-break spaces, tabs and line ends', '\u00a0A\tB\r\nC\u2009', 'A B C'],
    ['decomposed umlauts', 'go\u0308', 'gö'],
    ['a full-width at sign', 'anna＠example.org', 'anna@example.org'],
  ])('has no %s [F16]', (_, text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it('is stable, visible and trimmed whatever is typed [F16]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = plainText(text)
        expect(plainText(plain)).toBe(plain)
        expect(plain).toBe(plain.trim())
        expect(plain).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/u)
        expect(plainWord(text)).not.toMatch(/\s/)
      }),
    )
  })
})
