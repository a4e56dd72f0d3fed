import type { Knex } from 'knex'
import { expireDeviceCommands } from '../telemetry/commands/expire.ts'
import { createRollups } from '../telemetry/history/rollups.ts'
import { refreshMalfunctions } from '../telemetry/malfunctions/refresh.ts'
import { sweepSilence } from '../telemetry/silence/silence.ts'
import { ensurePartitions } from '../telemetry/storage/partitions.ts'
import { createStorageUpkeep } from '../telemetry/storage/storage-upkeep.ts'
import { expireUniversity } from './access/expire-university.ts'
import { accessEdges } from './control/access-edges.ts'
import type { createRuns } from './control/advance-runs.ts'
import { closeDue } from './control/auto-close.ts'
import { endSelections } from './control/command-many-end.ts'
import { endSeenEmergencies } from './control/emergency-malfunctions.ts'
import { type createEvaluation, tidyEvents } from './control/events/evaluation.ts'
import { bookForSimulated } from './demo.ts'
import { againstSensor } from './insight/against-sensor.ts'
import type { Tick } from './jobs/ticks.ts'
import type { Context } from './kernel/context.ts'
import { maintenanceEdges } from './maintenance/publish-edges.ts'
import { createRetention } from './operation/run.ts'
import { sampleSizes } from './operation/sample.ts'
import { createOverstays } from './overstay/work.ts'
import { expireHolds } from './reservations/expire.ts'
import { dropRegistrations } from './session/drop-registrations.ts'
import { createBookingRollups } from './statistics/roll-bookings.ts'

interface Parts {
  readonly context: Context
  /** Connections that may take minutes and hold back no screen. */
  readonly storage: Knex
  /** For steps that nobody waits for; they hold back no screen either. */
  readonly upkeep: Knex
  /** When this process began: what is silent from then on is judged by it. */
  readonly startedAt: Date
  readonly runs: Pick<ReturnType<typeof createRuns>, 'sweep'>
  readonly judge: ReturnType<typeof createEvaluation>
  /** After each step of work that nobody waits for. */
  readonly rest: (tookMs: number) => Promise<void>
}

/** What is done again and again, but for what payments, messages and maintenance bring along. */
export function housekeepingTicks({ context, storage, upkeep, startedAt, runs, judge, rest }: Parts): Tick[] {
  const { config, deviceKnex, log, stopping } = context
  const resumeMinutes = config.outboxKeepMinutes + 2
  const publishEdges = maintenanceEdges(deviceKnex, { resumeMinutes })
  const publishAccessEdges = accessEdges(deviceKnex, { resumeMinutes })
  const rollups = createRollups({ knex: upkeep, storage, log, stopping, rest })
  const bookingRollups = createBookingRollups({ knex: upkeep, log, stopping, rest })
  const compression = createStorageUpkeep({ storage, log, stopping, rest })
  const overstays = createOverstays(deviceKnex)
  const retention = createRetention({ knex: upkeep, log, stopping, rest })
  return [
    { name: 'maintenance.edges', everyMs: 5_000, run: publishEdges },
    { name: 'commands.expire', everyMs: 1_000, run: () => expireDeviceCommands(deviceKnex) },
    { name: 'silence', everyMs: 15_000, run: () => sweepSilence(deviceKnex, new Date(), startedAt) },
    { name: 'malfunctions.refresh', everyMs: 5_000, run: () => refreshMalfunctions(deviceKnex) },
    { name: 'holds.expire', everyMs: 1_000, run: () => expireHolds(deviceKnex) },
    { name: 'control.events', everyMs: 1_000, run: () => tidyEvents(context, judge) },
    { name: 'control.runs', everyMs: 500, run: () => runs.sweep() },
    {
      name: 'control.access',
      everyMs: 1_000,
      // Whoever is still there is found first: he is not told that everything is over.
      run: async () => {
        try {
          await overstays.begin()
        } finally {
          await publishAccessEdges()
        }
      },
    },
    { name: 'control.autoClose', everyMs: 500, run: () => closeDue(context) },
    { name: 'control.selections', everyMs: 2_000, run: () => endSelections(deviceKnex) },
    { name: 'control.emergencies', everyMs: 60_000, run: () => endSeenEmergencies(deviceKnex) },
    { name: 'insight.againstSensor', everyMs: 15_000, run: againstSensor(deviceKnex, startedAt) },
    { name: 'university.expire', everyMs: 600_000, run: () => expireUniversity(deviceKnex) },
    { name: 'overstays', everyMs: 5_000, run: overstays.work },
    { name: 'rollups', everyMs: 30_000, run: () => rollups.run() },
    { name: 'rollups.bookings', everyMs: 30_000, run: () => bookingRollups.run() },
    { name: 'partitions', everyMs: 3_600_000, run: () => ensurePartitions(deviceKnex, new Date(), log) },
    { name: 'storage', everyMs: 600_000, run: () => compression.run() },
    {
      name: 'retention',
      everyMs: 10_000,
      run: async () => {
        await sampleSizes(deviceKnex)
        await retention.run()
      },
    },
    { name: 'session.registrations', everyMs: 3_600_000, run: () => dropRegistrations(upkeep) },
    { name: 'demo.stays', everyMs: 900_000, run: () => bookForSimulated(config, deviceKnex) },
  ]
}
