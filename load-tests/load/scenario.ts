import type { Knex } from 'knex'
import type { RunningPortal } from '../../server/testing/harness.ts'
import type { Summary } from '../crowd/figures.ts'
import type { Order } from '../crowd/main.ts'
import type { Sampler } from './sampler.ts'

/** short: seconds, for every change; usual: minutes; long: what the test plan asks for. */
export type Form = 'short' | 'usual' | 'long'
/** Numbers that make up the size of a run: people, sockets, seconds, calls a second. */
export type Sizes<K extends string = string> = Readonly<Record<K, number>>

/** Scenarios of watching sockets. */
export type Watched = 'dashboard-fanout' | 'reconnect-storm'

/** Clients at work: k6 with a script, or a crowd. */
export interface Run {
  /** What they have told so far, each an object. */
  told(): unknown[]
  /** Settles when they have ended. Throws when they broke off without a summary. */
  readonly ended: Promise<Summary>
  /** Ends them when they still run. */
  stop(): void
}

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
  k6(script: string, run: { data: unknown; env: Readonly<Record<string, string | number>> }): Run
  /** Starts a crowd of watching sockets in a process of its own, which is judged by the thresholds of the scenario. */
  crowd(scenario: Watched, order: Omit<Order, 'url' | 'thresholds'>): Run
  say(text: string): void
}

/** One thing that has to hold, with what was found. */
export interface Check {
  readonly name: string
  readonly found: number | string
  readonly wanted: string
  readonly ok: boolean
}

/** What a run showed beside the thresholds of its clients. Times are milliseconds. */
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

/** A value of a metric; 0 when nothing of it was ever counted. */
export function valueOf({ metrics }: Summary, metric: string, value: string): number {
  return metrics[metric]?.values[value] ?? 0
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
