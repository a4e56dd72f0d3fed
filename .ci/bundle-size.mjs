// How much compressed script a visitor's browser loads before it can show anything.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const LIMIT_KB = 240

/** Adds up the entry script, all that it imports at once and the first texts of the longest language, gzip-compressed. Also refuses charts there, and scripts inside the page. */
export function measureBundle(root) {
  const folder = join(root, 'dist', 'client')
  const list = join(folder, '.vite', 'manifest.json')
  if (!existsSync(list)) return { ok: false, output: 'dist/client is not built' }
  const manifest = JSON.parse(readFileSync(list, 'utf8'))
  const first = new Set()
  const visit = (key) => {
    if (first.has(key)) return
    first.add(key)
    for (const next of manifest[key].imports ?? []) visit(next)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key)
  const files = [...first].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'))
  const sizeOf = (file) => ({ file, kb: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1024 })
  const texts = readdirSync(join(folder, 'assets')).filter((file) => /^texts-first-.*\.js$/.test(file))
  const [longest] = texts.map((file) => sizeOf(join('assets', file))).sort((a, b) => b.kb - a.kb)
  const sizes = [...files.map(sizeOf), ...(longest === undefined ? [] : [longest])]
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0)

  const problems = []
  if (files.length === 0) problems.push('the manifest names no entry script')
  if (texts.length === 0) problems.push('there are no first texts')
  if (total > LIMIT_KB) problems.push(`first load is over ${LIMIT_KB} kB`)
  if (files.some((file) => readFileSync(join(folder, file), 'utf8').includes('recharts-')))
    problems.push('charts are part of the first load')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  if (/<script(?![^>]*\bsrc=)[^>]*>/i.test(page) || /\son[a-z]+=/i.test(page))
    problems.push('index.html contains script text')
  const lines = sizes.sort((a, b) => b.kb - a.kb).map(({ file, kb }) => `  ${kb.toFixed(1).padStart(6)} kB  ${file}`)
  return {
    ok: problems.length === 0,
    output: [...problems, `First load: ${total.toFixed(1)} kB of compressed script (limit ${LIMIT_KB})`, ...lines].join(
      '\n',
    ),
  }
}
