type Texts = Readonly<Record<string, string>>
export type Catalogue = ReadonlyMap<string, string>
/** A language as its file brings it: the area files by path ('./shell/de.json') and the refusals by code. */
export interface Bundle {
  readonly areas: Readonly<Record<string, Texts>>
  readonly refusals: Texts
}

/** Joins the parts of a language into one catalogue: 'shell.skip' → text. */
export function gather({ areas, refusals }: Bundle): Catalogue {
  const texts = new Map<string, string>()
  for (const [path, area] of Object.entries(areas)) {
    const name = path.split('/')[1]
    for (const [key, text] of Object.entries(area)) texts.set(`${name}.${key}`, text)
  }
  for (const [code, text] of Object.entries(refusals)) texts.set(`refusal.${code}`, text)
  return texts
}
