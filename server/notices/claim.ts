import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import type { FailureKind } from './port.ts'

export type Channel = 'mail' | 'sms'

/** A notice that this process is sending: nobody else tries it for the next five minutes. */
export interface Claimed {
  readonly id: number
  readonly recipient: string
  readonly senderName: string
  readonly language: string
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly attempts: number
  readonly siteId: number | null
}

/** Longer than any try may take. */
const leaseMinutes = 5
/** Minutes until the next try after the first, second, … one failed. After the last one a notice has failed. */
export const backoffMinutes = [1, 5, 15, 60, 240, 480, 720] as const
export const mostAttempts = backoffMinutes.length + 1
/** Seconds until a notice is tried again that could not leave because nothing leaves. */
const awaySeconds = 30

/** Whoever withdrew his consent to SMS gets none, also not those that wait already (rule N-4). */
const consents = `exists (select from users u where u.id = n.user_id and u.wants_sms and u.sms_consent_at is not null)`
const wanted = `(n.channel <> 'sms' or ${consents})`
const due = `select n.id from notices n where n.channel = :channel and n.state = 'queued' and n.next_attempt_at <= now()`

/** Takes the notice that has waited longest, and marks that it is being tried before it is; null = none is due. */
export async function claimOne(knex: Knex, channel: Channel): Promise<Claimed | null> {
  const [claimed] = await prepared<Claimed>(
    knex,
    `with due as (${due} and ${wanted} order by n.next_attempt_at, n.id limit 1 for update of n skip locked)
     update notices n set attempts = n.attempts + 1, last_attempt_at = now(), next_attempt_at = now() + interval '${leaseMinutes} minutes'
     from due where n.id = due.id
     returning n.id, n.recipient, coalesce(n.sender_name, '') as "senderName", n.language, n.subject, n.body_text as text, n.body_html as html, n.attempts, n.site_id as "siteId"`,
    { channel },
  )
  return claimed ?? null
}

/** Without anybody who sends: the notices that are due are kept here, and that is said. Answers the site of each. */
export async function keepHere(knex: Knex, channel: Channel): Promise<(number | null)[]> {
  const kept = await prepared<{ siteId: number | null }>(
    knex,
    `with due as (${due} and ${wanted} order by n.next_attempt_at, n.id limit 500 for update of n skip locked)
     update notices n set state = 'sent', sent_at = now(), via = 'outbox', attempts = n.attempts + 1, last_attempt_at = now(), error = null
     from due where n.id = due.id returning n.site_id as "siteId"`,
    { channel },
  )
  return kept.map(({ siteId }) => siteId)
}

/** SMS that wait although their person withdrew the consent meanwhile are not sent. */
export async function dropUnwanted(knex: Knex): Promise<void> {
  await prepared(
    knex,
    `with due as (${due} and not ${consents} for update of n skip locked)
     update notices n set state = 'suppressed', error = 'consent-withdrawn' from due where n.id = due.id`,
    { channel: 'sms' },
  )
}

/** It left: true also when the lease ran out meanwhile, because it did leave. */
export async function markSent(knex: Knex, { id }: Claimed, via: string): Promise<void> {
  await knex.raw(
    `update notices set state = 'sent', sent_at = now(), via = ?, error = null where id = ? and state = 'queued'`,
    [via, id],
  )
}

/**
 * It did not leave. `refused` has failed for good; `later` is tried again, ever more seldom; `away` is nobody's fault and tried soon, and costs
 * the notice a try only when that was not known before (`counts`).
 */
export async function markFailed(
  knex: Knex,
  { id, attempts }: Claimed,
  { kind, error, counts }: { kind: FailureKind; error: string; counts: boolean },
): Promise<void> {
  const minutes = backoffMinutes[attempts - 1]
  const tried = counts || kind !== 'away' ? attempts : attempts - 1
  const failed = kind === 'refused' || (tried === attempts && minutes === undefined)
  const seconds = kind === 'away' ? awaySeconds : (minutes ?? 0) * 60
  await knex.raw(
    `update notices set state = ?, error = ?, attempts = ?, next_attempt_at = now() + make_interval(secs => ?)
     where id = ? and state = 'queued' and attempts = ?`,
    [failed ? 'failed' : 'queued', error.slice(0, 500), tried, seconds, id, attempts],
  )
}
