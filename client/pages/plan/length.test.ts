import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metresText, parseDegrees, parseLength } from './length.ts'

describe('lengths and degrees in fields', () => {
  it.each([
    ['2,5', 2_500],
    ['2.5 m', 2_500],
    ['250 cm', 2_500],
    ['2500 mm', 2_500],
    [' 0 ', 0],
    ['-1,25', -1_250],
    ['1.234,5', null],
    ['two', null],
    ['', null],
  ])('%s', (text, mm) => {
    expect(parseLength(text)).toBe(mm)
  })

  it('what is shown can be typed again, in any language', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 10_000_000 }), fc.constantFrom('.', ','), (mm, mark) => {
        expect(parseLength(metresText(mm, mark))).toBe(mm)
      }),
    )
  })

  it.each([
    ['45', 45],
    ['-15°', 345],
    ['720', 0],
    ['12.5', null],
    ['', null],
  ])('%s degrees', (text, degrees) => {
    expect(parseDegrees(text)).toBe(degrees)
  })
})
