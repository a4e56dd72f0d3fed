import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { groupOf } from './text-groups.ts'

const client = resolve(import.meta.dirname, '..')

/** The folders of pages that visitors and guests open. */
const visitorPages = ['help', 'book', 'codes', 'credit', 'guest', 'my-reservations', 'open', 'profile']
/** The pages of links in mails, which load the texts of visitors too, and the routes that lead to them. */
const byMailLink = /pages\/session\/(password-reset|request-link|new-password|migrate-to-rm|join-form|routes)\.tsx?$/
/** Files with texts for signed-in people or operators alone: the guard loads those of a role (shell/page-texts.ts), security/ loads its own. */
const ofRoles =
  /shell\/(pages|account-actions)\.tsx?$|access\/blocks\.tsx$|lists\/editing-menu\.tsx$|^.*\/client\/bulk\/|\/routes\.tsx?$|^.*\/client\/security\//

interface Source {
  readonly imports: readonly string[]
  readonly keys: readonly string[]
}
const read = new Map<string, Source>()

/** Returns what a file imports from the client, including lazily, and the areas of texts that it uses. */
function sourceOf(file: string): Source {
  const known = read.get(file)
  if (known) return known
  const imports: string[] = []
  const keys: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly) return
    if (ts.isStringLiteralLike(node) && /^\.{1,2}\/.*\.tsx?$/.test(node.text))
      imports.push(resolve(dirname(file), node.text))
    else if (ts.isStringLiteralLike(node)) keys.push(node.text)
    if (ts.isTemplateExpression(node)) keys.push(node.head.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX))
  const source = { imports: imports.filter((path) => path.startsWith(client)), keys }
  read.set(file, source)
  return source
}

const areas = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const areaNames = new Set(areas.map(({ name }) => name))

/** Returns the areas of texts used by files reachable from these, with one file each: 'control (…/x.tsx)'. */
function areasFrom(files: readonly string[], allowed: (area: string) => boolean): string[] {
  const seen = new Set<string>()
  const found = new Map<string, string>()
  const left = [...files]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const { imports, keys } = sourceOf(file)
    left.push(...imports)
    if (ofRoles.test(file)) continue
    for (const key of keys) {
      const area = /^([a-z-]+)\./.exec(key)?.[1] ?? ''
      if (areaNames.has(area) && !allowed(area)) found.set(area, file.slice(client.length))
    }
  }
  expect(seen.size).toBeGreaterThan(files.length)
  return [...found].map(([area, file]) => `${area} (${file})`)
}

function filesOf(folder: string): string[] {
  return readdirSync(join(client, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing\//.test(name))
    .map((name) => join(client, folder, name))
}

describe('pages have their texts loaded', () => {
  it('the start page, the login and the legal pages need the first part only', () => {
    const pages = [
      ...filesOf('pages/session').filter((file) => !byMailLink.test(file)),
      ...['landing', 'texts'].map((name) => join(client, `pages/home/${name}.tsx`)),
    ]
    expect(areasFrom(pages, (area) => groupOf(area) === 'first')).toEqual([])
  })

  it('the pages of links in mails need no texts of operators', () => {
    const pages = filesOf('pages/session').filter((file) => byMailLink.test(file))
    expect(pages).toHaveLength(6)
    expect(areasFrom(pages, (area) => groupOf(area) !== 'operator')).toEqual([])
  })

  it.each(visitorPages)('%s needs no texts of operators', (page) => {
    expect(areasFrom(filesOf(`pages/${page}`), (area) => groupOf(area) !== 'operator')).toEqual([])
  })
})
