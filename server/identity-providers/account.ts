import type { Knex } from 'knex'
import type { Role } from '../../contract/features.ts'
import type { Language } from '../../contract/session.ts'
import { Role as RoleModel, User } from '../../db/models/people.ts'
import { many } from '../../db/sql.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import type { Identity } from './exchange.ts'

/** An account as a sign-in at a provider needs it. */
export interface Account {
  readonly id: number
  readonly state: 'REGISTERED' | 'ACTIVE' | 'DEACTIVATED'
  readonly role: Role
  readonly ssoIssuer: string | null
  /** Whether it is of the provider's company. */
  readonly belongs: boolean
}

const account = `select u.id, u.state, r.kind as role, u.sso_issuer as "ssoIssuer",
  exists (select from user_tenants where user_id = u.id and tenant_id = ?) as belongs
  from users u join roles r on r.id = u.role_id`

/** Returns the account that is linked with an issuer and subject (rule IP-2); null without one. */
export async function findLinked(trx: Knex, { tenantId, issuer, subject }: Identity): Promise<Account | null> {
  const linked = `${account} where u.sso_issuer = ? and u.sso_subject = ?`
  const [row] = await many<Account>(trx, linked, [tenantId, issuer, subject])
  return row ?? null
}

/** Returns the account with an e-mail address; null without one. */
export async function findByEmail(trx: Knex, { tenantId }: Identity, email: string): Promise<Account | null> {
  const [row] = await many<Account>(trx, `${account} where lower(u.email) = lower(?)`, [tenantId, email])
  return row ?? null
}

/** Adds a visitor of the provider's company, linked with it, and returns the id (rule IP-3). */
export async function addAccount(
  trx: Knex.Transaction,
  refuse: Refuse<'email-taken'>,
  { tenantId, issuer, subject, firstname, lastname }: Identity,
  { email, language }: { email: string; language: Language },
): Promise<number> {
  const roleId = RoleModel.query(trx).findOne({ name: 'Visitor' }).select('id')
  const taken = { code: 'email-taken' } as const
  const { id } = await translateConstraints(
    trx,
    refuse,
    { users_username_unique: taken, users_email_unique: taken },
    () =>
      User.query(trx).insert({
        ...{ username: email, email, firstname, lastname, language, roleId },
        ...{ state: 'ACTIVE', ssoIssuer: issuer, ssoSubject: subject },
      }),
  )
  await trx('user_tenants').insert({ user_id: id, tenant_id: tenantId })
  return id
}

/** Links an account with an issuer and subject. Refuses what is linked already (rule IP-2). */
export async function linkAccount(
  trx: Knex.Transaction,
  refuse: Refuse<'sign-in-taken' | 'sign-in-linked'>,
  userId: number,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<void> {
  const user = await User.query(trx).findById(userId).forNoKeyUpdate().select('sso_issuer', 'sso_subject')
  const same = user?.ssoIssuer === issuer && user.ssoSubject === subject
  if (user && user.ssoIssuer !== null && !same) return refuse('sign-in-linked')
  const taken = { users_sso_issuer_sso_subject_key: { code: 'sign-in-taken' } } as const
  await translateConstraints(trx, refuse, taken, () =>
    User.query(trx).findById(userId).patch({ ssoIssuer: issuer, ssoSubject: subject }),
  )
}
