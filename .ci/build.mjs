// Installing and building, for start.mjs. Node only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const serverFolders = ['machines', 'contract', 'db', 'telemetry', 'server', 'load-tests']
const clientFolders = ['machines', 'contract', 'client']
const notInBuild = /\.test\.tsx?$|[\\/](testing|flows|e2e)([\\/]|$)/
/** The built benchmarks and load tests use test helpers. */
const neverBuilt = /\.test\.tsx?$|[\\/](flows|e2e)([\\/]|$)/

/** Runs `npm ci` if node_modules is missing or differs from package-lock.json. Returns whether everything is installed. */
export async function install(root, say) {
  const missing = missingPackages(root)
  if (missing.length === 0) return true
  const begin = Date.now()
  say(`Installing ${missing.length} packages (npm ci) …`)
  const npm = process.env.npm_execpath
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const ticking = setInterval(() => say(`  … still installing, ${seconds(begin)}`), 10_000)
  const code =
    npm && npm.endsWith('.js')
      ? await run(process.execPath, [npm, ...options], root)
      : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', options, root)
  clearInterval(ticking)
  if (code === 0) say(`Installed in ${seconds(begin)}`)
  return code === 0
}

/** Packages of the lock file that are not installed in that version, except those for other systems. */
function missingPackages(root) {
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const list = join(root, 'node_modules', '.package-lock.json')
  const present = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).packages : {}
  return Object.entries(wanted).filter(
    ([path, entry]) => path !== '' && !entry.optional && !entry.devOptional && present[path]?.version !== entry.version,
  )
}

/** Compiles the server and bundles the client into dist/, each only if its sources changed. Returns whether dist/ is complete. */
export async function build(root, say) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const release = await lock(join(root, 'dist', '.lock'))
  try {
    return (await buildServer(root, say)) && (await buildClient(root, say))
  } finally {
    release()
  }
}

async function buildServer(root, say) {
  const hash = hashOf(root, serverFolders, [
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
    '.ci/build.mjs',
    '.ci/bundle-server.mjs',
  ])
  if (isBuilt(root, 'server', hash)) return true
  const begin = Date.now()
  noteBuilt(root, 'server', null)
  for (const folder of [...serverFolders, 'portal'])
    rmSync(join(root, 'dist', folder), { recursive: true, force: true })
  const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc')
  if ((await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], root)) !== 0) return false
  for (const folder of serverFolders.filter((name) => existsSync(join(root, name)))) copyData(root, folder)
  const { bundleServer } = await import('./bundle-server.mjs')
  await bundleServer(root)
  noteBuilt(root, 'server', hash)
  say(`Compiled the server in ${seconds(begin)}`)
  return true
}

/** Copies what is not code (seed data, SQL) next to the compiled code. */
function copyData(root, folder) {
  cpSync(join(root, folder), join(root, 'dist', folder), {
    recursive: true,
    filter: (path) =>
      !notInBuild.test(path.slice(root.length)) && (statSync(path).isDirectory() || !/\.(tsx?|md)$/.test(path)),
  })
}

async function buildClient(root, say) {
  const hash = hashOf(root, clientFolders, [
    'vite.config.ts',
    'tsconfig.json',
    'package-lock.json',
    '.ci/compile-texts.ts',
    '.ci/first-paint-plugin.ts',
  ])
  if (isBuilt(root, 'client', hash)) return true
  const begin = Date.now()
  noteBuilt(root, 'client', null)
  const bundler = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  if ((await run(process.execPath, [bundler, 'build', '--logLevel', 'warn'], root)) !== 0) return false
  noteBuilt(root, 'client', hash)
  say(`Built the client in ${seconds(begin)}`)
  return true
}

function isBuilt(root, part, hash) {
  return readNotes(root)[part] === hash && existsSync(join(root, 'dist', part))
}

/** The hash of a finished build of a part; null while it is being built, so that an interrupted or failed build does not count. */
function noteBuilt(root, part, hash) {
  writeFileSync(join(root, 'dist', '.build.json'), JSON.stringify({ ...readNotes(root), [part]: hash }))
}

function readNotes(root) {
  const notes = join(root, 'dist', '.build.json')
  return existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : {}
}

/** Hash over names and contents of all sources of a build. */
function hashOf(root, folders, files) {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (neverBuilt.test(path) || basename(path) === 'node_modules') return
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) visit(join(path, name))
    } else {
      hash.update(path).update('\0').update(readFileSync(full)).update('\0')
    }
  }
  for (const path of [...folders, ...files]) visit(path)
  return hash.digest('hex')
}

/** Lets one process build at a time; a lock of a dead process does not count. */
async function lock(file) {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch {
      const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
      if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true })
      else await wait(100)
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a program in this terminal and returns its exit code. */
export function run(program, programArguments, cwd) {
  return new Promise((resolve) => {
    const child = spawn(program, programArguments, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: program.endsWith('.cmd'),
    })
    child.once('error', (error) => {
      console.error(String(error))
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function seconds(begin) {
  return `${((Date.now() - begin) / 1000).toFixed(1)} s`
}
