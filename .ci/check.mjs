// Runs all static checks, for start.mjs, and ends with one line that sums them up.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { measureBundle } from './bundle-size.mjs'
import { checkCss } from './css-twins.mjs'
import { checkTexts } from './texts.mjs'
import { checkWords } from './words.mjs'

const folders = ['machines', 'contract', 'db', 'telemetry', 'server', 'client', 'load-tests']

/** Runs every check and returns whether all passed. */
export async function checkAll(root) {
  const tool = (...path) => join(root, 'node_modules', ...path)
  const code = folders.filter((folder) => existsSync(join(root, folder)))
  const checks = [
    ['types', () => node([tool('@typescript', 'native', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json'])],
    [
      'lint',
      () =>
        node([
          tool('oxlint', 'bin', 'oxlint'),
          '--type-aware',
          '--deny-warnings',
          '--report-unused-disable-directives',
        ]),
    ],
    ['format', () => node([tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings'])],
    ['directions', () => cruise(tool, '.dependency-cruiser.cjs', code)],
    ['folders', () => cruise(tool, '.dependency-cruiser.folders.cjs', ['server', 'telemetry', 'client'])],
    ['dead code', () => node([tool('knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints'])],
    [
      'only for tests',
      () => node([tool('knip', 'bin', 'knip.js'), '--production', '--no-progress', '--no-config-hints']),
    ],
    ['texts', () => checkTexts(root)],
    ['words', () => checkWords(root)],
    ['styles', () => checkCss(root)],
    ['bundle', () => measureBundle(root)],
  ]
  const failed = []
  for (const [name, run] of checks) {
    const begin = Date.now()
    const { ok, output } = await run()
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`)
    if (!ok || name === 'bundle') console.log(output.trim())
    if (!ok) failed.push(name)
  }
  console.log(failed.length === 0 ? 'All checks passed' : `Checks failed: ${failed.join(', ')}`)
  return failed.length === 0
}

/** Runs dependency-cruiser. It also passes when it understands no file at all, so the files it read are compared with those that exist. */
async function cruise(tool, config, code) {
  const options = ['--config', config, '--output-type', 'json']
  const { output, error } = await node([
    tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    ...options,
    ...code,
  ])
  let result
  try {
    result = JSON.parse(output)
  } catch {
    return { ok: false, output: `${output}\n${error}` }
  }
  const read = result.modules.filter(
    (module) => /\.tsx?$/.test(module.source) && !module.source.includes('node_modules'),
  ).length
  const linked = result.modules.some((module) => module.dependencies.some((one) => /\.tsx?$/.test(one.resolved)))
  const problems = result.summary.violations.map((one) => `${one.rule.name}: ${one.from} → ${one.to}`)
  if (read === 0 || !linked)
    problems.push(`dependency-cruiser read ${read} TypeScript files and their imports: it does not work`)
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/** Runs a node program and returns its output. */
function node(programArguments) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, programArguments, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let error = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (error += chunk))
    child.once('error', (problem) => resolve({ ok: false, output: String(problem), error }))
    child.once('close', (status) =>
      resolve({ ok: status === 0, output: status === 0 ? output : `${output}${programOutput(error)}`, error }),
    )
  })
}

function programOutput(error) {
  return error === '' ? '' : `\n${error}`
}
