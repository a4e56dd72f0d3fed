import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { features as catalogue } from '../../contract/features.ts'
import { rooms } from '../../contract/rooms.ts'
import { type Me, sessionMe } from '../../contract/session.ts'
import { prepared } from '../../db/sql.ts'
import { enqueue } from '../../db/transaction.ts'
import { watching } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'

type MeRow = Omit<Me, 'features'> & { features: string[]; version: number }

/** Returns the signed-in user as the shell shows them, with the version of that view; null if there is no such user. */
export async function readMe(trx: Knex, userId: number): Promise<{ version: number; view: Me } | null> {
  const [row] = await prepared<MeRow>(
    trx,
    `select u.id, u.username, coalesce(nullif(u.full_name, ''), u.username) as name, u.email, u.language, r.kind as role,
            case when r.name <> r.kind then coalesce(nullif(r.translations -> u.language ->> 'name', ''), r.name) end as "roleName", u.type,
            case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as tenant, t.theme,
            (select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.name, z.id), '[]')
               from zones z join user_zones uz on uz.zone_id = z.id where uz.user_id = u.id) as zones,
            array(select feature from user_features where user_id = u.id) as features,
            coalesce((select balance_cents from accounts where user_id = u.id), 0) as "balanceCents",
            u.initial_page as "initialPage",
            (select jsonb_build_object('id', z.id, 'name', z.name) from zones z where z.id = u.first_opened_zone_id and ${maySeeZone}) as "firstZone",
            (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'message', ${message},
                      'validUntil', ${wireTime('a.valid_until')}) order by a.valid_from desc, a.id desc), '[]')
               from announcements a where now() >= a.valid_from and now() < a.valid_until) as announcements,
            u.rights_version as version
       from users u join roles r on r.id = u.role_id
       left join tenants t on t.id = coalesce(u.session_tenant_id, (select min(tenant_id) from user_tenants where user_id = u.id))
      where u.id = ?`,
    [userId],
  )
  if (!row) return null
  const { version, ...view } = row
  return { version, view: { ...view, features: catalogue.filter((feature) => row.features.includes(feature)) } }
}

/** Whether the user still finds something in the zone, in SQL (aliases z, u and r). */
export const maySeeZone = `(r.kind = 'Admin' or exists (select from user_zones uz where uz.user_id = u.id and uz.zone_id = z.id)
  or r.kind <> 'Reservation Manager' and (
    not z.private and (z.readable_without_login or exists (select from user_tenants ut where ut.user_id = u.id and ut.tenant_id = z.tenant_id))
    or exists (select from user_codes uc join codes c on c.id = uc.code_id where uc.user_id = u.id and c.zone_id = z.id)
    or exists (select from event_users eu join events e on e.id = eu.event_id
               where eu.user_id = u.id and e.zone_id = z.id and e.deleted_at is null)))`

/** An announcement in the user's language, in SQL (aliases a and u). */
const message = `coalesce(a.translations -> u.language ->> 'message', a.message)`

/**
 * Returns the change to publish after an update of a user's data that the shell shows: takes a new version and reads
 * the view, with the user's row locked.
 */
export async function meChange(trx: Knex.Transaction, userId: number): Promise<RoomChange<'me'>> {
  await enqueue(trx, `update users set rights_version = nextval('change_version') where id = ?`, [userId])
  const read = await readMe(trx, userId)
  if (!read) throw new Error(`no user ${userId}`)
  return change('me', { id: userId, version: read.version, view: read.view, rooms: [rooms.user(userId)] })
}

export default watching(sessionMe, {
  rooms: async ({ actor }) => [rooms.user(actor.userId)],
  snapshot: async ({ actor, trx }) => {
    const read = await readMe(trx, actor.userId)
    return read ? [{ kind: 'me', id: actor.userId, version: read.version, view: read.view }] : []
  },
})
