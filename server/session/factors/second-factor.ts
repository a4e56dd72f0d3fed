import type { Knex } from 'knex'
import { one } from '../../../db/sql.ts'
import type { StepPurpose } from './sign-in-steps.ts'

/** The key in `settings`: whether the admins of the installation must have a second factor. */
export const adminsNeedFactor = 'admins-second-factor'

export interface Factors {
  readonly hasPassword: boolean
  readonly totp: boolean
  readonly passkeys: number
  /** The company (for its reservation managers) or the installation (for its admins) wants a second factor. */
  readonly required: boolean
}

/** Returns what protects an account. */
export function readFactors(trx: Knex, userId: number): Promise<Factors> {
  return one<Factors>(
    trx,
    `select u.password_hash is not null as "hasPassword",
            exists (select from totp_secrets where user_id = u.id and confirmed_at is not null) as totp,
            (select count(*)::int from passkeys where user_id = u.id) as passkeys,
            needs_second_factor(u.id, null) as required
       from users u where u.id = ?`,
    [userId],
  )
}

/**
 * Returns what must follow the right password: a second factor if one-time codes are on, or if one is required and the
 * person has a passkey; setting one up if it is required and there is none. A passkey alone counts as two factors.
 */
export function stepAfterPassword({ totp, passkeys, required }: Factors): Exclude<StepPurpose, 'passkey'> | null {
  if (totp || (required && passkeys > 0)) return 'second-factor'
  return required ? 'set-up-factor' : null
}
