/** The requirements for a password (rule SE-5). Pure. */

/** Minimum number of characters, at registration and for a new password of an existing account. */
export const minPassword = { registration: 6, new: 8 } as const
export type PasswordUse = keyof typeof minPassword

/** Returns whether a password is strong enough. A new one also needs a digit, an uppercase letter and a special character. */
export function passwordFits(password: string, use: PasswordUse): boolean {
  if ([...password].length < minPassword[use]) return false
  if (use === 'registration') return true
  return /\p{Nd}/u.test(password) && /\p{Lu}/u.test(password) && /[^\p{L}\p{N}\p{M}\s]/u.test(password)
}
