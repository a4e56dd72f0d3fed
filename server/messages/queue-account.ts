import type { Knex } from 'knex'
import type { Language } from '../../contract/session.ts'
import { Message } from '../../db/models/messages.ts'
import { many } from '../../db/sql.ts'
import { addJob } from '../jobs/add-job.ts'
import { type MessageData, renderMessage } from './render.ts'
import type { AccountKind } from './texts/kinds.ts'

/** A mail about somebody's account. Nobody can switch it off, and the account need not be active. */
export interface AccountMail {
  readonly kind: AccountKind
  /** Null = the recipient has no account (an invitation). */
  readonly userId: number | null
  /** What differs from the account, for example a new address; everything, where there is no account. */
  readonly to?: { readonly email?: string; readonly language?: Language; readonly name?: string }
  /** The company that sends it; default: the user's own. */
  readonly tenantId?: number | null
  /** Its sender's name; default: the company. */
  readonly sender?: string
  /** A mail with the same key is never queued twice. */
  readonly dedupeKey?: string
  /** What the texts need. */
  readonly data?: MessageData
  /** What the link's row in `tokens` carries. */
  readonly link?: Readonly<Record<string, unknown>>
}

interface Recipient {
  readonly email: string | null
  readonly language: Language | null
  readonly name: string | null
  readonly sender: string
  readonly timeZone: string
}

/**
 * Queues a mail about an account in the transaction of its cause, with the job that sends it. The value of its link is drawn only
 * then: the row holds a placeholder.
 */
export async function queueAccountMail(trx: Knex.Transaction, mail: AccountMail): Promise<void> {
  const { kind, userId, to = {}, dedupeKey = null, data = {}, link = {} } = mail
  const found = await recipientOf(trx, userId, mail.tenantId ?? null)
  const email = to.email ?? found?.email
  if (!found || !email) throw new Error(`a mail of kind ${kind} has no recipient`)
  const language = to.language ?? found.language ?? 'en'
  const { timeZone } = found
  const sender = mail.sender ?? found.sender
  const name = to.name ?? found.name ?? email
  const about = { language, name, sender, timeZone, site: null, gateway: null, reservation: null }
  const { subject, text, html } = renderMessage(kind, about, { email, ...data })
  const message: { id?: number } = await Message.query(trx)
    .insert({
      channel: 'mail',
      kind,
      recipient: email,
      userId,
      language,
      senderName: sender,
      subject,
      bodyText: text,
      bodyHtml: html,
      data: { ...data, link },
      dedupeKey,
      state: 'queued',
    })
    .onConflict('dedupe_key')
    .ignore()
  if (message.id !== undefined) await addJob(trx, 'messages.mail', { id: message.id })
}

/** The user with the company that sends the mail: the given one, that of the session, or any of the user's. */
async function recipientOf(trx: Knex, userId: number | null, tenantId: number | null): Promise<Recipient | undefined> {
  const [found] = await many<Recipient>(
    trx,
    `select u.email, u.language, coalesce(nullif(u.full_name, ''), u.email) as name,
       coalesce(t.label, t.name, 'Holdfast') as sender, coalesce(t.time_zone, 'Europe/Berlin') as "timeZone"
     from (values (?::integer, ?::integer)) as wanted (user_id, tenant_id)
     left join users u on u.id = wanted.user_id
     left join tenants t on t.id = coalesce(wanted.tenant_id, u.session_tenant_id,
       (select min(tenant_id) from user_tenants where user_id = u.id))`,
    [userId, tenantId],
  )
  return found
}
