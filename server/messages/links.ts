import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { MessageKind } from '../../contract/messages.ts'
import { many } from '../../db/sql.ts'

/** What a link in a mail does: each has its own kind of mail, with the same name. */
export const linkPurposes = ['registration', 'password-reset', 'email-change', 'rm-invitation'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** How long a link is valid, from the moment its mail is sent. */
export const linkHours = { registration: 24, 'password-reset': 1, 'email-change': 24, 'rm-invitation': 7 * 24 } as const

/** The page that a link opens. Opening it changes nothing: the link acts when its page sends it. */
const pages = {
  registration: '/users/register_link',
  'password-reset': '/users/password_reset',
  'email-change': '/users/email_change',
  'rm-invitation': '/users/migrate_to_rm',
} as const satisfies Record<LinkPurpose, string>

/** Placeholder for the link's value, which is drawn when the mail is sent and stored nowhere. */
const placeholder = '{link}'

export function isLinkPurpose(kind: MessageKind): kind is LinkPurpose {
  return (linkPurposes as readonly string[]).includes(kind)
}

/** Returns the page of a link, with a placeholder for its value. */
export function linkPage(purpose: LinkPurpose): string {
  return `${pages[purpose]}/${placeholder}`
}

/** Fills in a link's value; for those who only read the mail, an ellipsis. */
export function withLink(letter: string, value = '…'): string {
  return letter.replaceAll(placeholder, () => value)
}

/** SHA-256 of a link's value, which is all that is stored of it. */
export function linkHash(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/**
 * Draws the value of a queued mail's link (256 random bits), one for each attempt. Returns null if the mail is older than
 * its link would live, or no longer queued because another link was used.
 */
export async function drawLink(knex: Knex, purpose: LinkPurpose, messageId: number): Promise<string | null> {
  const value = randomBytes(32).toString('base64url')
  const hours = linkHours[purpose]
  // The shared lock waits for a link that is being used: that one takes this mail out of the queue.
  const drawn = await many(
    knex,
    `with letter as (
       select user_id, recipient, data from messages
       where id = ? and state = 'queued' and created_at > now() - make_interval(hours => ?) for share)
     insert into tokens (purpose, token_hash, user_id, email, data, expires_at)
     select ?, ?, user_id, recipient, coalesce(data -> 'link', '{}'), now() + make_interval(hours => ?) from letter
     returning id`,
    [messageId, hours, purpose, linkHash(value), hours],
  )
  return drawn.length > 0 ? value : null
}
