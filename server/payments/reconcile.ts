import { many } from '../../db/sql.ts'
import type { Desk } from './desk.ts'
import { fewAtOnce } from './few-at-once.ts'
import { askLast } from './learn.ts'

type Due = { readonly id: number; readonly sessionId: string; readonly state: string }
/** How long the provider is asked about late money. */
const watchedFor = '3 days'

/**
 * Asks the provider every minute about payments that are pending past their time (daily after three days), and daily
 * and after every start about those that ended without money, for three days. Returns how many outcomes changed.
 */
export async function reconcile(desk: Desk, startedAt: Date): Promise<number> {
  const due = await many<Due>(
    desk.knex,
    `select id, session_id as "sessionId", state from payments
     where provider = ? and session_id is not null
       and ((state = 'pending' and expires_at <= now() and (checked_at is null
             or checked_at < now() - case when created_at > now() - interval '${watchedFor}' then interval '1 minute' else interval '1 day' end))
         or (state in ('failed', 'canceled', 'expired') and created_at > now() - interval '${watchedFor}'
             and greatest(checked_at, settled_at) < greatest(now() - interval '1 day', ?::timestamptz)))
     order by id limit 200`,
    [desk.provider.name, startedAt],
  )
  let found = 0
  await fewAtOnce(due, async (payment) => {
    if (await lookAt(desk, payment)) found += 1
  })
  return found
}

async function lookAt(desk: Desk, due: Due): Promise<boolean> {
  const last = await askLast(desk, due, 'payment not reconciled yet')
  if (!last || last.settled.state === due.state) return false
  desk.log.info({ paymentId: due.id, from: due.state, to: last.settled.state }, 'payment reconciled')
  return true
}
