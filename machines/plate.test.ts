import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreeWithinMs, isProven, normalPlate } from './plate.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ']
const digits = [...'0123456789']
const word = (from: string[], least: number, most: number) =>
  fc.array(fc.constantFrom(...from), { minLength: least, maxLength: most }).map((each) => each.join(''))
/** The letters and digits of a plate, regardless of notation. */
const plates = fc.tuple(word(letters, 1, 3), word(letters, 1, 2), word(digits, 1, 4)).map((parts) => parts.join(''))
const between = fc.constantFrom('', ' ', '-', ' - ', '.', '·', '\u00a0', '–')

describe('a plate', () => {
  it('is the same in any notation [GW-8]', () => {
    fc.assert(
      fc.property(plates, fc.array(between, { minLength: 12, maxLength: 12 }), fc.boolean(), (plate, gaps, low) => {
        const written = [...plate].map((letter, place) => `${gaps[place]}${letter}`).join('') + (gaps[11] ?? '')
        expect(normalPlate(low ? written.toLowerCase() : written)).toBe(plate)
      }),
    )
  })

  it('is the same with a composed or decomposed umlaut', () => {
    expect(normalPlate('go\u0308 AB 12')).toBe(normalPlate('GÖ-AB 12'))
  })

  it('differs with any other letter or digit: O is not 0, Ö is not OE [GW-8]', () => {
    for (const [one, other] of [
      ['DD-HF 2026', 'DD-HF 2O26'],
      ['B-I 1', 'B-1 1'],
      ['GÖ-AB 12', 'GOE-AB 12'],
      ['GÖ-AB 12', 'GO-AB 12'],
    ] as const)
      expect(normalPlate(one)).not.toBe(normalPlate(other))
    fc.assert(
      fc.property(plates, fc.nat(), fc.constantFrom(...letters, ...digits), (plate, place, letter) => {
        const at = place % plate.length
        const misread = plate.slice(0, at) + letter + plate.slice(at + 1)
        expect(normalPlate(misread) === normalPlate(plate)).toBe(misread === plate)
      }),
    )
  })

  it('needs at least two characters', () => {
    for (const text of ['', ' - ', 'A', '??', '.7.']) expect(normalPlate(text)).toBe('')
  })
})

describe('a read', () => {
  const reads = fc.array(
    fc.record({
      value: fc.constantFrom('DD-HF 2026', 'dd hf 2026', 'DD-HF 2O26', '?'),
      at: fc.integer({ max: 40_000 }),
    }),
    { maxLength: 8 },
  )

  it('is confirmed only by another read of the same plate within ten seconds [GW-8]', () => {
    fc.assert(
      fc.property(reads, (others) => {
        const read = { value: 'DD-HF 2026', at: 10_000 }
        // Stated differently: some equal read whose distance is neither 0 nor more than the span.
        const distances = others
          .filter(({ value }) => value !== 'DD-HF 2O26' && value !== '?')
          .map(({ at }) => (at < 10_000 ? 10_000 - at : at - 10_000))
        expect(isProven(read, others)).toBe(distances.some((ms) => ms > 0 && ms < agreeWithinMs + 1))
      }),
    )
  })

  it('does not confirm itself when reported twice; unreadable plates are never confirmed [GW-8]', () => {
    const read = { value: 'DD-HF 2026', at: 1_000 }
    expect(isProven(read, [read, { ...read }])).toBe(false)
    expect(
      isProven({ value: '?', at: 1_000 }, [
        { value: '?', at: 2_000 },
        { value: '-', at: 3_000 },
      ]),
    ).toBe(false)
  })
})
