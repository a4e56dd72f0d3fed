import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../kernel/project-root.ts'
import { kindOfLine } from './known-lines.ts'

const root = projectRoot(import.meta.dirname)
/** Lines without a meaning of their own for administrators. */
const others: ReadonlySet<string> = new Set([
  'cannot count a visit of a link',
  'cannot read the theme of the page',
  'cannot tell whether an admin exists',
  'themes of the hosts are not known',
  'the database does not tell its migrations',
  'the demo was made by a version from before the first release: its data are made anew',
])

function* linesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ts') || entry.endsWith('.test.ts') || entry.includes('testing')) continue
    const source = readFileSync(join(root, folder, entry), 'utf8')
    for (const [, text] of source.matchAll(/log\.(?:warn|error|fatal)\(\s*(?:\{[^}]*\},\s*)?'([^']+)'/g))
      yield String(text)
  }
}

it('every warning and error of the program has a meaning for administrators [ADM-21]', () => {
  const lines = new Set([...linesOf('server'), ...linesOf('telemetry'), ...linesOf('db')])
  expect(lines.size).toBeGreaterThan(60)
  expect([...lines].filter((text) => kindOfLine(text) === 'other' && !others.has(text))).toEqual([])
})
