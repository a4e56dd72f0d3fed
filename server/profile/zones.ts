import type { Knex } from 'knex'
import { zones } from '../../contract/profile.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { containing } from '../kernel/sql.ts'
import { maySeeZone } from '../session/me.ts'

const maxZones = 50

/** Zones that the caller can open first, by name. */
export default answer(zones, ({ input, actor, trx }) => readZones(trx, actor.userId, { search: input.search }))

/** Returns the zones that somebody can open first: by part of the name, or one of them. Visitors need sites there. */
export function readZones(
  trx: Knex,
  userId: number,
  { search = '', zoneId = null }: { search?: string; zoneId?: number | null },
): Promise<{ id: number; name: string }[]> {
  return many(
    trx,
    `select z.id, z.name from users u join roles r on r.id = u.role_id cross join zones z
     where u.id = :userId and ${maySeeZone} and (:zoneId::int is null or z.id = :zoneId) and z.name ilike :search
       and (r.kind <> 'Visitor' or exists (select from site_zones sz where sz.zone_id = z.id))
     order by z.name, z.id limit :max`,
    { userId, zoneId, search: containing(search), max: maxZones },
  )
}
