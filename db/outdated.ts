import type { Knex } from 'knex'
import { exists } from './sql.ts'

/** A step of the schema from before the baseline, which no migration of today has. */
const earlierStep = '0002-people-and-tenancy'

/** Thrown for a database from before the baseline, with a text for the person at the terminal. */
export class OutdatedDatabaseError extends Error {
  constructor() {
    super(`This database was made by a version from before the first release of Holdfast. It cannot be brought up to date; nothing in it was changed.
  If it holds demo data only, make them anew: drop the database, create an empty one with the same name, and start again.
  If you want to keep something, export it first, with pg_dump for example.`)
  }
}

/** Returns whether the database was created before the baseline. */
export async function isOutdated(knex: Knex): Promise<boolean> {
  if (!(await exists(knex, `SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'migrations'`)))
    return false
  return exists(knex, 'SELECT FROM migrations WHERE name = ?', [earlierStep])
}

/**
 * Empties a database from before the baseline; returns whether it did. Killed in the middle, it leaves everything as it
 * was.
 */
export async function emptyOutdated(knex: Knex): Promise<boolean> {
  if (!(await isOutdated(knex))) return false
  await knex.transaction((trx) =>
    trx.raw('DROP SCHEMA IF EXISTS graphile_worker CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
  )
  return true
}
