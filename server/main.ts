import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strict } from '../contract/strict.ts'
import { connect } from '../db/connect.ts'
import { type Embedded, startEmbedded } from '../db/embedded/start.ts'
import { migrate } from '../db/migrate.ts'
import { emptyOutdated } from '../db/outdated.ts'
import { sayStorage } from '../telemetry/storage/storage.ts'
import { assemble, type Portal } from './assemble.ts'
import { prepareDemo, startDemoGateways } from './demo.ts'
import { collectAlone } from './gc-flags.ts'
import { type Config, processConfig } from './kernel/config.ts'
import { createLog } from './kernel/log.ts'
import { projectRoot } from './kernel/project-root.ts'
import { createLogRecorder } from './logs/recorder.ts'
import { requireMediaDir } from './media/store.ts'
import { newSetupToken, setupNeeded, shareSetupToken } from './session/setup.ts'
import { greet } from './welcome.ts'

interface Running {
  database: Embedded | null
  portal: Portal | null
  gateways: { stop(): Promise<void> } | null
}

const version = (
  JSON.parse(readFileSync(join(projectRoot(import.meta.dirname), 'package.json'), 'utf8')) as { version: string }
).version
/** Keeps warnings and errors for administrators, from the first line on. */
const lines = createLogRecorder()
const running: Running = { database: null, portal: null, gateways: null }
let stopping: Promise<void> | null = null
let stopSeconds = 10

async function start(config: Config): Promise<void> {
  const began = performance.now()
  strict.on = config.strict
  collectAlone()
  stopSeconds = config.stopSeconds
  const log = createLog(config, lines.take)
  if (config.mediaDirGiven) await requireMediaDir(config.mediaDir)
  if (!config.databaseUrl)
    running.database = await startEmbedded({ dir: join(config.dir, 'postgres'), log: (line) => log.info(line) })
  const url = config.databaseUrl ?? (running.database as Embedded).socketUrl
  // A grown database is brought up to date in its own time: what is cut off begins from the start with the next one.
  const knex = connect(url, { max: 4, name: 'holdfast start', queryTimeoutMs: 3_600_000 })
  try {
    if (config.demo && (await emptyOutdated(knex)))
      log.warn('the demo was made by a version from before the first release: its data are made anew')
    const ran = await migrate(knex)
    if (ran.length) log.info({ migrations: ran.length }, 'database brought up to date')
    await sayStorage(knex, log)
    const demo = config.demo ? await prepareDemo(config, knex) : null
    const setup = (await setupNeeded(knex)) ? newSetupToken() : null
    if (setup) await shareSetupToken(knex, setup.hash)
    running.portal = await assemble(config, url, log, setup?.hash ?? null)
    lines.follow(running.portal.context.deviceKnex)
    if (demo && config.simulator) running.gateways = startDemoGateways(config, running.portal.port, log)
    log.info({ port: running.portal.port, ...running.portal.addresses }, 'ready')
    greet({
      addresses: running.portal.addresses,
      demo,
      setupToken: setup?.token ?? null,
      version,
      seconds: (performance.now() - began) / 1_000,
    })
  } finally {
    await knex.destroy()
  }
}

/** In the order in which things need each other; a second signal ends at once. */
async function stop(): Promise<void> {
  await running.gateways?.stop()
  await lines.stop()
  await running.portal?.stop()
  await running.database?.stop()
}

function end(code: number): void {
  if (stopping) process.exit(code)
  // What hangs longer than this is cut off; everything acknowledged is in the database by then.
  setTimeout(() => {
    process.stderr.write('Holdfast did not stop in time and ends now\n')
    process.exit(1)
  }, stopSeconds * 1_000).unref()
  stopping = stop().then(
    () => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`Holdfast did not stop cleanly: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}

process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
process.on('unhandledRejection', (error) => {
  process.stderr.write(`Unhandled: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  end(1)
})

try {
  await start(processConfig(version))
} catch (error) {
  process.stderr.write(`\nHoldfast cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  end(1)
}
