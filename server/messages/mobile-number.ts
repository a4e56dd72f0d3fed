import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const mobile: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Returns a mobile number as +491512345678 (E.164), or null if invalid. Numbers without a country code are German. */
export function mobileNumber(text: string | null): string | null {
  const number = text === null ? undefined : parsePhoneNumberFromString(text, 'DE')
  return number?.isValid() && mobile.has(number.getType()) ? number.number : null
}
