import type { Knex } from 'knex'
import type { MessageKind } from '../../contract/messages.ts'
import { many, prepared } from '../../db/sql.ts'

export type Channel = 'mail' | 'sms'

/** A queued message. */
export interface Queued {
  readonly id: number
  readonly kind: MessageKind
  readonly recipient: string
  readonly senderName: string
  readonly language: string
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly siteId: number | null
  /** False = an SMS whose recipient has withdrawn consent meanwhile (rule N-4). */
  readonly wanted: boolean
}

/** Returns the message, or null if it is no longer queued. */
export async function readQueued(knex: Knex, id: number): Promise<Queued | null> {
  const [found] = await prepared<Queued>(
    knex,
    `select n.id, n.kind, n.recipient, coalesce(n.sender_name, '') as "senderName", n.language, n.subject, n.body_text as text, n.body_html as html,
       n.site_id as "siteId", n.channel <> 'sms' or exists (
         select from users u where u.id = n.user_id and u.wants_sms and u.sms_consent_at is not null) as wanted
     from messages n where n.id = ? and n.state = 'queued'`,
    [id],
  )
  return found ?? null
}

/** Drops a message that is no longer wanted: an SMS without consent, or a mail whose link would be outdated. */
export async function suppress(knex: Knex, id: number, error: 'consent-withdrawn' | 'link-outdated'): Promise<void> {
  await knex('messages').where({ id, state: 'queued' }).update({ state: 'suppressed', error })
}

interface Tried {
  readonly state: 'sent' | 'queued' | 'failed'
  readonly via?: string
  readonly error?: string
  /** This does not count as an attempt. */
  readonly free?: boolean
}

/** Records the outcome of an attempt. */
export async function markTried(knex: Knex, id: number, { state, via, error, free = false }: Tried): Promise<void> {
  await knex('messages')
    .where({ id, state: 'queued' })
    .update({
      state,
      via: via ?? null,
      error: error?.slice(0, 500) ?? null,
      sent_at: state === 'sent' ? knex.fn.now() : null,
      last_attempt_at: knex.fn.now(),
      attempts: knex.raw('attempts + ?', [free ? 0 : 1]),
    })
}

/**
 * Fails queued messages that have no attempts left: their process died, or lost the database, during the last one. Returns the site of
 * each.
 */
export async function failForgotten(knex: Knex): Promise<(number | null)[]> {
  const failed = await many<{ siteId: number | null }>(
    knex,
    `update messages n set state = 'failed', error = coalesce(error, 'interrupted') where n.state = 'queued' and not exists (
       select from graphile_worker.jobs j where j.key = 'messages.' || n.channel || ' ' || n.id
         and (j.attempts < j.max_attempts or j.locked_at is not null))
     returning n.site_id as "siteId"`,
  )
  return failed.map(({ siteId }) => siteId)
}
