/** A cookie whose value is 256 random bits, base64url. `plain` as for sessions: http on this machine. */
export interface ValueCookie {
  /** Returns the Set-Cookie header with a value. */
  set(value: string, plain: boolean): string
  /** Returns the Set-Cookie header that removes the cookie. */
  clear(plain: boolean): string
  /** Returns the value in a Cookie header; null without one of the right form. */
  read(header: string | undefined, plain: boolean): string | null
}

export function valueCookie(
  name: string,
  { sameSite, seconds }: { readonly sameSite: 'Strict' | 'Lax'; readonly seconds: number },
): ValueCookie {
  const nameOf = (plain: boolean) => (plain ? name : `__Host-${name}`)
  const header = (value: string, plain: boolean, age: number) =>
    `${nameOf(plain)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}${plain ? '' : '; Secure'}; Max-Age=${age}`
  return {
    set: (value, plain) => header(value, plain, seconds),
    clear: (plain) => header('', plain, 0),
    read(cookies, plain) {
      for (const part of (cookies ?? '').split(';')) {
        const [key, value] = part.trim().split('=', 2)
        if (key === nameOf(plain) && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
      }
      return null
    },
  }
}
