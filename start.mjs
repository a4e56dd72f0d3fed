// The one command of this project: node start.mjs [start | build | test | faults | long | check | texts | bench | load | database | device] …
// Plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const usage = `node start.mjs [command]
  start    (default) install what is missing, build what changed, run Holdfast
  build    install what is missing, build what changed
  test     all tests; further arguments go to vitest
  faults   tests of several processes and of failing surroundings, in short form
  long     fault and property tests in their long form, with new random cases each time; takes hours
  check    types, lint, format, dependency direction, dead code, texts, bundle size
  texts    write the types of the texts, after a change of parameters or areas
  bench    benchmarks, as ratios within one run
  load     load tests with k6: npm run load -- --help
  database maintain a database: npm run database -- --help
  device   control simulated gateways and devices`

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`Holdfast needs Node 20.19 or newer; this is ${process.versions.node}.`)
process.chdir(root)

/** Sizes of the long form, which also judges speed. Each can be set alone: T3_RUNS=500 npm test -- server/reservations/model. */
const longForms = {
  T3_RUNS: 5_000,
  T3_STEPS: 60,
  T4_ROUNDS: 1_000,
  T5_CUTS: 200,
  T6_ROUNDS: 20,
  T6_PEOPLE: 50,
  T6_RESERVATIONS: 300,
  T6_RUNS: 1_000,
  T6_STEPS: 40,
  T6_BULK: 10_000,
  T7_RUNS: 3_000,
  T9_CYCLES: 100,
  T9_BOOKING_CYCLES: 100,
  T10_BOOKING_CYCLES: 50,
  T11_TIMES: 10,
  T11_SECONDS: 30,
  T12_TIMES: 5,
  T12_SECONDS: 60,
  T16_CLIENTS: 300,
  T16_ROUNDS: 20,
  T20_COMMANDS: 10_000,
  T20_GRACE_MS: 2_000,
  T21_FRAMES: 100_000,
  T22_BOXES: 500,
  T22_AWAY_SECONDS: '1,60,600',
  T25_GATEWAYS: 200,
  T25_SECONDS: 30,
  T25_KILLS: 20,
  T28_SECONDS: 600,
  T29_MQTT: 1_000,
  T35_ROUNDS: 20,
  MQTT_BATCHES: 1_000,
  OVERLOAD_SECONDS: 300,
  RETENTION_SECONDS: 120,
  RETENTION_ROWS: 300_000,
}

/** Fault tests have a configuration of their own. */
const faults = ['--config', 'vitest.faults.config.ts']
const [command = 'start', ...args] = process.argv.slice(2)
const commands = {
  start: () => run('dist/portal/main.js', args),
  build: () => prepare(),
  test: () => test(),
  faults: () => test(faults),
  long,
  check,
  texts,
  bench: () => run('dist/load-tests/bench/main.js', args),
  load: () => run('dist/load-tests/load/main.js', args),
  database: () => run('dist/db/cli.js', args),
  device: () => run('dist/telemetry/simulator/cli.js', args),
}
if (!Object.hasOwn(commands, command)) fail(usage)
await commands[command]()

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Installs and builds. The build code is imported late, so that usage errors need nothing installed. */
async function prepare() {
  const { install, build } = await import('./.ci/build.mjs')
  if (!(await install(root, say)))
    fail('The packages could not be installed (see above). Is the npm registry reachable?')
  if (!(await build(root, say))) fail('The build failed (see above).')
}

/** Runs a built program in this process, so that Ctrl-C, kill and exit codes work as usual. */
async function run(program, programArguments) {
  await prepare()
  const path = join(root, program)
  if (!existsSync(path)) fail(`${program} is not part of this build.`)
  process.argv = [process.execPath, path, ...programArguments]
  process.once('SIGHUP', () => process.kill(process.pid, 'SIGTERM')) // the terminal was closed
  endWithNpm()
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(path).href)
}

/**
 * Stops when npm or its shell is gone. Killing `npm start` does not reach this process: npm passes signals to a shell that
 * passes nothing on, and kill -9 not even that.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const npm = parentOf(shell)
  let looks = 0
  const watch = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return
    looks += 1
    if (looks === 2) process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
  // A second signal would stop at once, so a process that also got npm's signal is left to stop in order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => clearInterval(watch))
}

/** Returns the parent's process id, where the system tells it (Linux). */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Runs vitest, then prints one line with the result. Also fails if no test ran. */
async function test(options = [], wanted = args) {
  await prepare()
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-tests-'))
  const report = join(folder, 'report.json')
  const env = { ...process.env }
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'MQTT_URL', 'PORT', 'NODE_ENV']) delete env[name] // tests bring their own
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await child(['node_modules/vitest/vitest.mjs', 'run', ...options, ...reporters, ...wanted], env)
  const { passed, failed, skipped } = count(report)
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0 && failed === 0) console.log('The test run failed outside of a test (see above).')
  if (passed + failed === 0) console.log('No test ran.')
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = process.exitCode || (code === 0 && failed === 0 && passed > 0 ? 0 : 1)
}

async function long() {
  for (const [name, value] of Object.entries({ ...longForms, PROPERTIES: 'random', LONG: 1 }))
    process.env[name] ??= String(value)
  const patience = `--testTimeout=${90 * 60_000}`
  const ofFaults = args.some((arg) => arg.startsWith('server/faults'))
  if (!ofFaults) await test([patience], args.length > 0 ? args : ['--project=unit', '--project=database'])
  if (ofFaults || args.length === 0) await test([...faults, patience])
}

/** Counts of vitest's JSON report. A file that could not be loaded counts as one failure. */
function count(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const result = JSON.parse(readFileSync(report, 'utf8'))
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  )
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length,
    skipped: result.numPendingTests + result.numTodoTests,
  }
}

async function check() {
  await prepare()
  const { checkAll } = await import('./.ci/check.mjs')
  process.exitCode = (await checkAll(root)) ? 0 : 1
}

async function texts() {
  const { writeTypes } = await import('./.ci/texts.mjs')
  for (const file of writeTypes(root)) say(file)
}

/** Runs node in this terminal. Ctrl-C reaches it by itself; SIGTERM is passed on. */
function child(nodeArguments, env) {
  return new Promise((resolve) => {
    const started = spawn(process.execPath, nodeArguments, { stdio: ['ignore', 'inherit', 'inherit'], env })
    process.on('SIGINT', () => undefined)
    process.on('SIGTERM', () => started.kill('SIGTERM'))
    started.once('error', () => resolve(1))
    started.once('exit', (code) => resolve(code ?? 1))
  })
}

function say(line) {
  console.log(line)
}
