import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { createBreaker } from './breaker.ts'
import { type Channel, type Claimed, claimOne, dropUnwanted, keepHere, markFailed, markSent } from './claim.ts'
import { tellCounts } from './counts.ts'
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

/** Screens are told at most so often that notices moved. */
const tellEveryMs = 1_000

function createChannel<Out>(name: Channel, options: ChannelOptions<Out>) {
  const { knex, log, port } = options
  const breaker = createBreaker()
  const running = new Set<Promise<void>>()
  const movedSites = new Set<number | null>()
  let toldAt = performance.now()
  let stopped = false

  const tellMoved = async (): Promise<void> => {
    const siteIds = [...movedSites]
    movedSites.clear()
    toldAt = performance.now()
    if (siteIds.length > 0) await tellCounts(knex, siteIds)
  }
  const lane = async (): Promise<void> => {
    if (name === 'sms') await dropUnwanted(knex)
    while (!stopped && breaker.waitMs === 0 && (await step())) {
      if (performance.now() - toldAt > tellEveryMs) await tellMoved()
      // Only one goes on while the other side is away.
      if (breaker.open && running.size > 1) break
    }
    await tellMoved()
  }
  /** True = there may be more. */
  const step = (): Promise<boolean> => (port === null ? keepSome() : sendOne(port))
  const keepSome = async (): Promise<boolean> => {
    const siteIds = await keepHere(knex, name)
    for (const id of siteIds) movedSites.add(id)
    return siteIds.length > 0
  }
  const sendOne = async (to: Port<Out>): Promise<boolean> => {
    const claimed = await claimOne(knex, name)
    if (!claimed) return false
    const wasOpen = breaker.open
    try {
      await to.send(options.outOf(claimed), options.stop)
      setAway(false)
      await markSent(knex, claimed, to.via)
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
      await failed(claimed, error, wasOpen)
    }
    movedSites.add(claimed.siteId)
    return true
  }
  const failed = async (claimed: Claimed, { kind, message }: SendFailure, wasOpen: boolean): Promise<void> => {
    const ended = options.stop.aborted
    if (!ended) setAway(kind === 'away')
    log.warn({ notice: claimed.id, channel: name, kind, reason: message }, 'notice not sent')
    await markFailed(knex, claimed, { kind: ended ? 'away' : kind, error: message, counts: !wasOpen && !ended })
  }
  const setAway = (away: boolean): void => {
    const before = breaker.open
    if (away) breaker.away()
    else breaker.closed()
    if (before !== away) options.onAway?.(name, away)
  }
  const start = (): void => {
    const work = lane()
      .catch((error: unknown) => {
        if (!stopped) log.warn({ err: error, channel: name }, 'notices could not be sent')
      })
      .finally(() => running.delete(work))
    running.add(work)
  }

  return {
    async sweep(): Promise<void> {
      const most = port === null || breaker.open ? 1 : lanes
      while (!stopped && breaker.waitMs === 0 && running.size < most) start()
      await Promise.all(running)
    },
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(running)
    },
  }
}
