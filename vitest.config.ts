import { defineConfig } from 'vitest/config'

const minute = 60_000
const setupFiles = ['vitest.setup.ts']
/** PROPERTIES=random: other cases each time. */
const withProperties = process.env['PROPERTIES'] === 'random' ? setupFiles : [...setupFiles, 'vitest.properties.ts']
/** What is waited for may take a minute (vitest.setup.ts says the same of vi.waitFor). A test that takes five hangs. */
const each = {
  expect: { poll: { timeout: minute } },
  testTimeout: 5 * minute,
  hookTimeout: 5 * minute,
  maxWorkers: 2,
  setupFiles: withProperties,
}
const never = ['**/node_modules/**', 'dist/**', 'server/faults/**']
const globalSetup = ['db/testing/global-setup.ts']

/** Need a server of one's own: TimescaleDB, or pg_dump as new as the server. */
const ownServer = ['db/move/{adopt-timescale,backup}.test.ts']

/** What a server with TimescaleDB must answer as the embedded one does; its address is TIMESCALE_URL. */
const timescaleUrl = process.env['TIMESCALE_URL']
const onTimescale = {
  name: 'timescale',
  include: [
    'db/{migrate,migrations/0006-telemetry,move/*,outbox}.test.ts',
    'telemetry/{history,ingest,storage}/**/*.test.ts',
    'server/{insight,statistics,retention}/**/*.test.ts',
  ],
  exclude: never,
  isolate: false,
  globalSetup: ['db/testing/timescale-setup.ts'],
}

const projects = [
  {
    name: 'unit',
    include: ['{machines,contract,client,load-tests/{k6,crowd}}/**/*.test.{ts,tsx}'],
    exclude: [...never, 'client/e2e/**'],
    isolate: false,
  },
  {
    name: 'database',
    include: ['{db,telemetry,server,load-tests/load}/**/*.test.ts'],
    exclude: [...never, 'server/flows/**', ...ownServer],
    isolate: false,
    globalSetup,
  },
  { name: 'flow', include: ['server/flows/**/*.test.ts'], exclude: never, globalSetup },
  { name: 'browser', include: ['client/e2e/**/*.test.ts'], exclude: never, isolate: false, globalSetup },
  ...(timescaleUrl === undefined ? [] : [{ ...onTimescale, env: { HOLDFAST_TEST_PG: timescaleUrl } }]),
]

/**
 * Projects run one after another: tests that start processes or a browser would disturb the others, and these them. Most share their
 * modules from file to file (not their databases): loading them again took a quarter of the time.
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: projects.map((project, groupOrder) => ({ test: { ...each, ...project, sequence: { groupOrder } } })),
  },
})
