import { i18n } from './i18n.ts'

/** What an operator named, in the language of the page where there is such a name. */
export function nameIn(thing: { readonly name: string; readonly names: Readonly<Record<string, string>> }): string {
  return thing.names[i18n.language] ?? thing.name
}
