import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { thresholds } from '../k6/thresholds.ts'
import { scenarios } from './catalogue.ts'

/** Without k6 in the path, and with a home in which Go can install nothing. */
const bare = { PATH: join(process.execPath, '..'), HOME: '/dev/null', GOPROXY: 'off' }

function load(words: string[], env: Record<string, string> = bare): Promise<{ code: number; out: string }> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, out) => resolve({ code: error ? Number(error.code) : 0, out }))
  })
}

describe('npm run load [OPS-5]', () => {
  it('has for every scenario a script, thresholds, and sizes of the same names in all forms', () => {
    for (const { name, sizes } of scenarios) {
      expect(existsSync(join(import.meta.dirname, '../k6', `${name}.ts`)), name).toBe(true)
      expect(Object.keys(thresholds(1)), name).toContain(name)
      for (const form of [sizes.short, sizes.long]) expect(Object.keys(form), name).toEqual(Object.keys(sizes.usual))
    }
  })

  it('exits with 2 for wrong arguments and with 3 without k6, and says why', async () => {
    const [nothing, wrong, without] = await Promise.all([load([]), load(['flood']), load(['last-places', '--short'])])
    expect([nothing.code, wrong.code, without.code]).toEqual([2, 2, 3])
    expect(nothing.out).toContain('morning-rush')
    expect(wrong.out).toContain('there is no scenario "flood"')
    expect(without.out).toContain('k6 is not here')
  })
})
