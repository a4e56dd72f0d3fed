import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidPin, withCheckDigit } from './pin.ts'

const anyDigits = fc.stringMatching(/^[0-9]{5}$/)

describe('the PIN of a device', () => {
  it.each([
    ['00000', '000000'],
    ['00001', '000018'],
    ['00010', '000109'],
    ['12345', '123455'],
    ['99999', '999995'],
    ['79927', '799270'],
  ])('%s becomes %s [CTRL-1]', (digits, pin) => {
    expect(withCheckDigit(digits)).toBe(pin)
    expect(isValidPin(pin)).toBe(true)
  })

  it('is made of five digits and nothing else', () => {
    for (const wrong of ['', '1234', '123456', '1234a', ' 1234', '１２３４５'])
      expect(() => withCheckDigit(wrong)).toThrow(RangeError)
    for (const wrong of ['', '12345', '1234555', '12345a', '１２３４５５']) expect(isValidPin(wrong)).toBe(false)
  })

  it('tells every mistyped digit [CTRL-1]', () => {
    const anyTypo = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(anyDigits, anyTypo, (digits, [place, by]) => {
        const typed = [...withCheckDigit(digits)]
        typed[place] = String((Number(typed[place]) + by) % 10)
        expect(isValidPin(typed.join(''))).toBe(false)
      }),
    )
  })

  it('tells two neighbours that changed places, but for 0 and 9 [CTRL-1]', () => {
    fc.assert(
      fc.property(anyDigits, fc.integer({ min: 0, max: 4 }), (digits, place) => {
        const typed = [...withCheckDigit(digits)]
        const [one, other] = [typed[place]!, typed[place + 1]!]
        fc.pre(one !== other && `${one}${other}` !== '09' && `${one}${other}` !== '90')
        typed.splice(place, 2, other, one)
        expect(isValidPin(typed.join(''))).toBe(false)
      }),
    )
  })
})
