import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../server/kernel/project-root.ts'
import { scenarios } from './catalogue.ts'
import { findK6 } from './k6.ts'
import { lineOf, writeReport } from './report.ts'
import type { Form, Scenario, Sizes } from './scenario.ts'
import { play, type Result } from './stage.ts'

/**
 * npm run load -- <scenario …>: see usage(). Exit code 1 if something did not hold, 2 for wrong arguments, 3 without
 * k6.
 */
const say = (text: string): void => console.log(text)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
    report: { type: 'string' },
    install: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const form: Form = values.short ? 'short' : values.long ? 'long' : 'usual'
const wanted = positionals.includes('all') ? [...scenarios] : positionals.map(find)
if (values.help || (wanted.length === 0 && !values.install)) stop(usage(), values.help ? 0 : 2)

const k6 = findK6(say)
if (!k6) stop('k6 is not here, and Go did not install it: see https://grafana.com/docs/k6/latest/set-up/install-k6/', 3)
if (values.install) stop(`k6 is there: ${k6}`, 0)
/** Short forms run cold and beside other work, so they have no time limits. */
const slack = form === 'short' ? Number.POSITIVE_INFINITY : 1
const results: Result[] = []
for (const scenario of wanted) {
  const sizes = sizesFor(scenario)
  if (!enoughFiles(scenario, sizes)) continue
  const result = await play(scenario, { k6, sizes, slack, say }).catch((error: unknown) => {
    say(`FAILED ${scenario.name}: it broke off: ${error instanceof Error ? error.stack : String(error)}`)
    return null
  })
  if (result === null) continue
  results.push(result)
  for (const { name, found, wanted: must, ok } of result.outcome.checks)
    if (!ok) say(`FAILED ${scenario.name}: ${name}: ${found}, wanted ${must}`)
  say(lineOf(result))
}
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const file = values.report ?? join(projectRoot(import.meta.dirname), '.holdfast/load-reports', `${stamp}-${form}.md`)
writeReport(file, { form, slack }, results)
say(`report: ${file}`)
process.exitCode = results.length === wanted.length && results.every(({ passed }) => passed) ? 0 : 1

function find(name: string): Scenario {
  return scenarios.find((scenario) => scenario.name === name) ?? stop(`there is no scenario "${name}"\n\n${usage()}`)
}

function sizesFor(scenario: Scenario): Sizes {
  const sizes: Record<string, number> = { ...scenario.sizes[form] }
  for (const pair of values.set) {
    const [name = '', value = ''] = pair.split('=', 2)
    if (!(Number(value) > 0)) stop(`--set ${pair}: name=number is meant, above 0`)
    if (!scenarios.some((each) => name in each.sizes.usual)) stop(`no scenario has a size "${name}"`)
    if (name in sizes) sizes[name] = Number(value)
  }
  return sizes
}

/** Each side needs an open file per socket: fails early with that reason. */
function enoughFiles(scenario: Scenario, sizes: Sizes): boolean {
  const needed = (scenario.files?.(sizes) ?? 0) + 500
  const limit = /^Max open files\s+(\d+)/m.exec(readLimits())?.[1]
  if (limit === undefined || Number(limit) >= needed) return true
  say(`FAILED ${scenario.name}: ${needed} open files are needed and ${limit} allowed: ulimit -n ${needed}, then again`)
  return false
}

/** Empty if the system does not report it. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

function usage(): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length))
  const lines = scenarios.map(({ name, test, proves }) => `  ${name.padEnd(width)}  ${test.padEnd(3)}  ${proves}`)
  return `npm run load -- <scenario …> | all [--short | --long] [--set size=number …] [--report file.md]
npm run load -- --install   makes sure that k6 is installed, and runs nothing

Each scenario runs on a throw-away database with the built server of its own, on this machine only, and ends by itself.
--short takes seconds, --long is what the test plan asks for, --set changes a size (named in the report).

${lines.join('\n')}`
}

function stop(text: string, code = 2): never {
  say(text)
  process.exit(code)
}
