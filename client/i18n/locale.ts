import { type Language, languages } from '../../contract/session.ts'

/** Countries whose code may be used in ?lang= instead of a language; de, fr and it are both. */
const countries: Readonly<Record<string, Language>> = {
  at: 'de',
  ch: 'de',
  li: 'de',
  be: 'fr',
  lu: 'fr',
  mc: 'fr',
  sm: 'it',
  va: 'it',
  gb: 'en',
  uk: 'en',
  us: 'en',
  ie: 'en',
  au: 'en',
  nz: 'en',
  ca: 'en',
}

/** Returns the language of a code in any usual spelling ('de', 'DE', 'de_DE', 'en-US', 'AT'), or null. */
export function languageOf(code: string | null | undefined): Language | null {
  const [first = '', second] = (code ?? '').trim().toLowerCase().split(/[-_]/)
  const known = languages.find((language) => language === first)
  if (known) return known
  return second === undefined ? (countries[first] ?? null) : null
}

export interface LanguageSources {
  /** Value of ?lang= */
  readonly query?: string | null
  /** Value of the language cookie. */
  readonly cookie?: string | null
  /** navigator.languages, most wanted first. */
  readonly browser: readonly string[]
}

/** Returns the initial language: query, then cookie, then the browser's if supported; English for other browsers; German if nothing is known. */
export function initialLanguage({ query, cookie, browser }: LanguageSources): Language {
  const asked = languageOf(query) ?? languageOf(cookie)
  if (asked) return asked
  for (const code of browser) {
    const language = languageOf(code)
    if (language) return language
  }
  return browser.length > 0 ? 'en' : 'de'
}

/** Returns the value of a cookie in document.cookie, or null. */
export function cookieValue(cookies: string, name: string): string | null {
  for (const part of cookies.split('; '))
    if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1))
  return null
}
