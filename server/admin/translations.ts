import type { Language } from '../../contract/session.ts'
import { languages } from '../../contract/session.ts'
import type { TranslatedTexts, TranslationsView } from '../../contract/translations.ts'
import type { Translations } from '../../db/models/entity.ts'

type Own<F extends string> = { readonly [K in F]: string | null | undefined }
interface Given {
  readonly texts: TranslatedTexts
  readonly confirmed: readonly string[]
}

/** Beside each text is kept of which words it is the translation. */
const sourceOf = (field: string): string => `${field}.of`

/**
 * Returns column `translations` for a row that is saved with `own` texts. A text that is new, changed or confirmed belongs to the words of now; one
 * that was left as it was belongs to those that it was made for. Fields beside those of `own` stay as they are.
 *
 *     await tariff.$query(trx).patch({ name, translations: mergeTranslations(tariff.translations, input.translations, { name }) })
 */
export function mergeTranslations<F extends string>(
  kept: Translations | null,
  { texts, confirmed }: Given,
  own: Own<F>,
): Translations {
  const fields = Object.keys(own) as F[]
  const merged: Translations = {}
  for (const language of languages) {
    const before = kept?.[language] ?? {}
    const others = Object.entries(before).filter(
      ([key]) => !fields.some((each) => key === each || key === sourceOf(each)),
    )
    const ofLanguage: Record<string, string | undefined> = Object.fromEntries(others)
    for (const field of fields) {
      const text = texts[language]?.[field]?.trim()
      if (!text) continue
      const same = text === before[field] && !confirmed.includes(`${language}.${field}`)
      ofLanguage[field] = text
      const source = same ? before[sourceOf(field)] : (own[field] ?? '')
      if (source !== undefined) ofLanguage[sourceOf(field)] = source
    }
    if (Object.keys(ofLanguage).length > 0) merged[language] = ofLanguage
  }
  return merged
}

/**
 * Returns the translations of some fields for a view. A translation without a record of its source text does not count
 * as outdated.
 */
export function translationsOf<F extends string>(kept: Translations | null, own: Own<F>): TranslationsView {
  const texts: Partial<Record<Language, Record<string, string>>> = {}
  const outdated: string[] = []
  for (const language of languages) {
    for (const field of Object.keys(own) as F[]) {
      const text = kept?.[language]?.[field]
      if (!text) continue
      texts[language] = { ...texts[language], [field]: text }
      const source = kept?.[language]?.[sourceOf(field)]
      if (source !== undefined && source !== (own[field] ?? '')) outdated.push(`${language}.${field}`)
    }
  }
  return { texts, outdated }
}
