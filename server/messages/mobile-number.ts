import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { plainText } from '../../machines/plain-text.ts'

const mobile: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * Returns a mobile number as +491512345678 (E.164), or null if invalid. `country` = the country of numbers without a
 * country code.
 */
export function mobileNumber(text: string | null, country: string | null = null): string | null {
  const number = parse(text, country)
  return number && mobile.has(number.getType()) ? number.number : null
}

/** Returns a telephone number as +497612034567 (E.164), or null if invalid. */
export function phoneNumber(text: string, country: string | null): string | null {
  return parse(text, country)?.number ?? null
}

const germany = 'DE'

function parse(text: string | null, country: string | null) {
  if (text === null) return undefined
  const home: CountryCode = country !== null && isSupportedCountry(country) ? country : germany
  const number = parsePhoneNumberFromString(plainText(text), home)
  return number?.isValid() ? number : undefined
}
