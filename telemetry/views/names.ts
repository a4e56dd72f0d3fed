/** Column `translations` of what operators name: by language, by field. */
export type Translations = Readonly<Record<string, { readonly displayName?: string } | undefined>>

/** Display names by language, where there are any. */
export function displayNames(translations: Translations | null): Record<string, string> {
  const names: Record<string, string> = {}
  for (const [language, fields] of Object.entries(translations ?? {}))
    if (fields?.displayName) names[language] = fields.displayName
  return names
}
