import type { Knex } from 'knex'
import { type QueryBuilder, raw } from 'objection'
import type { NoticeItem, NoticeKind } from '../../contract/messages.ts'
import { Notice } from '../../db/models/notices.ts'
import { iso } from '../../telemetry/views/scope.ts'

type NoticeRow = Notice & { nextAttemptAt: Date | null }

/** When the job of a notice sends it next. */
const nextAttemptAt = raw(
  `(select run_at from graphile_worker.jobs where key = 'messages.' || notices.channel || ' ' || notices.id)`,
)

/** Notices with whom and what they are about. */
export function noticeRows(trx: Knex): QueryBuilder<NoticeRow> {
  const notices = Notice.query(trx).select('notices.*', nextAttemptAt.as('next_attempt_at'))
  return notices.withGraphFetched('[user, site, reservation]') as unknown as QueryBuilder<NoticeRow>
}

/** A notice as operators see it in the list. */
export function noticeItem({ user, site, reservation, ...notice }: NoticeRow): NoticeItem {
  return {
    id: notice.id,
    channel: notice.channel,
    kind: notice.kind as NoticeKind,
    recipient: notice.recipient,
    person: user?.shownName ?? null,
    language: notice.language,
    subject: notice.subject,
    site: site ? { id: site.id, name: site.fullName ?? site.name, timeZone: site.timeZone } : null,
    reservation: reservation ? { id: reservation.id, number: reservation.number } : null,
    state: notice.state,
    via: notice.via,
    attempts: notice.attempts,
    createdAt: iso(notice.createdAt),
    lastAttemptAt: iso(notice.lastAttemptAt),
    nextAttemptAt: notice.state === 'queued' ? iso(notice.nextAttemptAt) : null,
    sentAt: iso(notice.sentAt),
    error: notice.error,
  }
}
