import { many } from '../../db/sql.ts'
import { ProviderUnavailable } from '../payment-provider/port.ts'
import { type Desk, noteAsked } from './desk.ts'
import { fewAtOnce } from './few-at-once.ts'
import { settle } from './learn.ts'

type Due = { readonly id: number; readonly sessionId: string; readonly state: string }
/** Time for which late money is looked for. */
const watchedFor = '3 days'

/**
 * Asks about payments pending past their time every minute (after three days daily), and about those that ended without money daily and
 * after every start, for three days. Returns how many turned out differently.
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

async function lookAt(desk: Desk, { id, sessionId, state }: Due): Promise<boolean> {
  await noteAsked(desk.knex, id)
  try {
    const answer = await desk.provider.ask(sessionId)
    const last = answer.state === 'open' ? await desk.provider.close(sessionId) : answer
    const settled = await settle(desk, id, last)
    if (settled.state === state) return false
    desk.log.info({ paymentId: id, from: state, to: settled.state }, 'payment reconciled')
    return true
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    desk.log.warn({ err: error, paymentId: id }, 'payment not reconciled yet')
    return false
  }
}
