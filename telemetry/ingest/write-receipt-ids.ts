/** A message id that ends with a counter: the id with zeros for the counter, and the counter. Together they are the id. */
export interface CountedId {
  readonly series: string
  readonly number: number
}

const maxDigits = 15
/** Digits of the largest counter, without leading zeros. */
const countingDigits = 9
const minDigits = 3

/**
 * Splits an id with a counter of 3 to 9 digits after any zeros; returns null for others. Digits after a hexadecimal letter are no counter,
 * so that hardly any random id is. The rule can never change: where a receipt is stored must follow from the id alone.
 */
export function countedId(id: string): CountedId | null {
  const end = id.length
  let start = end
  while (start > 0 && isDigit(id.charCodeAt(start - 1))) start -= 1
  const digits = end - start
  if (digits < minDigits || digits > maxDigits) return null
  if (start > 0 && isHexLetter(id.charCodeAt(start - 1))) return null
  let number = 0
  for (let place = start; place < end; place += 1) {
    const digit = id.charCodeAt(place) - 48
    if (digit !== 0 && end - place > countingDigits) return null
    number = number * 10 + digit
  }
  return { series: id.slice(0, start) + zeros.slice(0, digits), number }
}

const zeros = '0'.repeat(maxDigits)

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isHexLetter(code: number): boolean {
  return (code >= 65 && code <= 70) || (code >= 97 && code <= 102)
}
