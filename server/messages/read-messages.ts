import type { Knex } from 'knex'
import { type QueryBuilder, raw } from 'objection'
import type { MessageItem, MessageKind } from '../../contract/messages.ts'
import { Message } from '../../db/models/messages.ts'
import { iso } from '../../telemetry/views/scope.ts'

type MessageRow = Message & { nextAttemptAt: Date | null }

/** When the message's job attempts it next. */
const nextAttemptAt = raw(
  `(select run_at from graphile_worker.jobs where key = 'messages.' || messages.channel || ' ' || messages.id)`,
)

/** Messages with their recipients and subjects. */
export function messageRows(trx: Knex): QueryBuilder<MessageRow> {
  const messages = Message.query(trx).select('messages.*', nextAttemptAt.as('next_attempt_at'))
  return messages.withGraphFetched('[user, site, reservation]') as unknown as QueryBuilder<MessageRow>
}

/** A message as operators see it in the list. */
export function messageItem({ user, site, reservation, ...message }: MessageRow): MessageItem {
  return {
    id: message.id,
    channel: message.channel,
    kind: message.kind as MessageKind,
    recipient: message.recipient,
    person: user?.shownName ?? null,
    language: message.language,
    subject: message.subject,
    site: site ? { id: site.id, name: site.fullName ?? site.name, timeZone: site.timeZone } : null,
    reservation: reservation ? { id: reservation.id, number: reservation.number } : null,
    state: message.state,
    via: message.via,
    attempts: message.attempts,
    createdAt: iso(message.createdAt),
    lastAttemptAt: iso(message.lastAttemptAt),
    nextAttemptAt: message.state === 'queued' ? iso(message.nextAttemptAt) : null,
    sentAt: iso(message.sentAt),
    error: message.error,
  }
}
