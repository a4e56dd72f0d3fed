import type * as z from 'zod'
import { privateZones } from '../../contract/access.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { readZoneAccess } from './zone-access.ts'

type Row = Omit<z.input<typeof privateZones.reply>[number], 'by'>

/** Returns the private zones that are open to the caller, why, and the caller's codes for them; by name. */
export default answer(privateZones, async ({ actor, trx }) => {
  const zones = await readZoneAccess(trx, actor)
  const opened = new Map(zones.flatMap(({ id, private: closed, by }) => (closed && by !== null ? [[id, by]] : [])))
  const found = await many<Row>(
    trx,
    `select jsonb_build_object('id', z.id, 'name', z.name) as zone, jsonb_build_object('id', t.id, 'name', t.name) as tenant,
       (select count(*) from site_zones sz where sz.zone_id = z.id) as sites,
       (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'event',
                 case when e.id is not null then jsonb_build_object('id', e.id, 'name', e.name) end) order by lower(c.name)), '[]')
        from user_codes uc join codes c on c.id = uc.code_id left join events e on e.id = c.event_id
        where uc.user_id = ? and c.zone_id = z.id) as codes
     from zones z join tenants t on t.id = z.tenant_id
     where z.id = any (?) order by lower(z.name), z.id`,
    [actor.userId, [...opened.keys()]],
  )
  return found.flatMap((row) => {
    const by = opened.get(row.zone.id)
    return by === undefined ? [] : [{ ...row, by }]
  })
})
