import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { type Breaker, createBreaker } from './breaker.ts'
import { type Channel, type Claimed, claimOne, dropUnwanted, keepHere, markFailed, markSent } from './claim.ts'
import { type MailPort, type OutgoingMail, type OutgoingSms, type Port, SendFailure, type SmsPort } from './port.ts'
import { complete } from './render.ts'

export interface SendingOptions {
  readonly knex: Knex
  readonly log: Logger
  /** Null = nothing is configured that sends: notices are kept in the outbox, which says so. */
  readonly mail: MailPort | null
  readonly sms: SmsPort | null
  readonly portalUrl: string
  readonly onAway?: (channel: Channel, away: boolean) => void
}

/** So many are on their way at once. */
export const lanes = 3

/**
 * Sends what stands in the queue. Each row is marked as tried before it is sent, in a transaction of its own, so that however many processes
 * send, nobody else does; nothing is sent inside a transaction, and no other work waits. A process that dies between sending and marking leaves
 * a row that is sent again after its lease, with the same Message-ID: mail knows no 'exactly once'.
 */
export function createSending(options: SendingOptions) {
  const stopping = new AbortController()
  const channels = [
    createChannel('mail', { ...options, stop: stopping.signal, port: options.mail, outOf: mailOf(options.portalUrl) }),
    createChannel('sms', { ...options, stop: stopping.signal, port: options.sms, outOf: smsOf }),
  ]
  return {
    /** Sends what is due; resolves when nothing is due any more, or nothing leaves. */
    async sweep(): Promise<void> {
      await Promise.all(channels.map((channel) => channel.sweep()))
    },
    /** The same without waiting for it. */
    wake(): void {
      for (const channel of channels) void channel.sweep()
    },
    /** Takes nothing new; what is on its way may still arrive for so long. */
    async stop(graceMs = 3_000): Promise<void> {
      const hard = setTimeout(() => stopping.abort(), graceMs)
      await Promise.all(channels.map((channel) => channel.stop()))
      clearTimeout(hard)
      options.mail?.close()
      options.sms?.close()
    },
  }
}

function mailOf(portalUrl: string) {
  const host = new URL(portalUrl).hostname
  return (claimed: Claimed): OutgoingMail => ({
    messageId: `<notice-${claimed.id}@${host}>`,
    to: claimed.recipient,
    senderName: claimed.senderName,
    language: claimed.language,
    subject: claimed.subject ?? '',
    text: complete(claimed.text, portalUrl),
    html: complete(claimed.html ?? '', portalUrl),
  })
}

const smsOf = ({ id, recipient, text }: Claimed): OutgoingSms => ({ id: `notice-${id}`, to: recipient, text })

interface ChannelOptions<Out> extends Pick<SendingOptions, 'knex' | 'log' | 'onAway'> {
  readonly port: Port<Out> | null
  readonly outOf: (claimed: Claimed) => Out
  readonly stop: AbortSignal
}

function createChannel<Out>(name: Channel, options: ChannelOptions<Out>) {
  const { knex, log, port } = options
  const breaker = createBreaker()
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const drain = async (): Promise<void> => {
    do {
      again = false
      if (name === 'sms') await dropUnwanted(knex)
      if (port === null) while (!stopped && (await keepHere(knex, name)) > 0);
      else if (breaker.open) await probe(port)
      else await Promise.all(Array.from({ length: lanes }, () => lane(port)))
    } while (again && !stopped && !breaker.open)
  }
  const lane = async (to: Port<Out>): Promise<void> => {
    while (!stopped && !breaker.open && (await sendOne(to)));
  }
  /** While the other side is away, one row finds out whether it is back. */
  const probe = async (to: Port<Out>): Promise<void> => {
    if (breaker.waitMs > 0 || !(await sendOne(to)) || breaker.open) return
    again = true
  }
  const sendOne = async (to: Port<Out>): Promise<boolean> => {
    const claimed = await claimOne(knex, name)
    if (!claimed) return false
    const wasOpen = breaker.open
    try {
      await to.send(options.outOf(claimed), options.stop)
    } catch (error) {
      await failed(claimed, error, wasOpen)
      return true
    }
    setAway(breaker, false)
    await markSent(knex, claimed, to.via)
    return true
  }
  const failed = async (claimed: Claimed, error: unknown, wasOpen: boolean): Promise<void> => {
    const kind = error instanceof SendFailure ? error.kind : 'later'
    const text = error instanceof Error ? error.message : String(error)
    const ended = options.stop.aborted
    if (!ended) setAway(breaker, kind === 'away')
    log.warn({ notice: claimed.id, channel: name, kind, reason: text }, 'notice not sent')
    await markFailed(knex, claimed, { kind: ended ? 'away' : kind, error: text, counts: !wasOpen && !ended })
  }
  const setAway = (of: Breaker, away: boolean): void => {
    const before = of.open
    if (away) of.away()
    else of.closed()
    if (before !== away) options.onAway?.(name, away)
  }

  return {
    sweep(): Promise<void> {
      if (stopped) return Promise.resolve()
      again = true
      running ??= drain()
        .catch((error: unknown) => {
          if (!stopped) log.warn({ err: error, channel: name }, 'notices could not be sent')
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
    async stop(): Promise<void> {
      stopped = true
      await running
    },
  }
}
