/** Rule of a new password: at least 8 characters with a digit, an uppercase letter and a special character. */
export function passwordIsStrong(password: string): boolean {
  return (
    [...password].length >= 8 &&
    /\p{Nd}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    /[^\p{L}\p{N}\p{M}\s]/u.test(password)
  )
}
