/** Countries by their two letters (ISO 3166-1), as people write and as the database keeps them. Pure. */
import { plainText } from './plain-text.ts'

/** The two letters of every country. */
export const countries = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG ' +
  'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
  'GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY ' +
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
  'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN ' +
  'SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ' +
  'ZA ZM ZW'
).split(' ')
const known: ReadonlySet<string> = new Set(countries)
const languages = ['de', 'en', 'fr', 'it'] as const

let byName: ReadonlyMap<string, string> | undefined

/** Returns the two letters of a country that is given by them or by its name in one of the four languages; null = unknown. */
export function countryCode(text: string): string | null {
  const plain = plainText(text)
  const letters = plain.toUpperCase()
  if (known.has(letters)) return letters
  byName ??= new Map(
    languages.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' })
      return countries.map((code): [string, string] => [(names.of(code) ?? code).toLowerCase(), code])
    }),
  )
  return byName.get(plain.toLowerCase()) ?? null
}

/** Returns the name of a country in a language; what is no country is returned as it is. */
export function countryName(country: string, language: string): string {
  if (!known.has(country)) return country
  return new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
}
