import type { Knex } from 'knex'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { Tenant, User, type Zone } from '../../db/models/people.ts'
import { Code, Event } from '../../db/models/reservations.ts'
import { Site } from '../../db/models/sites.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { type LinkChange, type ZoneSave, zoneIssues } from './rules.ts'

interface Save {
  readonly actor: UserActor
  readonly now: Date
  readonly tenantId: number
  readonly sites: LinkChange
  readonly managers: LinkChange
}

/** Refuses invalid changes, on their fields. `kept` = the zone as stored, null for a new one. Locks the affected sites. */
export async function checkSave(
  trx: Knex.Transaction,
  refuse: Refuse<'bad-input'>,
  kept: Zone | null,
  save: Save,
): Promise<void> {
  const { actor, now, sites, managers } = save
  const changed = [...sites.added, ...sites.removed].sort((a, b) => a - b)
  await Site.query(trx).findByIds(changed).orderBy('id').forNoKeyUpdate()
  const issues = zoneIssues({
    tenant: await tenantVerdict(trx, kept, save),
    unknownSites: await unknownSites(trx, sites.added, actor),
    strandedSites: kept ? await strandedSites(trx, sites.removed, kept.id) : [],
    sitesInMaintenance: kept !== null && changed.length > 0 && (await inMaintenance(trx, kept.id, now)),
    unknownManagers: await unknownManagers(trx, managers.added, actor),
  })
  if (issues.length > 0) refuse('bad-input', undefined, issues)
}

async function tenantVerdict(trx: Knex, kept: Zone | null, { actor, tenantId }: Save): Promise<ZoneSave['tenant']> {
  if (kept?.tenantId === tenantId) return 'fits'
  if (kept && !actor.seesAll) return 'admins-only'
  if (!(await Tenant.query(trx).findById(tenantId).modify('visibleTo', actor))) return 'unknown'
  if (!kept) return 'fits'
  // Access times use the company's tariffs, and codes its name.
  const [events, codes] = [Event.query(trx), Code.query(trx)].map((query) => query.where('zone_id', kept.id).first())
  return (await events) || (await codes) ? 'in-use' : 'fits'
}

async function unknownSites(trx: Knex, added: readonly number[], actor: UserActor): Promise<number[]> {
  const seen = await Site.query(trx)
    .findByIds([...added])
    .modify('visibleTo', actor)
    .select('id')
  return without(added, seen)
}

async function strandedSites(trx: Knex, removed: readonly number[], zoneId: number): Promise<string[]> {
  const elsewhere = trx('site_zones').select('site_id').whereNot('zone_id', zoneId)
  const stranded = await Site.query(trx)
    .findByIds([...removed])
    .whereNotIn('id', elsewhere)
    .orderBy('name')
  return stranded.map(({ fullName, name }) => fullName ?? name)
}

async function inMaintenance(trx: Knex, zoneId: number, now: Date): Promise<boolean> {
  return (
    (await MaintenancePeriod.query(trx).where('zone_id', zoneId).modify('plannedOrActive', now).first()) !== undefined
  )
}

async function unknownManagers(trx: Knex, added: readonly number[], actor: UserActor): Promise<number[]> {
  const seen = await User.query(trx)
    .findByIds([...added])
    .modify('canManageZones')
    .modify('sharesZoneWith', actor)
    .select('users.id')
  return without(added, seen)
}

function without(ids: readonly number[], found: readonly { readonly id: number }[]): number[] {
  const known = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
