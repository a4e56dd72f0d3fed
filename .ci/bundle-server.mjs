// Bundles the portal and its threads into a few files, for build.mjs: finding and reading 2,300 modules takes longer than everything else at the start.
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Loaded from node_modules: native code, and packages that start threads from their own files. */
const beside = ['@node-rs/argon2', 'sharp', 'pino']
/** Optional dependencies of libraries that Holdfast does not use; they need not be installed. */
const absent = [
  /^(better-sqlite3|sqlite3|mysql|mysql2|mariadb\/callback|oracledb|tedious|pg-native|pg-query-stream|cloudflare:sockets)$/,
  /^(bufferutil|utf-8-validate)$/,
  'typescript',
]

/** Entries by their names in dist/portal/. A thread has its own, so that it loads no more than it needs. */
const entries = {
  main: 'server/main.ts',
  'ingest-thread': 'telemetry/ingest/ingest-thread.ts',
  'parse-thread': 'server/imports/parse/parse-thread.ts',
}

/**
 * Writes into dist/portal/: per entry one file of our own code, and one of its libraries, which has no source map (Node would read its 11 MB at each
 * start). Throws when a module is not found.
 */
export async function bundleServer(root) {
  const dir = join(root, 'dist', 'portal')
  for (const [name, file] of Object.entries(entries)) await bundleEntry(root, dir, name, file)
}

async function bundleEntry(root, dir, name, file) {
  const libraries = `${name}-libraries`
  const bundle = await rolldown({
    cwd: root,
    input: { [name]: file },
    platform: 'node',
    external: [...beside, ...absent],
    onLog(level, log, next) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
      next(level, log)
    },
    plugins: [{ name: 'maps of our own code only', generateBundle: (_, files) => dropMap(files, `${libraries}.js`) }],
  })
  await bundle.write({
    dir,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: `${name}-[name].js`,
    codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] },
  })
  await bundle.close()
}

function dropMap(files, name) {
  delete files[`${name}.map`]
  const file = files[name]
  file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
}
