import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '../kernel/project-root.ts'

const root = projectRoot(import.meta.dirname)
let dir: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}
/** The project's own build in a small package; what it says. (There is no client in it: that part fails.) */
const build = async (): Promise<string> => {
  const module = pathToFileURL(join(root, '.ci/build.mjs')).href
  const script = `const { build } = await import('${module}'); await build(process.cwd(), console.log)`
  const args = ['--input-type=module', '-e', script]
  return (await promisify(execFile)(process.execPath, args, { cwd: dir })).stdout
}
/** What the built program says. */
const runs = async (program: string) =>
  (await promisify(execFile)(process.execPath, [join(dir, 'dist', program)])).stdout.trim()
const source = (says: string) =>
  `import { encode } from 'uqr'\nimport { name } from '../telemetry/name.ts'\nconsole.log(${says}, typeof encode, name)\n`

beforeAll(() => {
  dir = mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-build-'))
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{}')
  write('tsconfig.json', '{}')
  const compilerOptions = { outDir: 'dist', rootDir: '.', module: 'nodenext', skipLibCheck: true, types: ['node'] }
  const rewrites = { ...compilerOptions, rewriteRelativeImportExtensions: true, noEmitOnError: true }
  write('tsconfig.build.json', JSON.stringify({ compilerOptions: rewrites, include: ['server', 'telemetry'] }))
  write('telemetry/name.ts', "export const name = 'first'\n")
  write('telemetry/ingest/ingest-thread.ts', "import { encode } from 'uqr'\nconsole.log('thread', typeof encode)\n")
  write('server/imports/parse/parse-thread.ts', "import { encode } from 'uqr'\nconsole.log('parser', typeof encode)\n")
  write('server/main.ts', source("'portal'"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('builds the portal, its thread and the single files, again only when something changed, and whole after one that failed', async () => {
  expect(await build()).toContain('Compiled the server')
  const all = async () => [
    await runs('portal/main.js'),
    await runs('portal/ingest-thread.js'),
    await runs('portal/parse-thread.js'),
    await runs('server/main.js'),
  ]
  const built = ['portal function first', 'thread function', 'parser function', 'portal function first']
  expect(await all()).toEqual(built)
  expect(await build()).not.toContain('Compiled the server')
  write('server/main.ts', source('nothing'))
  expect(await build()).not.toContain('Compiled the server')
  write('server/main.ts', source("'portal'"))
  expect(await build(), 'as it was before').toContain('Compiled the server')
  expect(await all()).toEqual(built)
})
