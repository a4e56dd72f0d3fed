import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { deviceOf } from '../../machines/user-agent.ts'
import { queueAccountMail } from './queue-account.ts'

/** A change in the protection of an account; the texts of `account-changed` have a sentence for each. */
export type AccountChange =
  | 'password'
  | 'password-reset'
  | 'email'
  | 'mobile-number'
  | 'passkey-added'
  | 'passkey-removed'
  | 'totp-on'
  | 'totp-off'
  | 'recovery-codes'
  | 'recovery-code-used'
  | 'factors-removed'
  | 'sign-in-linked'
  | 'sign-in-unlinked'
  | 'account-cancelled'

interface Circumstances {
  /** The session that changed it: the mail names its device and address. */
  readonly sessionId?: string
  /** Where the mail goes if not to the account's address: the old one after an e-mail change. */
  readonly email?: string
}

/**
 * Queues a mail to the owner of an account: what changed in its protection, when and from where, and what to do if it was
 * somebody else. Nobody can switch it off.
 */
export async function queueAccountNotice(
  trx: Knex.Transaction,
  userId: number,
  what: AccountChange,
  now: Date,
  { sessionId, email }: Circumstances = {},
): Promise<void> {
  const from = sessionId === undefined ? {} : await placeOf(trx, sessionId)
  const data = { what, at: now.toISOString(), ...from }
  await queueAccountMail(trx, { kind: 'account-changed', userId, ...(email ? { to: { email } } : {}), data })
}

async function placeOf(trx: Knex, sessionId: string): Promise<{ changedWith?: string; address?: string }> {
  const [session] = await many<{ user_agent: string | null; address: string | null }>(
    trx,
    'select user_agent, host(address) as address from sessions where id_hash = ?',
    [Buffer.from(sessionId, 'hex')],
  )
  if (!session) return {}
  const { browser, system } = deviceOf(session.user_agent)
  const device = [browser, system].filter((part) => part !== null).join(', ')
  return { ...(device ? { changedWith: device } : {}), ...(session.address ? { address: session.address } : {}) }
}
