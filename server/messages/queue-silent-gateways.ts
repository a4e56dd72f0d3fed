import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { operatorsOf } from './operators.ts'
import { queueMessages } from './queue.ts'

interface Silent {
  readonly gatewayId: number
  readonly userId: number
  readonly dedupeKey: string
  readonly since: string
  readonly devices: number
}

/** Queues one mail per operator and warning about gateways that fell silent within the last hour (GW-3). Returns how many were new. */
export async function queueSilentGateways(knex: Knex): Promise<number> {
  const silent = await many<Silent>(
    knex,
    `select * from (
       select g.id as "gatewayId", u.id as "userId", 'gateway-silent:' || g.id || ':' || extract(epoch from g.silent_mail_at) || ':' || u.id as "dedupeKey",
         least(g.last_message_at, g.silent_mail_at - interval '3 hours') as since,
         (select count(*)::int from devices d where d.gateway_id = g.id and d.retired_at is null) as devices
       from gateways g cross join lateral ${operatorsOf('g.site_id')} u
       where g.silent_mail_at > now() - interval '1 hour') as warned
     where not exists (select from messages n where n.dedupe_key = warned."dedupeKey")
     order by "gatewayId", "userId" limit 1000`,
  )
  if (silent.length === 0) return 0
  const messages = silent.map(({ since, devices, ...warning }) => {
    return { ...warning, kind: 'gateway-silent' as const, data: { since: new Date(since).toISOString(), devices } }
  })
  return knex.transaction((trx) => queueMessages(trx, messages))
}
