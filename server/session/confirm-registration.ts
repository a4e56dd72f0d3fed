import type * as z from 'zod'
import { chosenPlace, type confirmInput, type confirmRefusals } from '../../contract/registration.ts'
import { User } from '../../db/models/people.ts'
import { passedOn, refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { audit } from './audit.ts'
import { type Browser, beginSession } from './begin-session.ts'
import { readFactors, stepAfterPassword } from './factors/second-factor.ts'
import { findLink, useLink } from './link-tokens.ts'
import type { LoginLimits } from './login-limits.ts'
import { whyNoSession } from './may-sign-in.ts'
import { passwordMatches } from './passwords.ts'
import { registeredWith } from './registering-cookie.ts'

const refuse = refuser<(typeof confirmRefusals)[number] | 'bad-input'>()

type Needs = Pick<Context, 'knex' | 'log' | 'addresses'> & { readonly loginLimits: LoginLimits }
interface Confirmation {
  readonly browser: Browser
  /** Hash of the browser's secret, if it registered. */
  readonly registering: string | null
  readonly now: Date
}

/**
 * Finishes a registration by the link of its mail, and logs in. Asks for the password in any browser but the one that
 * registered, and after another registration with the same address: somebody who registers another person's address
 * gains nothing when that person confirms. Throws Refused with confirmRefusals.
 */
export async function confirmRegistration(
  context: Needs,
  { token, password }: z.output<typeof confirmInput>,
  { browser, registering, now }: Confirmation,
) {
  const { knex, log } = context
  const link = await findLink(knex, 'registration', token, now)
  if (!link.ok) return refuse(`link-${link.state}`)
  const user = link.userId === null ? undefined : await User.query(knex).findById(link.userId).withGraphFetched('role')
  if (user?.state !== 'REGISTERED') return refuse('link-used')
  const same = sameBrowser(link.data, registering, user.passwordHash)
  if (!same) await checkPassword(context, user, password, browser)
  const session = await knex.transaction(async (trx) => {
    const used = await useLink(trx, 'registration', token, now)
    if (!used.ok) return refuse(`link-${used.state}`)
    const { passwordHash } = user
    const confirmed = await User.query(trx)
      .where({ id: user.id, state: 'REGISTERED', password_hash: passwordHash })
      .patch({ state: 'ACTIVE' })
    if (confirmed === 0) return refuse('link-used')
    const input = { address: browser.address }
    await audit(trx, {
      actor: `user:${user.id}`,
      name: 'session.confirmRegistration',
      input,
      refusal: null,
      userId: user.id,
    })
    const { kind: role = 'Visitor' } = user.role ?? {}
    const against = whyNoSession(context.addresses, browser.app, { state: 'ACTIVE', role })
    if (against !== null || stepAfterPassword(await readFactors(trx, user.id)) !== null) return null
    return beginSession(trx, { ...browser, userId: user.id, by: 'link' })
  })
  log.info({ userId: user.id, address: browser.address }, 'registration confirmed')
  const chosen = chosenPlace.safeParse(link.data['chosen'])
  return { session, chosen: chosen.success ? chosen.data : null }
}

/** Returns whether the link is opened in the browser that registered, with the password that the account has now. */
export function sameBrowser(
  data: Readonly<Record<string, unknown>>,
  registering: string | null,
  passwordHash: string | null,
): boolean {
  if (registering === null || passwordHash === null) return false
  return data['browser'] === registeredWith(registering, passwordHash)
}

/** Counted like a login: a link does not allow more guesses. */
async function checkPassword(
  { loginLimits }: Needs,
  user: User,
  password: string | undefined,
  { address, known }: Browser,
): Promise<void> {
  if (!password) return refuse('bad-input', undefined, [{ path: 'password', issue: 'field-required' }])
  const key = `user:${user.id}`
  const taken = await loginLimits.take(key, address, known)
  if (!taken.ok) throw passedOn({ code: 'login-blocked', params: { seconds: taken.seconds } })
  if (!(await passwordMatches(user.passwordHash, password))) return refuse('invalid-credentials')
  await loginLimits.succeeded(key, address, known)
}
