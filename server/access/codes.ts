import { codes } from '../../contract/access.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../bus/handle.ts'

interface Named {
  id: number
  name: string
}
interface Row extends Named {
  tenant: Named
  zone: Named
  event: Named | null
  users: number
}

/** The codes of the caller's zones (admins: all) by zone and name; `query` looks in the names of code, zone, company and event. */
export default answer(codes, async ({ input, actor, trx }) => {
  const pattern = `%${input.query.replace(/[\\%_]/g, '\\$&')}%`
  return many<Row>(
    trx,
    `select c.id, c.name,
       jsonb_build_object('id', t.id, 'name', t.name) as tenant, jsonb_build_object('id', z.id, 'name', z.name) as zone,
       case when e.id is not null then jsonb_build_object('id', e.id, 'name', e.name) end as event,
       (select count(*) from user_codes uc where uc.code_id = c.id) as users
     from codes c join zones z on z.id = c.zone_id join tenants t on t.id = c.tenant_id left join events e on e.id = c.event_id
     where (?::boolean or c.zone_id = any (?)) and concat_ws(' ', c.name, z.name, t.name, e.name) ilike ?
     order by lower(z.name), z.id, lower(c.name)`,
    [actor.seesAll, [...actor.zoneIds], pattern],
  )
})
