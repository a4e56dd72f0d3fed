import { expect } from 'vitest'
import { mailText } from '../../server/messages/testing/link-in.ts'
import type { MailServer } from '../../server/messages/testing/mail-server.ts'

/** Waits for a mail to an address whose text has a link to a page, and returns the link's path. */
export async function linkTo(server: MailServer, to: string, page: string): Promise<string> {
  const found = () =>
    server.received
      .filter((mail) => mail.to === to)
      .map(({ raw }) => new RegExp(`${page}/[\\w-]{43}`).exec(mailText(raw))?.[0])
      .findLast((path) => path !== undefined)
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}
