import { defineConfig } from 'vitest/config'

const minute = 60_000

/** Processes, brokers and databases that are killed, frozen, full or cut off: one file after another. */
export default defineConfig({
  test: {
    include: ['server/faults/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    globalSetup: ['db/testing/global-setup.ts'],
    expect: { poll: { timeout: minute } },
    testTimeout: 15 * minute,
    hookTimeout: 5 * minute,
    maxWorkers: 1,
  },
})
