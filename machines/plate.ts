/**
 * Licence plates as cameras read them and people write them. Pure. The notation does not matter, only letters and
 * digits. Nothing is guessed, and a misread opens nothing.
 */

/** Maximum distance of two reads that confirm each other, ms. */
export const agreeWithinMs = 10_000
/** Minimum number of characters of a plate. */
const shortest = 2

/**
 * Returns the letters and digits of a plate in upper case, without spaces, hyphens, dots and seals; empty if they
 * cannot be a plate. Ä, Ö and Ü stay: AE, OE and UE are other plates, just as O and 0 differ (rule C-30).
 */
export function normalPlate(text: string): string {
  const plate = text
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return plate.length < shortest ? '' : plate
}

/** A read of a plate by a camera; `at` in ms since 1970. */
export interface PlateRead {
  readonly value: string
  readonly at: number
}

/**
 * Returns whether another read confirms this one (rule C-31): the same plate, at most ten seconds apart. Two of the
 * same instant are one read, reported twice.
 */
export function isProven(read: PlateRead, others: readonly PlateRead[]): boolean {
  const plate = normalPlate(read.value)
  if (plate === '') return false
  return others.some(
    (other) =>
      other.at !== read.at && Math.abs(other.at - read.at) <= agreeWithinMs && normalPlate(other.value) === plate,
  )
}
