import type { Knex } from 'knex'
import { up as foundation } from './migrations/0001-foundation.ts'
import { up as peopleAndTenancy } from './migrations/0002-people-and-tenancy.ts'
import { up as sitesAndDevices } from './migrations/0003-sites-and-devices.ts'
import { up as telemetry } from './migrations/0004-telemetry.ts'
import { up as reservations } from './migrations/0005-reservations.ts'
import { up as money } from './migrations/0006-money.ts'
import { up as control } from './migrations/0007-control.ts'
import { up as maintenance } from './migrations/0008-maintenance.ts'
import { up as notices } from './migrations/0009-notices.ts'
import { up as documentsAndMedia } from './migrations/0010-documents-and-media.ts'
import { up as operations } from './migrations/0011-operations.ts'
import { up as ingest } from './migrations/0020-ingest.ts'
import { up as rights } from './migrations/0021-rights.ts'
import { up as booking } from './migrations/0022-booking.ts'
import { up as access } from './migrations/0023-access.ts'
import { up as search } from './migrations/0024-search.ts'
import { up as paymentQueues } from './migrations/0025-payment-queues.ts'
import { up as runs } from './migrations/0026-control.ts'
import { up as doors } from './migrations/0027-doors.ts'
import { up as handouts } from './migrations/0028-handouts.ts'
import { up as ledger } from './migrations/0029-ledger.ts'
import { up as incidents } from './migrations/0030-incidents.ts'
import { up as noticeSending } from './migrations/0031-notices.ts'
import { up as plannedPlaces } from './migrations/0032-maintenance.ts'
import { up as malfunctions } from './migrations/0033-malfunctions.ts'
import { up as rollups } from './migrations/0034-rollups.ts'
import { up as overstays } from './migrations/0036-overstays.ts'
import { up as family } from './migrations/0037-family.ts'
import { up as bookingRollups } from './migrations/0038-booking-rollups.ts'
import { up as processes } from './migrations/0039-processes.ts'
import { up as receipts } from './migrations/0040-receipts.ts'
import { up as dropPartitions } from './migrations/0041-drop-partitions.ts'
import { up as storage } from './migrations/0042-storage.ts'
import { up as uplinks } from './migrations/0043-uplinks.ts'
import { up as retention } from './migrations/0044-retention.ts'
import { up as quiet } from './migrations/0045-quiet.ts'
import { up as devicesInService } from './migrations/0046-devices-in-service.ts'
import { up as countersOfWhatIsSent } from './migrations/0047-counters-of-what-is-sent.ts'
import { up as hadOrders } from './migrations/0048-had-orders.ts'
import { one } from './sql.ts'

type Migration = { name: string; sql: string }

/** In order. Names carry no extension, so that a database made by .ts files and one made by .js files agree. */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', sql: foundation },
  { name: '0002-people-and-tenancy', sql: peopleAndTenancy },
  { name: '0003-sites-and-devices', sql: sitesAndDevices },
  { name: '0004-telemetry', sql: telemetry },
  { name: '0005-reservations', sql: reservations },
  { name: '0006-money', sql: money },
  { name: '0007-control', sql: control },
  { name: '0008-maintenance', sql: maintenance },
  { name: '0009-notices', sql: notices },
  { name: '0010-documents-and-media', sql: documentsAndMedia },
  { name: '0011-operations', sql: operations },
  { name: '0020-ingest', sql: ingest },
  { name: '0021-rights', sql: rights },
  { name: '0022-booking', sql: booking },
  { name: '0023-access', sql: access },
  { name: '0024-search', sql: search },
  { name: '0025-payment-queues', sql: paymentQueues },
  { name: '0026-control', sql: runs },
  { name: '0027-doors', sql: doors },
  { name: '0028-handouts', sql: handouts },
  { name: '0029-ledger', sql: ledger },
  { name: '0030-incidents', sql: incidents },
  { name: '0031-notices', sql: noticeSending },
  { name: '0032-maintenance', sql: plannedPlaces },
  { name: '0033-malfunctions', sql: malfunctions },
  { name: '0034-rollups', sql: rollups },
  { name: '0036-overstays', sql: overstays },
  { name: '0037-family', sql: family },
  { name: '0038-booking-rollups', sql: bookingRollups },
  { name: '0039-processes', sql: processes },
  { name: '0040-receipts', sql: receipts },
  { name: '0041-drop-partitions', sql: dropPartitions },
  { name: '0042-storage', sql: storage },
  { name: '0043-uplinks', sql: uplinks },
  { name: '0044-retention', sql: retention },
  { name: '0045-quiet', sql: quiet },
  { name: '0046-devices-in-service', sql: devicesInService },
  { name: '0047-counters-of-what-is-sent', sql: countersOfWhatIsSent },
  { name: '0048-had-orders', sql: hadOrders },
]

const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async ({ sql }) => ({
    up: (trx) => trx.raw(sql),
    down: async () => {
      throw new Error('Migrations only go forward: restore a backup instead.')
    },
  }),
}

/** Any constant will do, as long as every release uses the same. */
const migrationLock = 7_203_114

/**
 * Brings the schema up to date and answers the names of the migrations that it ran; what the server offers by now (TimescaleDB) is used where
 * that takes no time. Everything happens in one transaction under an advisory lock: killed in the middle it leaves nothing behind, not even a
 * lock, and of two processes the second waits, then finds nothing to do.
 */
export async function migrate(knex: Knex): Promise<string[]> {
  return knex.transaction(async (trx) => {
    await trx.raw(
      'SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    )
    await waitForLock(trx)
    const [, ran] = (await trx.migrate.latest({ migrationSource, tableName: 'migrations' })) as [number, string[]]
    await trx.raw('SELECT ensure_storage()')
    return ran
  })
}

/** Polls, because a single waiting query would run into the client's own query timeout. */
async function waitForLock(trx: Knex.Transaction): Promise<void> {
  for (;;) {
    const { mine } = await one<{ mine: boolean }>(trx, 'SELECT pg_try_advisory_xact_lock(?) AS mine', [migrationLock])
    if (mine) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
