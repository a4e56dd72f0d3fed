import { runMigrations } from 'graphile-worker'
import type { Knex } from 'knex'
import { up as foundation } from './migrations/0001-foundation.ts'
import { up as people } from './migrations/0002-people.ts'
import { up as productsAndSessions } from './migrations/0003-products-and-sessions.ts'
import { up as sites } from './migrations/0004-sites.ts'
import { up as devices } from './migrations/0005-devices.ts'
import { up as telemetry } from './migrations/0006-telemetry.ts'
import { up as rollups } from './migrations/0007-rollups.ts'
import { up as media } from './migrations/0008-media.ts'
import { up as accessTimes } from './migrations/0009-access-times.ts'
import { up as reservations } from './migrations/0010-reservations.ts'
import { up as money } from './migrations/0011-money.ts'
import { up as control } from './migrations/0012-control.ts'
import { up as malfunctions } from './migrations/0013-malfunctions.ts'
import { up as maintenance } from './migrations/0014-maintenance.ts'
import { up as handouts } from './migrations/0015-handouts.ts'
import { up as messages } from './migrations/0016-messages.ts'
import { up as documents } from './migrations/0017-documents.ts'
import { up as bookingRollups } from './migrations/0018-booking-rollups.ts'
import { up as operations } from './migrations/0019-operations.ts'
import { up as jobs } from './migrations/0050-jobs.ts'
import { up as listViews } from './migrations/0051-list-views.ts'
import { up as versions } from './migrations/0052-versions.ts'
import { up as zoneNames } from './migrations/0053-zone-names.ts'
import { up as tariffOfCompany } from './migrations/0060-tariff-of-company.ts'
import { up as deviceSearch } from './migrations/0063-device-search.ts'
import { up as deviceSorts } from './migrations/0063-device-sorts.ts'
import { up as deviceTypes } from './migrations/0064-device-types.ts'
import { up as accessMethods } from './migrations/0065-access-methods.ts'
import { up as tenants } from './migrations/0070-tenants.ts'
import { up as gateways } from './migrations/0073-gateways.ts'
import { up as paymentOfCompanies } from './migrations/0075-payment-of-companies.ts'
import { up as siteTexts } from './migrations/0076-sites.ts'
import { up as products } from './migrations/0077-products.ts'
import { up as roles } from './migrations/0077-roles.ts'
import { up as setup } from './migrations/0078-setup.ts'
import { up as simulatedGateways } from './migrations/0078-simulated-gateways.ts'
import { up as maintenanceTexts } from './migrations/0080-maintenance-texts.ts'
import { up as wayIn } from './migrations/0081-way-in.ts'
import { up as setupSteps } from './migrations/0082-setup-steps.ts'
import { up as linkMails } from './migrations/0083-link-mails.ts'
import { up as rmInvitations } from './migrations/0084-rm-invitations.ts'
import { up as profile } from './migrations/0085-profile.ts'
import { up as factors } from './migrations/0086-factors.ts'
import { up as passkeyHandles } from './migrations/0086-passkey-handles.ts'
import { up as identityProviders } from './migrations/0087-identity-providers.ts'
import { up as guessing } from './migrations/0089-guessing.ts'
import { up as rowHistory } from './migrations/0090-row-history.ts'
import { up as imports } from './migrations/0091-imports.ts'
import { up as mediaOrder } from './migrations/0095-media.ts'
import { up as sessionsWithoutFactor } from './migrations/0097-sessions-without-factor.ts'
import { up as placeAttributes } from './migrations/0098-place-attributes.ts'
import { isOutdated, OutdatedDatabaseError } from './outdated.ts'
import { one } from './sql.ts'

type Migration = { name: string; sql: string }

/**
 * The baseline by domain, then later steps, in order. Names have no extension, so that databases migrated by .ts files
 * and by .js files agree.
 */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', sql: foundation },
  { name: '0002-people', sql: people },
  { name: '0003-products-and-sessions', sql: productsAndSessions },
  { name: '0004-sites', sql: sites },
  { name: '0005-devices', sql: devices },
  { name: '0006-telemetry', sql: telemetry },
  { name: '0007-rollups', sql: rollups },
  { name: '0008-media', sql: media },
  { name: '0009-access-times', sql: accessTimes },
  { name: '0010-reservations', sql: reservations },
  { name: '0011-money', sql: money },
  { name: '0012-control', sql: control },
  { name: '0013-malfunctions', sql: malfunctions },
  { name: '0014-maintenance', sql: maintenance },
  { name: '0015-handouts', sql: handouts },
  { name: '0016-messages', sql: messages },
  { name: '0017-documents', sql: documents },
  { name: '0018-booking-rollups', sql: bookingRollups },
  { name: '0019-operations', sql: operations },
  { name: '0050-jobs', sql: jobs },
  { name: '0051-list-views', sql: listViews },
  { name: '0052-versions', sql: versions },
  { name: '0053-zone-names', sql: zoneNames },
  { name: '0060-tariff-of-company', sql: tariffOfCompany },
  { name: '0063-device-search', sql: deviceSearch },
  { name: '0063-device-sorts', sql: deviceSorts },
  { name: '0064-device-types', sql: deviceTypes },
  { name: '0065-access-methods', sql: accessMethods },
  { name: '0070-tenants', sql: tenants },
  { name: '0073-gateways', sql: gateways },
  { name: '0075-payment-of-companies', sql: paymentOfCompanies },
  { name: '0076-sites', sql: siteTexts },
  { name: '0077-products', sql: products },
  { name: '0077-roles', sql: roles },
  { name: '0078-setup', sql: setup },
  { name: '0078-simulated-gateways', sql: simulatedGateways },
  { name: '0080-maintenance-texts', sql: maintenanceTexts },
  { name: '0081-way-in', sql: wayIn },
  { name: '0082-setup-steps', sql: setupSteps },
  { name: '0083-link-mails', sql: linkMails },
  { name: '0084-rm-invitations', sql: rmInvitations },
  { name: '0085-profile', sql: profile },
  { name: '0086-factors', sql: factors },
  { name: '0086-passkey-handles', sql: passkeyHandles },
  { name: '0087-identity-providers', sql: identityProviders },
  { name: '0089-guessing', sql: guessing },
  { name: '0090-row-history', sql: rowHistory },
  { name: '0091-imports', sql: imports },
  { name: '0095-media', sql: mediaOrder },
  { name: '0097-sessions-without-factor', sql: sessionsWithoutFactor },
  { name: '0098-place-attributes', sql: placeAttributes },
]

function sourceOf(steps: readonly Migration[]): Knex.MigrationSource<Migration> {
  return {
    getMigrations: async () => [...steps],
    getMigrationName: (migration) => migration.name,
    getMigration: async ({ sql }) => ({
      up: (trx) => trx.raw(sql),
      down: async () => {
        throw new Error('Migrations only go forward: restore a backup instead.')
      },
    }),
  }
}

/** Any constant, as long as every release uses the same. */
const migrationLock = 7_203_114

/**
 * Migrates the schema and returns the names of the migrations that ran; uses what the server offers by now
 * (TimescaleDB) where that is quick. Everything runs in one transaction under an advisory lock: killed in the middle it
 * leaves nothing behind, not even a lock, and of two processes the second waits, then finds nothing to do.
 * graphile-worker's schema comes first, in transactions of its own, so that any transaction can add jobs. Throws an
 * OutdatedDatabaseError for what cannot be migrated.
 */
export async function migrate(knex: Knex, steps: readonly Migration[] = migrations): Promise<string[]> {
  if (await isOutdated(knex)) throw new OutdatedDatabaseError()
  await runMigrations({ connectionString: urlOf(knex) })
  return knex.transaction(async (trx) => {
    await trx.raw(
      'SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    )
    await waitForLock(trx)
    const migrationSource = sourceOf(steps)
    const [, ran] = (await trx.migrate.latest({ migrationSource, tableName: 'migrations' })) as [number, string[]]
    await trx.raw('SELECT ensure_storage()')
    return ran
  })
}

function urlOf(knex: Knex): string {
  return (knex.client as { connectionSettings: { connectionString: string } }).connectionSettings.connectionString
}

/** Polls, because a single waiting query would run into the client's own query timeout. */
async function waitForLock(trx: Knex.Transaction): Promise<void> {
  for (;;) {
    const { mine } = await one<{ mine: boolean }>(trx, 'SELECT pg_try_advisory_xact_lock(?) AS mine', [migrationLock])
    if (mine) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
