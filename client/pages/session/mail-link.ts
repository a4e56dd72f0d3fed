import { redirect } from '@tanstack/react-router'
import { tabStorage } from '../../ui/tab-storage.ts'

/** What a link of a mail does. */
type LinkPurpose = 'password-reset' | 'rm-invitation'
const keyOf = (purpose: LinkPurpose) => `link ${purpose}`

/** Moves a link's value out of the address bar into this tab, and goes to the page without it. Opening a link does nothing else. */
export function takeLink(
  purpose: LinkPurpose,
  token: string,
  to: '/users/password_reset' | '/users/migrate_to_rm',
): never {
  tabStorage.set(keyOf(purpose), token)
  throw redirect({ to, replace: true })
}

/** Returns the value of the link that was opened in this tab, or null. */
export function openedLink(purpose: LinkPurpose): string | null {
  return tabStorage.get<string>(keyOf(purpose))
}

/** Forgets a link that was used, or that no longer works. */
export function forgetLink(purpose: LinkPurpose): void {
  tabStorage.remove(keyOf(purpose))
}
