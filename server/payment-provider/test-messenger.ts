import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { many } from '../../db/sql.ts'
import { signWebhook } from './sign.ts'
import { idFrom, signatureHeader, stateNow } from './test-provider.ts'

const givesUpAfter = '3 days'

/**
 * Notifies the portal by webhook of the outcome of the test provider's sessions, each twice as real providers sometimes do.
 * What is not acknowledged is repeated at the next call; a session that ended and is paid later is announced again.
 * Returns how many sessions were announced.
 */
export async function notifyPortal({
  knex,
  log,
  webhookUrl,
  secret,
}: {
  knex: Knex
  log: Logger
  webhookUrl: string
  secret: Buffer
}): Promise<number> {
  const untold = await many<{ sessionId: string; state: string }>(
    knex,
    `select * from (select session_id as "sessionId", ${stateNow} as state, told_at, pays_at, created_at from test_payments
                    where created_at > now() - interval '${givesUpAfter}' and (told_at is null or told_at < pays_at)) as t
     where state in ('paid', 'refused', 'expired') and (told_at is null or state = 'paid') order by created_at limit 20`,
  )
  let told = 0
  for (const { sessionId, state } of untold) {
    const body = JSON.stringify({ id: `evt_${idFrom(`${sessionId}.${state}`)}`, kind: `session.${state}`, sessionId })
    const post = async (): Promise<boolean> => {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(secret, body, new Date()) },
        body,
        signal: AbortSignal.timeout(5_000),
      })
      return response.ok
    }
    try {
      if (!(await post()) || !(await post())) continue
      await knex('test_payments')
        .where({ session_id: sessionId })
        .update({ told_at: knex.raw('clock_timestamp()') })
      told += 1
    } catch (error) {
      log.info({ err: error }, 'the test provider could not tell the portal')
    }
  }
  return told
}
