export type Catalogue = ReadonlyMap<string, string>

/** Joins the area files of a language ('./shell/de.ts' → texts) and the refusals into one catalogue: 'shell.menu' → text. */
export function gather(
  areas: Readonly<Record<string, Readonly<Record<string, string>>>>,
  refusals: Readonly<Record<string, string>>,
): Catalogue {
  const texts = new Map<string, string>()
  for (const [path, area] of Object.entries(areas)) {
    const name = path.split('/')[1]
    for (const [key, text] of Object.entries(area)) texts.set(`${name}.${key}`, text)
  }
  for (const [code, text] of Object.entries(refusals)) texts.set(`refusal.${code}`, text)
  return texts
}
