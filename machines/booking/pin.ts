/**
 * Returns the check digit for `digits` (Luhn, mod 10): from the right every second digit is doubled, starting with the
 * last.
 */
function checkDigit(digits: string): number {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return (10 - (sum % 10)) % 10
}

/** Number of digits without the check digit; older PINs had five. */
const pinDigits = 7
const olderPinDigits = 5

/** Returns the eight-digit PIN for seven random digits (rule B-19). Throws a RangeError for anything else. */
export function withCheckDigit(digits: string): string {
  if (!/^[0-9]+$/.test(digits) || digits.length !== pinDigits) throw new RangeError('a PIN needs seven digits')
  return `${digits}${checkDigit(digits)}`
}

/**
 * Returns whether this can be a PIN, of eight digits or an older one of six, so that a typing error is found without
 * asking a device.
 */
export function isValidPin(pin: string): boolean {
  const long = pin.length - 1
  if (!/^[0-9]+$/.test(pin) || (long !== pinDigits && long !== olderPinDigits)) return false
  return checkDigit(pin.slice(0, long)) === Number(pin[long])
}
