import type { Knex } from 'knex'
import type { NoticeItem } from '../../contract/notices.ts'
import { many } from '../../db/sql.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import type { UserActor } from '../bus/actor.ts'
import { wireTime } from '../kernel/sql.ts'

/** SQL: which notices (n) an actor may see: those of the sites of his zones. */
export function noticeScope(actor: UserActor): { sql: string; bindings: number[][] } {
  return siteScope(scopeOf(actor), 'n.site_id')
}

interface WithBody extends NoticeItem {
  readonly text: string
  readonly html: string | null
}

/** Notices by their ids, in that order, with what they say. */
export async function readNotices(trx: Knex, ids: readonly number[]): Promise<WithBody[]> {
  return many<WithBody>(
    trx,
    `select n.id, n.channel, n.kind, n.recipient, coalesce(nullif(u.full_name, ''), u.username) as person, n.language, n.subject,
       case when s.id is not null then jsonb_build_object('id', s.id, 'name', coalesce(s.full_name, s.name), 'timeZone', s.time_zone) end as site,
       case when r.id is not null then jsonb_build_object('id', r.id, 'number', r.number) end as reservation,
       n.state, n.via, n.attempts, ${wireTime('n.created_at')} as "createdAt", ${wireTime('n.last_attempt_at')} as "lastAttemptAt",
       ${wireTime('j.run_at')} as "nextAttemptAt", ${wireTime('n.sent_at')} as "sentAt", n.error,
       n.body_text as text, n.body_html as html
     from unnest(?::bigint[]) with ordinality as wanted (id, place) join notices n on n.id = wanted.id
     left join users u on u.id = n.user_id left join sites s on s.id = n.site_id left join reservations r on r.id = n.reservation_id
     left join graphile_worker.jobs j on j.key = 'messages.' || n.channel || ' ' || n.id and n.state = 'queued'
     order by wanted.place`,
    [[...ids]],
  )
}
