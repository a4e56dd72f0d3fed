import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreeWithinMs, isProven, normalPlate, readPlate } from './plate.ts'

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

describe('a typed plate', () => {
  it.each([
    ['fr-hf 2026', 'FR-HF 2026'],
    ['  GÖ – ab 12 ', 'GÖ-AB 12'],
    ['go\u0308 ab\u200b 12', 'GÖ AB 12'],
    ['ＤＤ－ＨＦ　２０２６', 'DD-HF 2026'],
    ['AB·12·CD', 'AB 12 CD'],
    ['CZ 88-SV', 'CZ 88-SV'],
    ['ŠČ 123-ŽĐ', 'ŠČ 123-ŽĐ'],
    ['AB-12-03', 'AB-12-03'],
  ])('%s is kept as %s [F6]', (typed, plate) => {
    expect(readPlate(typed)).toEqual({ ok: true, plate, season: null })
  })

  it.each([['--'], ['.'], ['🚗'], ['FR-HF 🚗'], ['A'], [''], ['K\ufffd-AB 1'], ['ABCDEFGHIJKLM'], ['😀😀']])(
    '%s is none [F6]',
    (typed) => {
      expect(readPlate(typed)).toEqual({ ok: false, issue: 'plate-invalid' })
    },
  )

  it.each([
    ['МАЯ 1', 'Я'],
    ['京A 12345', '京'],
    ['Ñ 1234', 'Ñ'],
    ['٣٤ AB', '٣'],
  ])('%s has a letter that no camera here reads: %s [F7]', (typed, letter) => {
    expect(readPlate(typed)).toEqual({ ok: false, issue: 'plate-letter', letter })
  })

  it.each([
    ['В-АВ 123', 'B-AB 123'],
    ['в-ав 123', 'B-AB 123'],
    ['DD-НF 2026', 'DD-HF 2026'],
    ['ΥΖΒ-1234', 'YZB-1234'],
  ])('%s in Cyrillic or Greek look-alikes is offered as %s [F7]', (typed, offer) => {
    expect(readPlate(typed)).toEqual({ ok: false, issue: 'plate-look-alike', offer })
    expect(readPlate(offer)).toEqual({ ok: true, plate: offer, season: null })
  })

  it.each([
    ['B-AB 123 04/10', 'B-AB 123', '04/10'],
    ['b ab 123 (04-10)', 'B AB 123', '04-10'],
    ['MÜ-X 1H 03 – 11', 'MÜ-X 1H', '03–11'],
  ])('%s loses its season [F7]', (typed, plate, season) => {
    expect(readPlate(typed)).toEqual({ ok: true, plate, season })
  })

  it('that is kept is compared by the same letters and digits, and is kept as it is when typed again [F6]', () => {
    fc.assert(
      fc.property(plates, between, (plate, gap) => {
        const read = readPlate(`${plate.slice(0, 2)}${gap}${plate.slice(2)}`)
        if (!read.ok) throw new Error(read.issue)
        expect(normalPlate(read.plate)).toBe(plate)
        expect(readPlate(read.plate)).toEqual(read)
      }),
    )
  })

  it('in look-alikes opens like the Latin one, for plates that were kept before [F7]', () => {
    expect(normalPlate('В-АВ 123')).toBe(normalPlate('B-AB 123'))
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
