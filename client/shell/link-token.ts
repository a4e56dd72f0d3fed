import { redirect } from '@tanstack/react-router'
import { tabStorage } from '../ui/tab-storage.ts'

/** Pages that the links of mails open. */
type LinkPage = '/users/register_link' | '/users/password_reset' | '/users/migrate_to_rm' | '/users/email_change'

/**
 * `beforeLoad` of a mail's link: takes its token out of the address, before anything is drawn, and keeps it for this tab. It reaches
 * no history, no bookmark, and nobody who looks at the screen.
 */
export function takeLinkToken(page: LinkPage) {
  return ({ params }: { params: { token: string } }): never => {
    tabStorage.set(`link ${page}`, params.token)
    throw redirect({ href: page, replace: true })
  }
}

/** Returns the token of the link that this tab opened, or ''. */
export const linkToken = (page: LinkPage): string => tabStorage.get<string>(`link ${page}`) ?? ''

/** Forgets a token that was used. */
export const dropLinkToken = (page: LinkPage): void => tabStorage.remove(`link ${page}`)
