import type { Knex } from 'knex'
import { Secret, TOTP } from 'otpauth'

/** Returns the code that an authenticator app shows. */
export function codeOf(secret: string, at: Date | number = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Number(at), period: 30, digits: 6 })
}

/** Turns one-time codes of a user on, and returns the secret. */
export async function turnTotpOn(knex: Knex, userId: number): Promise<string> {
  const secret = new Secret({ size: 20 }).base32
  const row = { user_id: userId, secret, confirmed_at: new Date() }
  await knex('totp_secrets').insert(row).onConflict('user_id').merge()
  return secret
}
