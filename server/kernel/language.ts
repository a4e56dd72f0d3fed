import { IntlMessageFormat } from 'intl-messageformat'
import de from '../../contract/refusal-texts/de.json' with { type: 'json' }
import en from '../../contract/refusal-texts/en.json' with { type: 'json' }
import fr from '../../contract/refusal-texts/fr.json' with { type: 'json' }
import it from '../../contract/refusal-texts/it.json' with { type: 'json' }
import { refusalValues } from '../../contract/refusal-values.ts'
import { type RefusalCode, refusals } from '../../contract/refusals.ts'
import { type Language, languages } from '../../contract/session.ts'

const texts: Record<Language, Record<RefusalCode, string>> = { de, en, fr, it }
const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

/** Returns the best supported language for an Accept-Language header; English if none matches. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, place) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=(\d(?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { language: range.split(/[-_]/)[0] ?? '', quality: quality === undefined ? 1 : Number(quality), place }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.place - b.place)
  return wanted.map(({ language }) => language).find(isLanguage) ?? 'en'
}

/** The text of a refusal with its {params} filled in. */
export function refusalText(
  code: RefusalCode,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const text = texts[language][code]
  const key = `${language} ${code}`
  const format = formats.get(key) ?? new IntlMessageFormat(text, language)
  formats.set(key, format)
  try {
    return String(format.format(refusalValues(params)))
  } catch {
    // A value is missing: the bare text is better than none.
    return text
  }
}

const formats = new Map<string, IntlMessageFormat>()

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}
