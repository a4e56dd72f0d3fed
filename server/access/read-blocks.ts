import type { Knex } from 'knex'
import type { BlockView } from '../../contract/reservations/book.ts'
import { prepared } from '../../db/sql.ts'
import { wireTime } from '../kernel/sql.ts'

/**
 * Returns where a person is blocked, with the contact of the operator who did it (ACC-11); in all zones, or in these.
 */
export function readBlocks(trx: Knex, userId: number, zoneIds: readonly number[] | null = null): Promise<BlockView[]> {
  return prepared<BlockView>(
    trx,
    `select jsonb_build_object('id', z.id, 'name', z.name) as zone, coalesce(nullif(m.full_name, ''), m.username) as by,
       m.rm_contact_email as email, m.rm_contact_phone_number as phone, b.block_reason as reason, ${wireTime('b.block_time')} as at
     from blocked_users b join zones z on z.id = b.zone_id left join users m on m.id = b.block_rm_id
     where b.user_id = :userId and b.state = 'blocked' and (:zoneIds::int[] is null or b.zone_id = any (:zoneIds::int[]))
     order by z.name, z.id`,
    { userId, zoneIds: zoneIds === null ? null : [...zoneIds] },
  )
}

/** Parameters of the refusal user-blocked: the zone and whom to ask. */
export function blockParams({ zone, by, email, phone }: BlockView): { zone: string; contact: string } {
  return { zone: zone.name, contact: [by, email, phone].filter(Boolean).join(', ') || '–' }
}
