import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', 'dist/**', 'server/faults/**']
const minute = 60_000
/** What is waited for comes within a second, unless the machine is busy. */
const patient = { poll: { timeout: minute / 4 } }
const setupFiles = ['vitest.setup.ts']
/** PROPERTIES=random: other cases each time. */
const withProperties = process.env['PROPERTIES'] === 'random' ? setupFiles : [...setupFiles, 'vitest.properties.ts']

/** Need a server of one's own: TimescaleDB, or pg_dump as new as the server. */
const ownServer = ['db/move/{adopt-timescale,backup}.test.ts']

/** What a server with TimescaleDB must answer as the embedded one does; its address is TIMESCALE_URL. */
const timescaleUrl = process.env['TIMESCALE_URL']
const stored = [
  'db/{migrate,migrations/0006-telemetry,move/*,outbox}.test.ts',
  'telemetry/{history,ingest,storage}/**/*.test.ts',
  'server/{insight,statistics,retention}/**/*.test.ts',
]

/**
 * Groups run one after another: tests that start processes or a browser would disturb the others, and these them. Files of
 * the first two share their modules (not their databases): loading them anew took a quarter of the time.
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          setupFiles: withProperties,
          include: ['{machines,contract,client,load-tests/{k6,crowd}}/**/*.test.{ts,tsx}'],
          exclude: [...never, 'client/e2e/**'],
          testTimeout: minute / 6,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          expect: patient,
          setupFiles: withProperties,
          include: ['{db,telemetry,server,load-tests/load}/**/*.test.ts'],
          exclude: [...never, 'server/flows/**', ...ownServer],
          isolate: false,
          globalSetup: ['db/testing/global-setup.ts'],
          testTimeout: minute,
          hookTimeout: 2 * minute,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'flow',
          expect: patient,
          setupFiles,
          include: ['server/flows/**/*.test.ts'],
          exclude: never,
          globalSetup: ['db/testing/global-setup.ts'],
          testTimeout: 2 * minute,
          hookTimeout: 2 * minute,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'browser',
          expect: patient,
          setupFiles,
          include: ['client/e2e/**/*.test.ts'],
          exclude: never,
          isolate: false,
          globalSetup: ['db/testing/global-setup.ts'],
          testTimeout: 2 * minute,
          hookTimeout: 2 * minute,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      ...(timescaleUrl === undefined ? [] : [onTimescale(timescaleUrl)]),
    ],
  },
})

function onTimescale(url: string) {
  return {
    test: {
      name: 'timescale',
      expect: patient,
      setupFiles: withProperties,
      include: stored,
      exclude: never,
      isolate: false,
      globalSetup: ['db/testing/timescale-setup.ts'],
      env: { HOLDFAST_TEST_PG: url },
      testTimeout: minute,
      hookTimeout: 2 * minute,
      maxWorkers: 2,
      sequence: { groupOrder: 4 },
    },
  }
}
