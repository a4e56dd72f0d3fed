/**
 * Licence plates as cameras read and people write them. Pure. Only how a plate is written does not matter; which letters and digits stand on
 * it does: a misread opens nothing, so nothing is guessed.
 */

/** Two reads so far apart, in ms, can prove each other. */
export const agreeWithinMs = 10_000
/** Fewer characters are no plate, whatever was read. */
const shortest = 2

/**
 * The letters and digits of a plate in upper case, without spaces, hyphens, dots and seals; empty when it can be none. Ä, Ö and Ü stay what
 * they are: AE, OE and UE are other plates, as O and 0 are (rule C-30).
 */
export function normalPlate(text: string): string {
  const plate = text
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return plate.length < shortest ? '' : plate
}

/** One sight of a plate by a camera; `at` in ms since 1970. */
export interface PlateRead {
  readonly value: string
  readonly at: number
}

/**
 * Whether another read proves this one (rule C-31): the same plate, at most ten seconds away. Two of the very same moment are one
 * read that was told twice.
 */
export function isProven(read: PlateRead, others: readonly PlateRead[]): boolean {
  const plate = normalPlate(read.value)
  if (plate === '') return false
  return others.some(
    (other) =>
      other.at !== read.at && Math.abs(other.at - read.at) <= agreeWithinMs && normalPlate(other.value) === plate,
  )
}
