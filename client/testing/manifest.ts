import { readFileSync } from 'node:fs'

interface Built {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

/** Returns the built files that a lazy module of the client needs, and that the pages which load it do not have yet. */
export function ownFilesOf(module: string): { readonly scripts: string[]; readonly styles: string[] } {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Readonly<
    Record<string, Built>
  >
  const loaded = new Set<string>()
  const visit = (key: string, found: Set<string>): void => {
    const built = manifest[key]
    if (loaded.has(key) || found.has(key) || built === undefined) return
    found.add(key)
    for (const next of built.imports ?? []) visit(next, found)
  }
  const pages = Object.keys(manifest).filter((key) => manifest[key]?.dynamicImports?.includes(module))
  const before = new Set<string>()
  for (const key of ['index.html', ...pages]) visit(key, before)
  for (const key of before) loaded.add(key)
  const own = new Set<string>()
  visit(module, own)
  own.delete(module)
  const built = [...own].flatMap((key) => manifest[key] ?? [])
  return { scripts: built.map(({ file }) => file), styles: built.flatMap(({ css = [] }) => css) }
}
