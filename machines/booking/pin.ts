/** The digit that completes `digits` (Luhn, mod 10): from the right every second one is doubled, beginning with the last. */
function checkDigit(digits: string): number {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return (10 - (sum % 10)) % 10
}

/** The PIN of six digits from five random ones (rule B-19). Throws a RangeError on anything else than five digits. */
export function withCheckDigit(digits: string): string {
  if (!/^[0-9]{5}$/.test(digits)) throw new RangeError('a PIN is made of five digits')
  return `${digits}${checkDigit(digits)}`
}

/** Whether it can be a PIN at all: a mistyped digit is told without asking a device. */
export function isValidPin(pin: string): boolean {
  return /^[0-9]{6}$/.test(pin) && checkDigit(pin.slice(0, 5)) === Number(pin[5])
}
