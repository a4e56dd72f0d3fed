import { defineConfig } from 'vitest/config'

const minute = 60_000

/** Processes, brokers and databases that are killed, frozen, full or cut off: one file after another, each takes the machine for itself. */
export default defineConfig({
  test: {
    include: ['server/faults/**/*.test.ts'],
    expect: { poll: { timeout: minute / 4 } },
    setupFiles: ['vitest.setup.ts'],
    globalSetup: ['db/testing/global-setup.ts'],
    testTimeout: 4 * minute,
    hookTimeout: 2 * minute,
    fileParallelism: false,
  },
})
