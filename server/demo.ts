import { fork } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { bookStays } from '../db/seeds/book-stays.ts'
import type { DemoLogin } from '../db/seeds/demo-logins.ts'
import { renewSimulator, seedDemo } from '../db/seeds/seed-demo.ts'
import type { Config } from './kernel/config.ts'

export interface Demo {
  readonly logins: readonly DemoLogin[]
  /** Token of the guest's ticket, while its file is kept. */
  readonly guestToken: string | null
}

const simulatorFile = (config: Config): string => join(config.dir, 'simulator.json')
const guestFile = (config: Config): string => join(config.dir, 'guest-ticket.json')

/** Seeds the demo data once and keeps gateway tokens and the guest's ticket in files for the owner alone. Lost gateway tokens are replaced. */
export async function prepareDemo(config: Config, knex: Knex): Promise<Demo> {
  const seed = await seedDemo(knex, { now: new Date() })
  if (seed.guest) keep(guestFile(config), seed.guest)
  const simulator =
    seed.simulator ?? (existsSync(simulatorFile(config)) ? null : await renewSimulator(knex, { now: new Date() }))
  if (simulator) keep(simulatorFile(config), simulator)
  await bookForSimulated(config, knex)
  return { logins: seed.logins, guestToken: guestToken(config) }
}

/** Whoever will be reported by the simulated devices within a day has booked. */
export async function bookForSimulated(config: Config, knex: Knex): Promise<void> {
  if (config.simulator) await bookStays(knex, { now: new Date() })
}

/** Written beside and renamed: a killed process leaves the old file or the new one, never half of it. */
function keep(file: string, content: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function guestToken(config: Config): string | null {
  try {
    return (JSON.parse(readFileSync(guestFile(config), 'utf8')) as { token: string }).token
  } catch {
    return null
  }
}

/** The simulated gateways as a process of its own that speaks the public protocol; started again when it dies. */
export function startDemoGateways(config: Config, port: number, log: Logger): { stop(): Promise<void> } {
  let stopped = false
  let child = start()

  function start() {
    const made = fork(
      join(import.meta.dirname, '../telemetry/simulator/main.js'),
      [simulatorFile(config), '--url', `http://127.0.0.1:${port}`, '--speed', String(config.simulatorSpeed), '--quiet'],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true },
    )
    made.once('exit', (code) => {
      if (stopped) return
      log.warn({ code }, 'the simulated gateways ended and are started again')
      setTimeout(() => {
        if (!stopped) child = start()
      }, 2_000).unref()
    })
    return made
  }

  return {
    async stop() {
      stopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      const hard = setTimeout(() => child.kill('SIGKILL'), 3_000)
      child.kill('SIGTERM')
      await ended
      clearTimeout(hard)
    },
  }
}
