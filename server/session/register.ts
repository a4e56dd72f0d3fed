import type { Knex } from 'knex'
import type * as z from 'zod'
import type { registerInput, registerRefusals } from '../../contract/registration.ts'
import { Role, User } from '../../db/models/people.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { queueAccountMail } from '../messages/queue-account.ts'
import { audit } from './audit.ts'
import { companyOfPage } from './company-of-page.ts'
import { checkNewPassword } from './password-rule.ts'
import { hashPassword } from './passwords.ts'
import { registeredWith } from './registering-cookie.ts'
import { type RegistrationMail, sendRegistrationLink } from './send-registration-link.ts'

type Input = z.output<typeof registerInput>
const refuse = refuser<(typeof registerRefusals)[number] | 'bad-input'>()

/** How often an hour `email-used` is refused, over all callers. Beyond that only the owner is notified, by mail. */
const maxTakenAnHour = { points: 100, seconds: 3_600 }

interface From {
  readonly hostname: string
  readonly address: string
  /** Hash of the browser's secret. */
  readonly browser: string
  readonly now: Date
}

/**
 * Makes an account that its mail's link activates (ACC-3). An account that is not confirmed takes over the new password
 * and names and gets a new link; older links become void. Throws Refused with registerRefusals.
 */
export async function register(
  context: Pick<Context, 'knex' | 'log' | 'limits'>,
  input: Input,
  { hostname, address, browser, now }: From,
): Promise<void> {
  const { email, password, firstname, lastname } = input
  await checkNewPassword(password, 'registration', { email, names: [firstname, lastname] }, refuse)
  const passwordHash = await hashPassword(password)
  const link = { browser: registeredWith(browser, passwordHash), chosen: input.chosen ?? null }
  const taken = await context.knex.transaction(async (trx) => {
    const tenantId = await companyOfPage(trx, { loginPath: input.company ?? null, hostname })
    const userId = await unconfirmedUser(trx, input, { passwordHash, tosAcceptedAt: now }, tenantId)
    if (userId === null) return true
    await sendRegistrationLink(trx, userId, { link, tenantId } satisfies RegistrationMail)
    await audit(trx, { actor: 'guest', name: 'session.register', input: { address }, refusal: null, userId })
    return false
  })
  if (!taken) return context.log.info({ address }, 'registered')
  if ((await context.limits.take('session.register:used', maxTakenAnHour)) === null) return refuse('email-used')
  await context.knex.transaction((trx) => notifyOwner(trx, email, now))
}

/** Makes the account, or renews one that is not confirmed. Returns null if the address is used. */
async function unconfirmedUser(
  trx: Knex.Transaction,
  input: Input,
  accepted: { readonly passwordHash: string; readonly tosAcceptedAt: Date },
  tenantId: number | null,
): Promise<number | null> {
  const { email, firstname, lastname, language } = input
  const fields = { ...accepted, language }
  const known = () => User.query(trx).whereRaw('lower(email) = lower(?)', [email]).forUpdate().first()
  let user = await known()
  if (!user) {
    const roleId = Role.query().findOne({ name: 'Visitor' }).select('id')
    const names = { firstname, lastname, sessionTenantId: tenantId }
    const made: { id?: number } = await User.query(trx)
      .insert({ username: email, email, ...fields, ...names, state: 'REGISTERED', roleId })
      .onConflict()
      .ignore()
    if (made.id === undefined) user = await known()
    else {
      await joinCompany(trx, made.id, tenantId)
      return made.id
    }
  }
  if (user?.state !== 'REGISTERED') return null
  await user.$query(trx).patch({
    ...fields,
    ...(firstname === null ? {} : { firstname }),
    ...(lastname === null ? {} : { lastname }),
    sessionTenantId: tenantId ?? user.sessionTenantId,
  })
  await joinCompany(trx, user.id, tenantId)
  return user.id
}

async function joinCompany(trx: Knex.Transaction, userId: number, tenantId: number | null): Promise<void> {
  if (tenantId === null) return
  await trx('user_tenants').insert({ user_id: userId, tenant_id: tenantId }).onConflict().ignore()
}

/** Notifies the owner of an account that somebody tried to register with its address, once an hour. */
async function notifyOwner(trx: Knex.Transaction, email: string, now: Date): Promise<void> {
  const user = await User.query(trx).whereRaw('lower(email) = lower(?)', [email]).select('id', 'state').first()
  if (user?.state !== 'ACTIVE') return
  const hour = Math.floor(now.getTime() / 3_600_000)
  const dedupeKey = `registration-exists:${user.id}:${hour}`
  await queueAccountMail(trx, { kind: 'registration-exists', userId: user.id, dedupeKey })
}
