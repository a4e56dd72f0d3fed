/**
 * Licence plates as cameras read them and people write them. Pure. The notation does not matter, only letters and
 * digits. Nothing is guessed, and a misread opens nothing.
 */
import { plainText } from './plain-text.ts'

/** Maximum distance of two reads that confirm each other, ms. */
export const agreeWithinMs = 10_000
/** Minimum and maximum number of letters and digits of a plate. */
export const plateLength = { min: 2, max: 12 } as const

/** Letters on the plates of a country besides A to Z. Cars come from everywhere: each is taken at every site. */
const nationalLetters: Readonly<Record<string, string>> = {
  DE: 'ÄÖÜ',
  DK: 'ÆØÅ',
  EE: 'ÄÖÕÜ',
  FI: 'ÄÖÅ',
  HR: 'ČĆĐŠŽ',
  IS: 'ÁÆÉÐÍÓÖÞÚÝ',
  ME: 'ČĆŠŽ',
  NO: 'ÆØÅ',
  RS: 'ČĆĐŠŽ',
  SE: 'ÄÖÅ',
  SI: 'ČŠŽ',
}
const readable = new RegExp(`[A-Z0-9${[...new Set(Object.values(nationalLetters).join(''))].join('')}]`)

/** Cyrillic and Greek capitals that look like Latin ones. Plates of their countries use only these, and cameras read them as Latin. */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...pairs('АВЕКМНОРСТУХІЈЅԚԜ', 'ABEKMHOPCTYXIJSQW'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
])

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, index) => [letter, to[index] ?? ''])
}

const latin = (text: string): string => [...text].map((letter) => lookAlikes.get(letter) ?? letter).join('')
const upper = (text: string): string => plainText(text).toUpperCase().normalize('NFC')

/**
 * Returns the letters and digits of a plate in upper case, without spaces, hyphens, dots and seals; empty if they
 * cannot be a plate. Look-alike letters of other scripts are the Latin ones. Ä, Ö and Ü stay: AE, OE and UE are other
 * plates, just as O and 0 differ (rule C-30).
 */
export function normalPlate(text: string): string {
  const plate = latin(upper(text)).replace(/[^\p{L}\p{N}]/gu, '')
  return plate.length < plateLength.min ? '' : plate
}

/** A typed plate: as it is kept, with the season that was cut off, or why it cannot be kept. */
export type TypedPlate =
  | { readonly ok: true; readonly plate: string; readonly season: string | null }
  | { readonly ok: false; readonly issue: 'plate-invalid' }
  | { readonly ok: false; readonly issue: 'plate-letter'; readonly letter: string }
  | { readonly ok: false; readonly issue: 'plate-look-alike'; readonly offer: string }

/** A German plate, followed by the months of its season. */
const seasonal =
  /^([A-ZÄÖÜ]{1,3}[ -]*[A-Z]{1,2}[ -]*\d{1,4} ?[EH]?)[ (·]+((?:0[1-9]|1[0-2]) ?[/|–:-] ?(?:0[1-9]|1[0-2]))\)?$/
/** What people write between the letters and digits. */
const separator = /[ .·•*|/:_'’()\u2010-\u2015-]/

/**
 * Returns a typed plate as it is kept (rule C-68): in upper case, with spaces and hyphens only. Letters that no camera
 * reads are refused, look-alike letters with the plate in Latin letters as an offer; the season is cut off.
 */
export function readPlate(text: string): TypedPlate {
  const [, body = null, season = null] = seasonal.exec(latin(upper(text))) ?? []
  const typed = body === null ? upper(text) : upper(text).slice(0, body.length)
  const plate = tidy(latin(typed))
  const unreadable = [...plate].find((letter) => !readable.test(letter) && letter !== ' ' && letter !== '-')
  if (unreadable !== undefined && /[\p{L}\p{N}]/u.test(unreadable))
    return { ok: false, issue: 'plate-letter', letter: unreadable }
  const { length } = normalPlate(plate)
  if (unreadable !== undefined || length < plateLength.min || length > plateLength.max)
    return { ok: false, issue: 'plate-invalid' }
  if (tidy(typed) !== plate) return { ok: false, issue: 'plate-look-alike', offer: plate }
  return { ok: true, plate, season: season?.replaceAll(' ', '') ?? null }
}

function tidy(plate: string): string {
  return [...plate]
    .map((letter) => (letter === '-' || !separator.test(letter) ? letter : /[\u2010-\u2015]/.test(letter) ? '-' : ' '))
    .join('')
    .replace(/ *- *-*/g, '-')
    .replace(/ +/g, ' ')
    .replace(/^[ -]+|[ -]+$/g, '')
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
