import { redirect } from '@tanstack/react-router'
import { browserStorage } from '../../ui/browser-storage.ts'

/** A link that this browser opened: `ref` stands in the address in place of the token, and says nothing. */
interface KeptLink {
  readonly ref: string
  readonly token: string
}

const name = 'guest links'
const maxKept = 20
const refForm = /^[0-9a-f]{16}$/
const kept = (): KeptLink[] => browserStorage.get<KeptLink[]>(name) ?? []

/**
 * `beforeLoad` of a guest's link: takes the token out of the address before anything is drawn, and keeps it in this
 * browser. The address with the reference works there again, after a reload, from the history or a bookmark. Where the
 * browser stores nothing, the token stays in the address.
 */
export function takeGuestToken({
  params: { token },
  location: { href },
}: {
  params: { token: string }
  location: { href: string }
}): void {
  if (refForm.test(token)) return
  const ref = keep(token)
  if (ref === null) return
  const [, first = '', given = ''] = /^(.*\/(?:eticket|remote)\/)([^/?#]+)/.exec(href) ?? []
  if (given !== '') throw redirect({ href: `${first}${ref}${href.slice(first.length + given.length)}`, replace: true })
}

function keep(token: string): string | null {
  const others = kept().filter((link) => link.token !== token)
  const ref = kept().find((link) => link.token === token)?.ref ?? newRef()
  browserStorage.set(name, [{ ref, token }, ...others].slice(0, maxKept))
  return guestToken(ref) === token ? ref : null
}

const newRef = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the token of an address; null for a reference that this browser does not know. */
export function guestToken(part: string): string | null {
  return refForm.test(part) ? (kept().find(({ ref }) => ref === part)?.token ?? null) : part
}
