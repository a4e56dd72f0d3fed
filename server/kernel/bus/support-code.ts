import { randomInt } from 'node:crypto'

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')

/** Returns a code that a person can read out on the phone: HF-XXXX-XXXX, without letters that are easily confused. */
export function supportCode(): string {
  return `HF-${group()}-${group()}`
}
