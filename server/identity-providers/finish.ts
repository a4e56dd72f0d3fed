import type { Knex } from 'knex'
import type * as z from 'zod'
import type { finishReply } from '../../contract/identity-providers.ts'
import { IdentityProvider } from '../../db/models/people.ts'
import { one } from '../../db/sql.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { admit } from '../kernel/bus/dispatch.ts'
import { Refused, refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { audit } from '../session/audit.ts'
import type { BegunSession } from '../session/begin-session.ts'
import { saveLink } from '../university/save-link.ts'
import { linkAccount } from './account.ts'
import { type Attempt, takeAttempt } from './attempt.ts'
import type { Discovered } from './discovered.ts'
import { exchange, type Identity } from './exchange.ts'
import { signInWith, type Visit } from './sign-in.ts'

const refuse = refuser<
  | 'account-deactivated'
  | 'email-taken'
  | 'sign-in-email-unverified'
  | 'sign-in-failed'
  | 'sign-in-linked'
  | 'sign-in-needs-factor'
  | 'sign-in-no-account'
  | 'sign-in-other-company'
  | 'sign-in-taken'
  | 'university-link-failed'
  | 'university-taken'
>()

type Needs = Pick<Context, 'knex' | 'log'> & { readonly discovered: Discovered }
interface Returned {
  /** Of the attempt's cookie; null without one. */
  readonly value: string | null
  /** The query string with which the provider sent the browser back. */
  readonly query: string
  readonly visit: Omit<Visit, 'redirectUri'>
}
type Finished = z.output<typeof finishReply> & { readonly session?: BegunSession; readonly confirm?: string }

/**
 * Finishes a sign-in at a provider in the browser that began it, once: the code is exchanged outside of any transaction,
 * then the account is signed in or linked. Whatever does not fit gets the same refusal; the reason is in the log.
 */
export async function finishAtProvider(needs: Needs, { value, query, visit }: Returned): Promise<Finished> {
  const { knex, log } = needs
  const attempt = value === null ? null : await takeAttempt(knex, value)
  if (value === null || attempt === null || attempt.kind === 'confirm') return refuse('sign-in-failed')
  const failed = attempt.kind === 'university' ? 'university-link-failed' : 'sign-in-failed'
  const provider = await IdentityProvider.query(knex).findById(attempt.tenantId).where({ enabled: true })
  if (!provider || (attempt.kind === 'university' && !provider.university)) return refuse(failed)
  const { redirectUri } = attempt
  const identity = await exchange(needs.discovered, provider, { value, redirectUri, query }).catch((error: unknown) => {
    const { name, code, message } = error as { name?: string; code?: string; message?: string }
    log.warn({ tenantId: attempt.tenantId, error: { name, code, message } }, 'sign-in at a provider refused')
    return refuse(failed)
  })
  try {
    const apply = { attempt, provider, identity, visit: { ...visit, redirectUri } }
    return await knex.transaction((trx) => applyIdentity(trx, apply))
  } catch (error) {
    if (error instanceof Refused) await noteRefusal(knex, { attempt, identity, visit, refusal: error.refusal.code })
    throw error
  }
}

async function applyIdentity(
  trx: Knex.Transaction,
  {
    attempt,
    provider,
    identity,
    visit,
  }: { attempt: Attempt; provider: IdentityProvider; identity: Identity; visit: Visit },
): Promise<Finished> {
  const { label } = provider
  if (attempt.kind === 'sign-in') {
    const { now } = await one<{ now: Date }>(trx, 'select now() as now')
    const done = await signInWith(trx, refuse, { provider, identity, visit, now })
    return { outcome: 'session' in done ? 'signed-in' : 'confirm', label, ...done }
  }
  const { actor, now } = await admit(trx, visit.before, 'session', { writes: true })
  const { tenantId, issuer } = identity
  if (actor.userId !== attempt.userId || !actor.tenantIds.includes(tenantId)) return refuse('sign-in-failed')
  await audit(trx, {
    ...{ actor: `user:${actor.userId}`, userId: actor.userId, refusal: null },
    ...{ name: attempt.kind === 'link' ? 'session.linkSignIn' : 'university.link', input: { tenantId, issuer } },
  })
  if (attempt.kind === 'university') {
    await saveLink(trx, refuse, actor.userId, identity, now)
    return { outcome: 'university', label }
  }
  await linkAccount(trx, refuse, actor.userId, identity)
  await queueAccountNotice(trx, actor.userId, 'sign-in-linked', now, { sessionId: actor.sessionId })
  return { outcome: 'linked', label }
}

/** Links the account that has just signed in with the identity that had its e-mail address (rule IP-2). */
export async function confirmLink(
  trx: Knex.Transaction,
  { actor, now }: { actor: UserActor; now: Date },
  value: string | null,
): Promise<string> {
  const attempt = value === null ? null : await takeAttempt(trx, value)
  if (!attempt || attempt.kind !== 'confirm' || attempt.userId !== actor.userId) return refuse('sign-in-failed')
  const { tenantId, issuer, subject } = attempt
  if (!actor.tenantIds.includes(tenantId)) return refuse('sign-in-failed')
  const provider = await IdentityProvider.query(trx).findById(tenantId).where({ enabled: true })
  if (!provider || issuer === undefined || subject === undefined || provider.issuer !== issuer)
    return refuse('sign-in-failed')
  await linkAccount(trx, refuse, actor.userId, { issuer, subject })
  await queueAccountNotice(trx, actor.userId, 'sign-in-linked', now, { sessionId: actor.sessionId })
  const input = { tenantId, issuer }
  const { userId } = actor
  await audit(trx, { actor: `user:${userId}`, name: 'session.linkSignIn', input, refusal: null, userId })
  return provider.label
}

function noteRefusal(
  knex: Knex,
  {
    attempt,
    identity,
    visit,
    refusal,
  }: { attempt: Attempt; identity: Identity; visit: Omit<Visit, 'redirectUri'>; refusal: string },
): Promise<void> {
  const input = { tenantId: attempt.tenantId, issuer: identity.issuer, app: visit.app, address: visit.address }
  return audit(knex, { actor: 'guest', name: 'session.login', input, refusal, userId: attempt.userId })
}
