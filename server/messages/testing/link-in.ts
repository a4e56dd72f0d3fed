/** Returns a mail's text, decoded. */
export function mailText(raw: string): string {
  const [, type = '', body = ''] =
    /Content-Type: text\/plain[^]*?Content-Transfer-Encoding: (\S+)\r?\n\r?\n([^]*?)\r?\n-{2,}/.exec(raw) ?? []
  if (type === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (type !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Returns the value of the link in a mail. */
export function linkIn(raw: string): string {
  return /\/users\/[a-z_]+\/([\w-]{43})/.exec(mailText(raw))?.[1] ?? ''
}
