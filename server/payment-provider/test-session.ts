import type { Knex } from 'knex'
import { many, one } from '../../db/sql.ts'
import { stateNow } from './test-provider.ts'

/** What a person can do on the test page. */
export const testChoices = ['pay', 'slow', 'refuse', 'late', 'back'] as const
export type TestChoice = (typeof testChoices)[number]

export interface TestSession {
  readonly sessionId: string
  readonly amountCents: number
  readonly reference: string
  readonly returnUrl: string
  readonly state: 'open' | 'paying' | 'paid' | 'refused' | 'expired'
}

export async function readTestSession(knex: Knex, sessionId: string): Promise<TestSession | null> {
  const [found] = await many<TestSession>(
    knex,
    `select session_id as "sessionId", amount_cents as "amountCents", reference, return_url as "returnUrl", ${stateNow} as state
     from test_payments where session_id = ?`,
    [sessionId],
  )
  return found ?? null
}

/** How each choice writes the books: slow money comes after 10 s, late money 15 s after the session is over. */
const writes: Record<TestChoice, string> = {
  pay: `state = 'paid'`,
  slow: `state = 'paying', pays_at = clock_timestamp() + interval '10 s'`,
  late: `state = 'paying', pays_at = expires_at + interval '15 s'`,
  refuse: `state = 'refused'`,
  back: `state = 'expired'`,
}

/** Does what the person chose; of a session that is not open any more it does nothing. */
export async function chooseInTest(knex: Knex, sessionId: string, choice: TestChoice): Promise<void> {
  await one(
    knex,
    `with done as (update test_payments set ${writes[choice]} where session_id = ? and ${stateNow} = 'open' returning 1)
     select count(*) from done`,
    [sessionId],
  )
}
