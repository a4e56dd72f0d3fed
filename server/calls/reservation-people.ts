import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { type Resource, resource, toMany, toOne } from '../http/jsonapi.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { wireTime } from '../kernel/sql.ts'

interface Person {
  id: number
  name: string
  email: string
  blocks: { id: number; userId: number; zoneId: number; blockReason: string; blockTime: string; state: string }[]
}

/** Returns people by id, with the blocks that the caller may see: their own, and those of their zones. */
export async function readPeople(trx: Knex, actor: UserActor, ids: readonly number[]): Promise<Person[]> {
  return prepared<Person>(
    trx,
    `select u.id, coalesce(nullif(u.full_name, ''), u.username) as name, u.email,
       (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'userId', b.user_id, 'zoneId', b.zone_id, 'blockReason', b.block_reason,
                 'blockTime', ${wireTime('b.block_time')}, 'state', b.state) order by b.id), '[]')
        from blocked_users b
        where b.user_id = u.id and b.state = 'blocked' and (b.user_id = :me or :all or b.zone_id = any (:zoneIds))) as blocks
     from users u where u.id = any (:ids) order by u.id`,
    { ids: [...new Set(ids)], me: actor.userId, all: actor.seesAll, zoneIds: [...actor.zoneIds] },
  )
}

/** People as resources, with their blocks if requested. */
export function includedPeople(people: readonly Person[], withBlocks: boolean): Resource[] {
  return people.flatMap(({ blocks, ...person }) => [
    resource('users', person, { blockedUsers: toMany('blocked-users', blocks) }),
    ...(withBlocks
      ? blocks.map(({ userId, zoneId, ...block }) =>
          resource('blocked-users', block, { users: toOne('users', userId), zones: toOne('zones', zoneId) }),
        )
      : []),
  ])
}
