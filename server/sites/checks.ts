import type { Knex } from 'knex'
import type { FieldIssue } from '../../contract/refusals.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { Zone } from '../../db/models/people.ts'
import type { Site } from '../../db/models/sites.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import type { LinkChange } from './links.ts'
import { locationFor } from './location-for.ts'

interface Save {
  readonly actor: UserActor
  readonly now: Date
  readonly zones: LinkChange
  readonly zoneIds: readonly number[]
  readonly locationId: number | null
}

/** Refuses invalid zones and locations, on their fields (rules S-1 and S-2). `kept` = the site as stored, null for a new one. */
export async function checkSave(
  trx: Knex.Transaction,
  refuse: Refuse<'bad-input'>,
  kept: Site | null,
  save: Save,
): Promise<void> {
  const issues: FieldIssue[] = []
  const zones = await zonesIssue(trx, save)
  if (zones) issues.push({ path: 'zoneIds', ...zones })
  if (
    save.locationId !== null &&
    save.locationId !== kept?.locationId &&
    !(await locationFor(trx, save.actor, save.locationId))
  )
    issues.push({ path: 'locationId', issue: 'field-not-found' })
  if (issues.length > 0) refuse('bad-input', undefined, issues)
}

async function zonesIssue(trx: Knex, { actor, now, zones, zoneIds }: Save): Promise<Omit<FieldIssue, 'path'> | null> {
  const known = await Zone.query(trx)
    .findByIds([...zones.added])
    .modify('visibleTo', actor)
    .resultSize()
  if (known < zones.added.length) return { issue: 'field-not-found' }
  if (!actor.seesAll) {
    if (zones.removed.some((id) => !actor.zoneIds.includes(id))) return { issue: 'field-admins-only' }
    if (!zoneIds.some((id) => actor.zoneIds.includes(id))) return { issue: 'field-too-few', params: { minimum: 1 } }
  }
  const changed = [...zones.added, ...zones.removed]
  const maintained = MaintenancePeriod.query(trx).whereIn('zone_id', changed).modify('plannedOrActive', now)
  return changed.length > 0 && (await maintained.resultSize()) > 0 ? { issue: 'zone-in-maintenance' } : null
}
