import type { Knex } from 'knex'
import type { RunningPortal } from '../../server/testing/harness.ts'
import type { K6Run } from './k6.ts'
import type { Sampler } from './sampler.ts'

/** short: seconds, for every change; usual: minutes; long: what the test plan asks for. */
export type Form = 'short' | 'usual' | 'long'
/** Numbers that make up the size of a run: people, sockets, seconds, calls a second. */
export type Sizes<K extends string = string> = Readonly<Record<K, number>>

/** A throw-away database with the built server on it, for one scenario. */
export interface Stage {
  readonly knex: Knex
  readonly databaseUrl: string
  /** Process id of the database server; undefined while there is none. */
  readonly databasePid: () => number | undefined
  /** A folder for what k6 is given and tells; goes with the database. */
  readonly dir: string
  /** The running server. */
  readonly portal: RunningPortal
  /** Starts the server anew after its end, on the same port; it is `portal` from then on. */
  startAgain(): Promise<void>
  readonly sampler: Sampler
  readonly sizes: Sizes
  /** Bounds of time are wider by this factor. */
  readonly slack: number
  /** Starts load-tests/k6/<script>.ts. Beside env it is given URL, SLACK, DATA (a file with `data` as JSON) and SUMMARY. */
  k6(script: string, run: { data: unknown; env: Readonly<Record<string, string | number>> }): K6Run
  say(text: string): void
}

/** One thing that has to hold, with what was found. */
export interface Check {
  readonly name: string
  readonly found: number | string
  readonly wanted: string
  readonly ok: boolean
}

/** What a run showed beside k6's own thresholds. Times are milliseconds. */
export interface Outcome {
  /** How many of what the scenario is about. */
  readonly n: number
  /** Faults that were made on purpose: restarts, doubled messages. */
  readonly faults: number
  readonly lost: number
  readonly dup: number
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly figures: Readonly<Record<string, number | string | null>>
  readonly checks: readonly Check[]
}

export interface Scenario {
  readonly name: string
  /** Row of the test plan that it belongs to. */
  readonly test: string
  /** What it proves, in one sentence. */
  readonly proves: string
  readonly sizes: Readonly<Record<Form, Sizes>>
  /** Open files that each side needs. */
  readonly files?: (sizes: Sizes) => number
  /** Whether the database is killed: then it is started again, and a look at it may fail. */
  readonly breaks?: (sizes: Sizes) => boolean
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>
  run(stage: Stage): Promise<Outcome>
}

/** A size by its name; throws when the scenario has none of it. */
export function sizeOf(sizes: Sizes, name: string): number {
  const size = sizes[name]
  if (size === undefined) throw new Error(`no size "${name}"`)
  return size
}

export const check = (name: string, found: number | string, ok: boolean, wanted: string): Check => ({
  name,
  found,
  wanted,
  ok,
})
/** What must be exactly so. */
export const exactly = (name: string, found: number, wanted: number): Check =>
  check(name, found, found === wanted, String(wanted))
/** What must not be above a bound. */
export const atMost = (name: string, found: number, most: number, unit = ''): Check =>
  check(name, `${Number(found.toFixed(2))}${unit}`, found <= most, `≤ ${most}${unit}`)
/** What must not be below a bound. */
export const atLeast = (name: string, found: number, least: number, unit = ''): Check =>
  check(name, `${Number(found.toFixed(2))}${unit}`, found >= least, `≥ ${least}${unit}`)
