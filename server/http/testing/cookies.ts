/** Returns the cookies that a response sets, by name. One that it deletes is empty. */
export function cookiesSet(headers: Headers): Map<string, string> {
  return new Map(
    headers.getSetCookie().map((line): [string, string] => {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      return [name, value]
    }),
  )
}

/** Returns a cookie that a response sets as a Cookie header, or '' if it sets none of that name. */
export function cookieOf({ headers }: { readonly headers: Headers }, name: string): string {
  const value = cookiesSet(headers).get(name)
  return value ? `${name}=${value}` : ''
}
