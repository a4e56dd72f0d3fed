import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'
import { queueAccountMail } from '../messages/queue-account.ts'
import { revokeLinks } from './link-tokens.ts'

/** Maximum number of registration mails to one person within an hour. */
const maxAnHour = 3

export interface RegistrationMail {
  /** What the link carries: the browser that registered, and what was chosen before. */
  readonly link: Readonly<Record<string, unknown>>
  readonly tenantId?: number | null
}

/** Sends a new link and voids the earlier ones. After three within an hour the last one stays valid. */
export async function sendRegistrationLink(
  trx: Knex.Transaction,
  userId: number,
  { link, tenantId = null }: RegistrationMail,
): Promise<void> {
  const { sent } = await one<{ sent: number }>(
    trx,
    `select count(*)::int as sent from messages
     where kind = 'registration' and user_id = ? and created_at > now() - interval '1 hour'`,
    [userId],
  )
  if (sent >= maxAnHour) return
  await revokeLinks(trx, 'registration', userId)
  await queueAccountMail(trx, { kind: 'registration', userId, tenantId, link })
}
