import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../db/connect.ts'
import { startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { startPortal } from '../../server/testing/harness.ts'
import { findK6 } from './k6.ts'
import { type Load, lastPlaces } from './last-places.ts'

/** npm run load -- <scenario>: a throw-away database, the built server, k6, and a look into the database afterwards. */
const scenarios: Readonly<Record<string, (load: Load) => Promise<boolean>>> = { 'last-places': lastPlaces }
const say = (text: string): void => console.log(text)

const run = scenarios[process.argv[2] ?? '']
if (!run) {
  say(`npm run load -- <${Object.keys(scenarios).join(' | ')}>`)
  process.exit(2)
}
const k6 = findK6(say)
if (!k6) {
  say('k6 is not here, and neither is Go to install it: see https://grafana.com/docs/k6/latest/set-up/install-k6/')
  process.exit(2)
}
const dir = mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-load-'))
const database = await startEmbedded({ dir, temporary: true })
const knex = connect(database.url, { max: 4, name: 'load', queryTimeoutMs: 60_000 })
let passed = false
try {
  await migrate(knex)
  const portal = await startPortal({ databaseUrl: database.url, env: { LOG_LEVEL: 'warn' }, readyText: 'is ready' })
  try {
    passed = await run({ k6, dir, knex, portal, say })
  } finally {
    await portal.end()
  }
} finally {
  await knex.destroy()
  await database.stop()
}
process.exitCode = passed ? 0 : 1
