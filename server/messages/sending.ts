import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Lane } from '../jobs/jobs.ts'
import { type Attempt, TryLater } from '../jobs/tasks.ts'
import { createThrottle } from '../kernel/throttle.ts'
import { createBreaker } from './breaker.ts'
import { publishCounts } from './counts.ts'
import { drawLink, isLinkPurpose, withLink } from './links.ts'
import { type Channel, markTried, type Queued, readQueued, suppress } from './outgoing.ts'
import { type MailPort, type OutgoingMail, type OutgoingSms, type Port, SendFailure, type SmsPort } from './port.ts'
import { complete } from './render.ts'

export interface SendingOptions {
  readonly knex: Knex
  readonly log: Logger
  /** Null = no channel is configured: messages are kept in the outbox, with that reason. */
  readonly mail: MailPort | null
  readonly sms: SmsPort | null
  readonly portalUrl: string
  readonly onAway?: (channel: Channel, away: boolean) => void
}

/** Maximum number of messages of a channel in flight. */
export const maxAtOnce = 3
/** Seconds until a message is retried that was blocked by an unavailable channel. */
const awaySeconds = 30
/** Minimum interval between updates of the counts on screens. */
const reportEveryMs = 1_000

/** Sends messages by jobs, outside of transactions. After a crash between sending and marking, a message is sent again with the same Message-ID: mail has no exactly-once delivery. */
export function createSending(options: SendingOptions): { lanes: Lane[]; stop(): Promise<void> } {
  const { knex, log, mail, sms, portalUrl } = options
  const counts = createThrottle<number | null>({
    everyMs: reportEveryMs,
    work: (siteIds) => publishCounts(knex, siteIds),
    onError: (error) => log.warn({ err: error }, 'cannot push the counts of messages'),
  })
  const moved = (siteId: number | null): void => counts.add([siteId])
  return {
    lanes: [
      channelLane('mail', { ...options, moved, port: mail, outOf: mailOf(portalUrl) }),
      channelLane('sms', { ...options, moved, port: sms, outOf: smsOf }),
    ],
    async stop() {
      await counts.stop()
      mail?.close()
      sms?.close()
    },
  }
}

function mailOf(portalUrl: string) {
  const host = new URL(portalUrl).hostname
  return ({ id, recipient, senderName, language, subject, text, html }: Queued, link: string): OutgoingMail => ({
    messageId: `<message-${id}@${host}>`,
    to: recipient,
    senderName,
    language,
    subject: subject ?? '',
    text: withLink(complete(text, portalUrl), link),
    html: withLink(complete(html ?? '', portalUrl), link),
  })
}

const smsOf = ({ id, recipient, text }: Queued): OutgoingSms => ({ id: `message-${id}`, to: recipient, text })

interface ChannelOptions<Out> extends Pick<SendingOptions, 'knex' | 'log' | 'onAway'> {
  readonly port: Port<Out> | null
  /** `link` = the value of the mail's link, '' without one. */
  readonly outOf: (message: Queued, link: string) => Out
  readonly moved: (siteId: number | null) => void
}

function channelLane<Out>(channel: Channel, options: ChannelOptions<Out>): Lane {
  const { knex, log, port, outOf, moved, onAway } = options
  const breaker = createBreaker({ onChange: (away) => onAway?.(channel, away) })

  const send = async ({ id }: { id: number }, attempt: Attempt): Promise<void> => {
    const message = await readQueued(knex, id)
    if (!message) return
    try {
      if (!message.wanted) await suppress(knex, id, 'consent-withdrawn')
      else if (port === null) await markTried(knex, id, { state: 'sent', via: 'outbox' })
      else await sendBy(port, message, attempt)
    } finally {
      moved(message.siteId)
    }
  }
  const sendBy = async (to: Port<Out>, message: Queued, { signal, last }: Attempt): Promise<void> => {
    const wasAway = breaker.open
    if (!breaker.enter()) throw new TryLater(awaySeconds)
    const link = isLinkPurpose(message.kind) ? await drawLink(knex, message.kind, message.id) : ''
    if (link === null) return suppress(knex, message.id, 'link-outdated')
    try {
      await to.send(outOf(message, link), signal)
    } catch (error) {
      const { kind, message: reason } = failureOf(error)
      log.warn({ message: message.id, channel, kind, reason }, 'message not sent')
      const free = signal.aborted || (kind === 'away' && wasAway)
      if (!signal.aborted) breaker.note(kind === 'away')
      const failed = kind === 'refused' || (last && !free)
      await markTried(knex, message.id, { state: failed ? 'failed' : 'queued', error: reason, free })
      if (failed) return
      throw free ? new TryLater(signal.aborted ? 0 : awaySeconds, error) : error
    }
    breaker.note(false)
    await markTried(knex, message.id, { state: 'sent', via: to.via })
  }

  return {
    handlers: channel === 'mail' ? { 'messages.mail': send } : { 'messages.sms': send },
    atOnce: maxAtOnce,
    paused: () => breaker.waitMs > 0,
  }
}

function failureOf(error: unknown): SendFailure {
  return error instanceof SendFailure ? error : new SendFailure('later', String(error), { cause: error })
}
