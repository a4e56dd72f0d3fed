import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../db/connect.ts'
import { startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { projectRoot } from '../../server/kernel/project-root.ts'
import { type RunningPortal, startPortal } from '../../server/testing/harness.ts'
import type { Summary } from '../crowd/figures.ts'
import { thresholds } from '../k6/thresholds.ts'
import { startCrowd } from './crowd.ts'
import { startK6 } from './k6.ts'
import { type Minute, minutesOf } from './minutes.ts'
import { figuresOf, startSampler } from './sampler.ts'
import type { Outcome, Run, Scenario, Sizes, Stage } from './scenario.ts'

/** Result of a scenario, with the summaries of its clients. */
export interface Result {
  readonly scenario: Scenario
  readonly sizes: Sizes
  readonly outcome: Outcome
  readonly summaries: readonly Summary[]
  readonly minutes: readonly Minute[]
  readonly seconds: number
  readonly passed: boolean
}

const databasePool = 20

/**
 * Runs one scenario: a database that waits for the disk, the built server with its own settings only, and the clients;
 * then removes everything. Passed = every threshold of the clients and every check afterwards holds.
 */
export async function play(
  scenario: Scenario,
  options: { readonly k6: string; readonly sizes: Sizes; readonly slack: number; readonly say: (text: string) => void },
): Promise<Result> {
  const began = performance.now()
  const [load = 0] = loadavg()
  const dir = mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-load-'))
  const breaks = scenario.breaks?.(options.sizes) ?? false
  const database = await startEmbedded({ dir, temporary: true, supervised: breaks })
  const knex = connect(database.url, { max: 4, name: 'load', queryTimeoutMs: 120_000 })
  const summaries: Summary[] = []
  const onEnd = (summary: Summary) => void summaries.push(summary)
  const runs: Run[] = []
  const keep = (run: Run): Run => {
    runs.push(run)
    return run
  }
  try {
    await migrate(knex)
    let portal: RunningPortal = await startStagePortal(database.socketUrl, scenario.env)
    const sampler = startSampler(() => portal, knex, { pool: databasePool, mayFail: breaks })
    try {
      const outcome = await scenario.run({
        knex,
        databaseUrl: database.url,
        databasePid: database.pid,
        dir,
        sampler,
        sizes: options.sizes,
        say: options.say,
        get portal() {
          return portal
        },
        async startAgain() {
          portal = await startStagePortal(database.socketUrl, scenario.env, portal.port)
        },
        slack: options.slack,
        k6(script, { data, env }) {
          const given = { ...env, URL: portal.url, SLACK: options.slack }
          return keep(startScript(options.k6, dir, script, { data, env: given }, onEnd))
        },
        crowd: (script, order) =>
          keep(startCrowd({ ...order, url: portal.url, thresholds: thresholds(options.slack)[script] }, onEnd)),
      } satisfies Stage)
      await sampler.stop()
      const figures = { ...figuresOf(sampler.samples), ...outcome.figures, 'load of the machine before': load }
      const passed = summaries.every(reached) && outcome.checks.every(({ ok }) => ok)
      const seconds = (performance.now() - began) / 1_000
      const minutes = minutesOf(sampler.samples)
      return { scenario, sizes: options.sizes, outcome: { ...outcome, figures }, summaries, minutes, seconds, passed }
    } finally {
      for (const one of runs) one.stop()
      await sampler.stop()
      await portal.end()
    }
  } finally {
    await knex.destroy()
    await database.stop()
  }
}

/** Starts the server for scenarios; a restart uses the same port. */
function startStagePortal(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<RunningPortal> {
  return startPortal({
    databaseUrl,
    env: { LOG_LEVEL: 'warn', DATABASE_POOL: String(databasePool), ...env },
    readyText: 'is ready',
    ...(port === undefined ? {} : { port }),
  })
}

let started = 0

function startScript(
  program: string,
  dir: string,
  script: string,
  { data, env }: { data: unknown; env: Readonly<Record<string, string | number>> },
  onEnd: (summary: Summary) => void,
) {
  started += 1
  const file = (name: string) => join(dir, `k6-${started}-${name}`)
  writeFileSync(file('data.json'), JSON.stringify(data))
  const path = join(projectRoot(import.meta.dirname), 'load-tests/k6', `${script}.ts`)
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
  return startK6(
    program,
    path,
    { ...given, DATA: file('data.json') },
    { summary: file('summary.json'), told: file('told.log') },
    onEnd,
  )
}

/** Returns whether every threshold of a summary was reached. */
export function reached({ metrics }: Summary): boolean {
  return Object.values(metrics).every(({ thresholds = {} }) => Object.values(thresholds).every(({ ok }) => ok))
}
