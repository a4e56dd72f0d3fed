import { defineConfig } from 'vitest/config'

const minute = 60_000
const each = {
  expect: { poll: { timeout: minute / 4 } },
  setupFiles: ['vitest.setup.ts'],
  globalSetup: ['db/testing/global-setup.ts'],
  testTimeout: 4 * minute,
  hookTimeout: 2 * minute,
}
/** Count what is there afterwards, not how long it took; much of their time they wait. */
const inPairs = 'booking-faults|durability|mqtt|mqtt-tls|operations|retention'

/** Processes, brokers and databases that are killed, frozen, full or cut off. What measures time takes the machine for itself, one file after another. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...each,
          name: 'pairs',
          include: [`server/faults/@(${inPairs}).test.ts`],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...each,
          name: 'alone',
          include: [`server/faults/!(${inPairs}).test.ts`],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
