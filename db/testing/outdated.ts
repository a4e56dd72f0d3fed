import type { Knex } from 'knex'

/** Turns a migrated database into one from before the baseline, as far as the portal can tell. */
export async function makeOutdated(knex: Knex): Promise<void> {
  await knex.raw("UPDATE migrations SET name = '0002-people-and-tenancy' WHERE name = '0002-people'")
}
