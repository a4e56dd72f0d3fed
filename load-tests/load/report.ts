import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { Summary } from '../crowd/figures.ts'
import type { Result } from './stage.ts'

/** The JSON line of a scenario's figures, as every test of the plan prints it. Milliseconds with one decimal. */
export function lineOf({ scenario, outcome, seconds, passed }: Result): string {
  const { n, faults, lost, dup } = outcome
  const [p50, p95, p99] = [outcome.p50, outcome.p95, outcome.p99].map((ms) => (ms === null ? null : short(ms)))
  const line = { test: scenario.test, scenario: scenario.name, n, faults, lost, dup, p50, p95, p99 }
  return JSON.stringify({ ...line, seconds: short(seconds), pass: passed })
}

/** Writes a Markdown report: figures against thresholds by scenario. */
export function writeReport(
  file: string,
  { form, slack }: { form: string; slack: number },
  results: readonly Result[],
): void {
  const all = results.every(({ passed }) => passed)
  const text = [
    '# Load tests',
    '',
    `${new Date().toISOString()}, ${form} form: **${all ? 'passed' : 'FAILED'}**. Database, server and clients shared ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GiB;`,
    `load of the machine at the end: ${loadavg()[0]?.toFixed(1)}. Times in milliseconds${slack === 1 ? '' : '; no time is judged in the short form'}.`,
    '',
    table(
      ['scenario', 'test', 'n', 'lost', 'doubled', 'p50', 'p95', 'p99', 'seconds', ''],
      results.map(({ scenario, outcome, seconds, passed }) => [
        scenario.name,
        scenario.test,
        outcome.n,
        outcome.lost,
        outcome.dup,
        outcome.p50,
        outcome.p95,
        outcome.p99,
        seconds,
        verdict(passed),
      ]),
    ),
    ...results.map(sectionOf),
  ].join('\n')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Number of minutes from which each one is listed. */
const manyMinutes = 5

function sectionOf({ scenario, sizes, outcome, summaries, minutes, passed }: Result): string {
  const size = Object.entries(sizes).map(([name, value]) => `${name} ${value}`)
  return [
    `\n## ${scenario.name}: ${verdict(passed)}`,
    '',
    `${scenario.proves} Size: ${size.join(', ')}.`,
    '',
    table(
      ['must hold', 'found', 'wanted', ''],
      [...outcome.checks.map(rowOfCheck), ...summaries.flatMap(rowsOfClients)],
    ),
    '',
    table(
      ['figure', ''],
      Object.entries(outcome.figures).map(([name, value]) => [name, value]),
    ),
    ...(minutes.length < manyMinutes ? [] : ['', tableOfMinutes(minutes)]),
  ].join('\n')
}

function tableOfMinutes(minutes: Result['minutes']): string {
  return table(
    ['minute', 'calls answered a second', 'failed a second', 'most that waited', 'server cores', 'machine in use (%)'],
    minutes.map(({ minute, answered, failed, waiting, cores, machine }) => [
      minute,
      answered,
      failed,
      waiting,
      cores,
      100 * machine,
    ]),
  )
}

function rowOfCheck({ name, found, wanted, ok }: Result['outcome']['checks'][number]) {
  return [name, found, wanted, verdict(ok)]
}

/** Thresholds of clients, each with its value. */
function rowsOfClients({ metrics }: Summary) {
  return Object.entries(metrics).flatMap(([name, { thresholds = {}, values }]) =>
    Object.entries(thresholds).map(([wanted, { ok }]) => {
      const value = Object.entries(values).find(([of]) => wanted.startsWith(of))?.[1]
      return [name, value ?? null, wanted, verdict(ok)]
    }),
  )
}

type Cell = string | number | null

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? short(cell) : (cell ?? '–'))).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const short = (value: number): number => Number(value.toFixed(Math.abs(value) < 10 ? 2 : 1))
const verdict = (ok: boolean): string => (ok ? 'passed' : 'FAILED')
