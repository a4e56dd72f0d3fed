import { hash } from '@node-rs/argon2'
import type { Knex } from 'knex'
import { setCause } from '../history.ts'
import { type DemoLogin, demoLogins } from './demo-logins.ts'
import { giveSecrets } from './gateway-secrets.ts'
import { installation } from './installation.ts'
import type { SimulatorConfig } from './simulator-config.ts'
import { writeAnnouncements } from './write-announcements.ts'
import { type GuestTicket, writeBookings } from './write-bookings.ts'
import { writeCostCenters } from './write-cost-centers.ts'
import { writeDocuments } from './write-documents.ts'
import { writeEvents } from './write-events.ts'
import { writeHistory } from './write-history.ts'
import { writePeople } from './write-people.ts'
import { writeSites } from './write-sites.ts'
import { writeTenancy } from './write-tenancy.ts'

const seedVersion = 1
/** Argon2id as for every password here: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface DemoSeed {
  /** False: the data existed and nothing was written. */
  readonly seeded: boolean
  readonly logins: readonly DemoLogin[]
  /** For the simulator; null if the data existed, because tokens are stored only as hashes. See renewSimulator. */
  readonly simulator: SimulatorConfig | null
  /** Ticket for a guest of the reservation that runs now; null if the data existed. */
  readonly guest: GuestTicket | null
}

/** Writes the demo data once, in one transaction; later calls change nothing. */
export async function seedDemo(knex: Knex, options: { now: Date }): Promise<DemoSeed> {
  const { now } = options
  const there = { seeded: false, logins: demoLogins, simulator: null, guest: null }
  if (await isSeeded(knex)) return there
  const hashes = new Map(
    await Promise.all(demoLogins.map(async ({ login, password }) => [login, await hash(password, cost)] as const)),
  )
  return knex.transaction(async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtext('seed-demo'))")
    if (await isSeeded(trx)) return there
    // The history begins when people change something.
    await setCause(trx, { cause: 'none', userId: null })
    const sites = installation()
    const tenancy = await writeTenancy(trx)
    const people = await writePeople(trx, tenancy, hashes, now)
    const siteIds = await writeSites(trx, tenancy, sites)
    const events = await writeEvents(trx, tenancy, now)
    await writeDocuments(trx, tenancy)
    await writeCostCenters(trx, tenancy, people)
    const guest = await writeBookings(trx, { sites: siteIds, people, events }, now)
    await writeAnnouncements(trx, { sites: siteIds, people, tenancy }, now)
    await writeHistory(trx, sites, siteIds.devices, now)
    const simulator = await giveSecrets(trx, sites, now)
    await trx('settings').insert({ key: 'demo-seed', value: JSON.stringify({ version: seedVersion, at: now }) })
    return { seeded: true, logins: demoLogins, simulator, guest }
  })
}

/** Issues new tokens and order keys for all demo gateways if the simulator's file was lost; the old ones end. */
export async function renewSimulator(knex: Knex, options: { now: Date }): Promise<SimulatorConfig> {
  return knex.transaction((trx) => giveSecrets(trx, installation(), options.now))
}

async function isSeeded(knex: Knex): Promise<boolean> {
  return (await knex('settings').where({ key: 'demo-seed' }).first('key')) !== undefined
}
