import { codeZones } from '../../contract/access.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../bus/handle.ts'

interface Named {
  id: number
  name: string
}

/** Private zones of the caller (admins: all) by name, each with its events that a code may be bound to. */
export default answer(codeZones, async ({ actor, trx }) =>
  many<{ zone: Named; tenant: Named; events: Named[] }>(
    trx,
    `select jsonb_build_object('id', z.id, 'name', z.name) as zone, jsonb_build_object('id', t.id, 'name', t.name) as tenant,
       (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) order by lower(e.name), e.id), '[]')
        from events e where e.zone_id = z.id and e.deleted_at is null) as events
     from zones z join tenants t on t.id = z.tenant_id
     where z.private and (?::boolean or z.id = any (?)) order by lower(z.name), z.id`,
    [actor.seesAll, [...actor.zoneIds]],
  ),
)
