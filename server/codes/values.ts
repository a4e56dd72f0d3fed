import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import type { CodeRow } from '../../contract/codes.ts'
import type { Tenant, Zone } from '../../db/models/people.ts'
import { Zone as Zones } from '../../db/models/people.ts'
import { Code, Event } from '../../db/models/reservations.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

type FoundCode = Code & { zone: Zone; tenant: Tenant; userCount: number }

/** Codes of the caller's zones with zone, company, access time, and how many people entered them. */
export function codesOf(trx: Knex, actor: UserActor): QueryBuilder<FoundCode> {
  return Code.query(trx)
    .modify('visibleTo', actor)
    .joinRelated('[zone, tenant]')
    .leftJoinRelated('event')
    .select('codes.*', userCount().as('user_count'))
    .withGraphFetched('[zone(named), tenant(named), event(named)]') as unknown as QueryBuilder<FoundCode>
}

/** SQL: how many people entered a code. */
export const userCount = () => Code.relatedQuery('users').count()

/** A code as the wire has it. */
export const codeRow = ({
  id,
  version,
  name,
  tenant,
  zone,
  event,
  userCount: users,
  modifiedAt,
}: FoundCode): CodeRow => ({
  ...{ id, version, name, tenant, zone, users },
  event: event ?? null,
  modifiedAt: modifiedAt.toISOString(),
})

/** The fields of a code as its form has them. */
export const valuesOf = ({ name, zoneId, eventId }: Code) => ({ name, zoneId, eventId })

/** The refusals of names that exist, in any case and over all zones: a name alone says which zone it opens. */
export const meanings = { codes_name_unique: { code: 'code-exists', field: 'name' } } as const

/** Returns the private zone of the caller that a code is to open; refuses others, and access times that are not the zone's. */
export async function checkTarget(
  trx: Knex.Transaction,
  refuse: Refuse<'not-found' | 'zone-not-private' | 'event-not-in-zone'>,
  { actor, zoneId, eventId }: { actor: UserActor; zoneId: number; eventId: number | null },
): Promise<Zone> {
  const zone = await Zones.query(trx).findById(zoneId).modify('visibleTo', actor).forKeyShare()
  if (!zone) return refuse('not-found')
  if (!zone.private) return refuse('zone-not-private', undefined, [{ path: 'zoneId', issue: 'zone-not-private' }])
  if (eventId === null) return zone
  const event = await Event.query(trx).findOne({ id: eventId, zone_id: zoneId }).modify('kept').forKeyShare()
  if (!event) return refuse('event-not-in-zone', undefined, [{ path: 'eventId', issue: 'event-not-in-zone' }])
  return zone
}
