import { i18n } from './i18n.ts'

/** Returns a name given by an operator, translated where available. */
export function nameIn(thing: { readonly name: string; readonly names: Readonly<Record<string, string>> }): string {
  return thing.names[i18n.language] ?? thing.name
}
