import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidPin, withCheckDigit } from './pin.ts'

const anyDigits = fc.stringMatching(/^[0-9]{7}$/)

describe('the PIN of a device', () => {
  it.each([
    ['0000000', '00000000'],
    ['0000001', '00000018'],
    ['0000010', '00000109'],
    ['1234567', '12345674'],
    ['9999999', '99999997'],
    ['7992739', '79927398'],
  ])('%s becomes %s [CTRL-1]', (digits, pin) => {
    expect(withCheckDigit(digits)).toBe(pin)
    expect(isValidPin(pin)).toBe(true)
  })

  it.each(['000018', '123455', '799270'])('of six digits, as they were before, is still one: %s [CTRL-1]', (pin) => {
    expect(isValidPin(pin)).toBe(true)
    expect(isValidPin(`${pin.slice(0, 5)}${(Number(pin[5]) + 1) % 10}`)).toBe(false)
  })

  it('is computed from seven digits only', () => {
    for (const wrong of ['', '123456', '12345678', '123456a', ' 123456', '１２３４５６７'])
      expect(() => withCheckDigit(wrong)).toThrow(RangeError)
    for (const wrong of ['', '1234566', '123456745', '12345', '1234567a', '１２３４５６７４'])
      expect(isValidPin(wrong)).toBe(false)
  })

  it('detects every mistyped digit [CTRL-1]', () => {
    const anyTypo = fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(anyDigits, anyTypo, (digits, [place, by]) => {
        const typed = [...withCheckDigit(digits)]
        typed[place] = String((Number(typed[place]) + by) % 10)
        expect(isValidPin(typed.join(''))).toBe(false)
      }),
    )
  })

  it('detects swapped neighbours, except 0 and 9 [CTRL-1]', () => {
    fc.assert(
      fc.property(anyDigits, fc.integer({ min: 0, max: 6 }), (digits, place) => {
        const typed = [...withCheckDigit(digits)]
        const [one, other] = [typed[place]!, typed[place + 1]!]
        fc.pre(one !== other && `${one}${other}` !== '09' && `${one}${other}` !== '90')
        typed.splice(place, 2, other, one)
        expect(isValidPin(typed.join(''))).toBe(false)
      }),
    )
  })
})
