import type { Knex } from 'knex'
import type { Language } from '../../contract/session.ts'
import { type IdentityProvider, Session } from '../../db/models/people.ts'
import { exists } from '../../db/sql.ts'
import { passedOn, type Refuse } from '../kernel/bus/refuse.ts'
import type { Addresses } from '../kernel/context.ts'
import { type BegunSession, type Browser, beginSession } from '../session/begin-session.ts'
import { whyNoSession } from '../session/may-sign-in.ts'
import { checkLink, saveLink } from '../university/save-link.ts'
import { type Account, addAccount, findByEmail, findLinked } from './account.ts'
import { beginAttempt } from './attempt.ts'
import type { Identity } from './exchange.ts'

type Refuses = Refuse<
  | 'account-deactivated'
  | 'email-taken'
  | 'sign-in-email-unverified'
  | 'sign-in-linked'
  | 'sign-in-needs-factor'
  | 'sign-in-no-account'
  | 'sign-in-other-company'
  | 'university-taken'
>
/** What a person who signed in at a provider gets: a session, or the cookie value with which the link is confirmed. */
export type SignIn = { readonly session: BegunSession } | { readonly confirm: string }
export interface Visit extends Browser {
  readonly language: Language
  readonly redirectUri: string
  readonly addresses: Addresses
}

/** Signs a person in who signed in at a provider (rules IP-2, IP-3, IP-6). */
export async function signInWith(
  trx: Knex.Transaction,
  refuse: Refuses,
  { provider, identity, visit, now }: { provider: IdentityProvider; identity: Identity; visit: Visit; now: Date },
): Promise<SignIn> {
  const linked = await findLinked(trx, identity)
  if (linked) return { session: await begin(trx, refuse, { account: linked, provider, identity, visit, now }) }
  const { email } = identity
  if (email === null) return refuse('sign-in-email-unverified')
  const same = await findByEmail(trx, identity, email)
  if (same) return { confirm: await toConfirm(trx, refuse, same, identity, visit) }
  if (!provider.allowNewAccounts) return refuse('sign-in-no-account')
  const id = await addAccount(trx, refuse, identity, { email, language: visit.language })
  if (provider.university) await saveLink(trx, refuse, id, identity, now)
  const account: Account = { id, state: 'ACTIVE', role: 'Visitor', ssoIssuer: identity.issuer, belongs: true }
  return { session: await begin(trx, refuse, { account, provider, identity, visit, now }) }
}

async function begin(
  trx: Knex.Transaction,
  refuse: Refuses,
  {
    account,
    provider,
    identity,
    visit,
    now,
  }: { account: Account; provider: IdentityProvider; identity: Identity; visit: Visit; now: Date },
): Promise<BegunSession> {
  const { app, address, userAgent, before, addresses } = visit
  refuseStranger(refuse, account, addresses, app)
  if (await needsFactorHere(trx, account.id, provider)) return refuse('sign-in-needs-factor')
  const noted = { tenantId: provider.tenantId, issuer: identity.issuer }
  const browser = { app, address, userAgent, before }
  const session = await beginSession(trx, { ...browser, userId: account.id, by: 'openid', noted })
  if (!session) return refuse('account-deactivated')
  await Session.query(trx).findById(session.hash).patch({ providerTenantId: provider.tenantId })
  if (provider.university) await checkLink(trx, account.id, identity, now)
  return session
}

/** A provider speaks for the people of its own company only (rule IP-6). */
function refuseStranger(refuse: Refuses, account: Account, addresses: Addresses, app: Browser['app']): void {
  const obstacle = whyNoSession(addresses, app, account)
  if (obstacle) throw passedOn(obstacle)
  if (!account.belongs) refuse('sign-in-other-company')
}

/** A company answers for its own provider, not for what another company or the installation requires (rule IP-5). */
function needsFactorHere(trx: Knex, userId: number, { tenantId }: IdentityProvider): Promise<boolean> {
  return exists(trx, 'select where needs_second_factor(:userId, :tenantId)', { userId, tenantId })
}

/** An equal address is no proof: the owner of the account signs in as usual once. */
async function toConfirm(
  trx: Knex.Transaction,
  refuse: Refuses,
  account: Account,
  { tenantId, issuer, subject }: Identity,
  { app, redirectUri, addresses }: Visit,
): Promise<string> {
  refuseStranger(refuse, account, addresses, app)
  if (account.ssoIssuer !== null) return refuse('sign-in-linked')
  return beginAttempt(trx, { kind: 'confirm', tenantId, userId: account.id, redirectUri, issuer, subject })
}
