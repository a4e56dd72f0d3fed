import type { Refusal, RefusalCode } from '../../contract/refusals.ts'
import { keepsRow } from '../kernel/bus/thin-refusals.ts'
import type { Context } from '../kernel/context.ts'
import { audit } from './audit.ts'
import type { Browser } from './begin-session.ts'
import { endSessions } from './end-sessions.ts'
import { addressKey } from './login-limits.ts'

export interface Refusing {
  readonly browser: Browser
  readonly userId: number | null
  /** What else the audit trail keeps. No secrets. */
  readonly noted?: Readonly<Record<string, unknown>>
}

/**
 * Keeps a refused sign-in in the log and the audit trail (there not every one of an address), and returns it. An admin's
 * session in the portal must not survive a refusal that sends them away.
 */
export async function refuseSignIn<C extends RefusalCode>(
  context: Pick<Context, 'knex' | 'log' | 'limits'>,
  { browser: { app, address, before }, userId, noted }: Refusing,
  refusal: Refusal<C>,
): Promise<{ ok: false; refusal: Refusal<C> }> {
  const caller = `address:${addressKey(address)}`
  const kept = await keepsRow(context, { caller, code: refusal.code, userId })
  await context.knex.transaction(async (trx) => {
    if (refusal.code === 'admin-elsewhere' && before) await endSessions(trx, { sessionId: before.toString('hex') })
    const input = { ...noted, app, address }
    if (kept) await audit(trx, { actor: 'guest', name: 'session.login', input, refusal: refusal.code, userId })
  })
  context.log.info({ userId, app, address, refusal: refusal.code }, 'login refused')
  return { ok: false, refusal }
}
