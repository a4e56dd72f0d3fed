import type { Knex } from 'knex'
import type { RunningPortal } from '../../server/testing/harness.ts'
import type { Summary } from '../crowd/figures.ts'
import type { Order } from '../crowd/main.ts'
import type { Sampler } from './sampler.ts'

/** short: seconds, for every change; usual: minutes; long: the sizes of the test plan. */
export type Form = 'short' | 'usual' | 'long'
/** Size of a run: people, sockets, seconds, calls a second. */
export type Sizes<K extends string = string> = Readonly<Record<K, number>>

/** Scenarios of watching sockets. */
export type Watched = 'dashboard-fanout' | 'reconnect-storm'

/** Running clients: k6 with a script, or a crowd. */
export interface Run {
  /** Everything reported so far, each an object. */
  told(): unknown[]
  /** Resolves when they have ended. Throws if they broke off without a summary. */
  readonly ended: Promise<Summary>
  /** Ends them if they still run. */
  stop(): void
}

/** A throw-away database with the built server, for one scenario. */
export interface Stage {
  readonly knex: Knex
  readonly databaseUrl: string
  /** Process id of the database server; undefined without one. */
  readonly databasePid: () => number | undefined
  /** A folder for k6's input and output; removed with the database. */
  readonly dir: string
  /** The running server. */
  readonly portal: RunningPortal
  /** Restarts the server on the same port; it is `portal` from then on. */
  startAgain(): Promise<void>
  readonly sampler: Sampler
  readonly sizes: Sizes
  /** Factor for time limits. */
  readonly slack: number
  /**
   * Starts load-tests/k6/<script>.ts. Besides env it gets URL, SLACK, DATA (a file with `data` as JSON) and SUMMARY.
   */
  k6(script: string, run: { data: unknown; env: Readonly<Record<string, string | number>> }): Run
  /** Starts a crowd of watching sockets in a process of its own, with the scenario's thresholds. */
  crowd(scenario: Watched, order: Omit<Order, 'url' | 'thresholds'>): Run
  say(text: string): void
}

/** A condition that must hold, with what was found. */
export interface Check {
  readonly name: string
  readonly found: number | string
  readonly wanted: string
  readonly ok: boolean
}

/** What a run showed besides its clients' thresholds. Times in milliseconds. */
export interface Outcome {
  /** Count of the scenario's subject. */
  readonly n: number
  /** Deliberate faults: restarts, repeated messages. */
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
  /** Row of the test plan. */
  readonly test: string
  /** What it proves, in one sentence. */
  readonly proves: string
  readonly sizes: Readonly<Record<Form, Sizes>>
  /** Open files that each side needs. */
  readonly files?: (sizes: Sizes) => number
  /** Whether the database is killed: then it is supervised, and sampling may fail. */
  readonly breaks?: (sizes: Sizes) => boolean
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>
  run(stage: Stage): Promise<Outcome>
}

/** Returns a value of a metric; 0 if it was never counted. */
export function valueOf({ metrics }: Summary, metric: string, value: string): number {
  return metrics[metric]?.values[value] ?? 0
}

/** Returns a size by name. Throws if the scenario has none. */
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
/** Must be exactly equal. */
export const exactly = (name: string, found: number, wanted: number): Check =>
  check(name, found, found === wanted, String(wanted))
/** Must not exceed a maximum. */
export const atMost = (name: string, found: number, most: number, unit = ''): Check =>
  check(name, `${Number(found.toFixed(2))}${unit}`, found <= most, `≤ ${most}${unit}`)
/** Must not be below a minimum. */
export const atLeast = (name: string, found: number, least: number, unit = ''): Check =>
  check(name, `${Number(found.toFixed(2))}${unit}`, found >= least, `≥ ${least}${unit}`)
