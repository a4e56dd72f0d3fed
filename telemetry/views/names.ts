/** Column `translations`: texts by language, by field. */
export type Translations = Readonly<Record<string, { readonly [field: string]: string | undefined } | undefined>>

/** Returns display names by language. */
export function displayNames(translations: Translations | null): Record<string, string> {
  return displayTexts(translations, 'displayName')
}

/** Returns one field of the translations by language. */
export function displayTexts(translations: Translations | null, field: string): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [language, fields] of Object.entries(translations ?? {})) {
    const text = fields?.[field]
    if (text) texts[language] = text
  }
  return texts
}
