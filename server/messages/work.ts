import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Lane } from '../jobs/jobs.ts'
import type { Tick } from '../jobs/ticks.ts'
import type { Config } from '../kernel/config.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { publishCounts } from './counts.ts'
import { createMailFolder } from './mail-folder.ts'
import { failForgotten } from './outgoing.ts'
import type { MailPort } from './port.ts'
import { queueMalfunctions } from './queue-malfunctions.ts'
import { queueReservationMessages } from './queue-reservations.ts'
import { queueSilentGateways } from './queue-silent-gateways.ts'
import { createSending, maxAtOnce } from './sending.ts'
import { createSmsGateway } from './sms-gateway.ts'
import { createSmtp } from './smtp.ts'

export interface MessageFacts {
  readonly onReservation: (fact: { readonly reservationIds: readonly number[] }) => Promise<unknown>
  readonly onGatewaySilent: () => Promise<unknown>
}
interface Options {
  readonly knex: Knex
  readonly log: Logger
  readonly metrics: Metrics
  readonly config: Pick<Config, 'mail' | 'mailDir' | 'sms'>
  readonly portalUrl: string
}

/** Turns facts into messages and sends them. Histories, stamps and jobs survive a crash; facts start the work at once, a tick catches what they missed. */
export function messageWork({ knex, log, metrics, config, portalUrl }: Options): {
  facts: MessageFacts
  ticks: Tick[]
  lanes: Lane[]
  stop: () => Promise<void>
} {
  const sending = createSending({
    knex,
    log,
    mail: mailPort(config, portalUrl),
    sms: config.sms ? createSmsGateway(config.sms) : null,
    portalUrl,
    onAway: (channel, away) => metrics.messagesAway.set({ channel }, away ? 1 : 0),
  })
  const missed = async (): Promise<void> => {
    await queueReservationMessages(knex, null)
    await queueSilentGateways(knex)
    await queueMalfunctions(knex)
    const siteIds = await failForgotten(knex)
    if (siteIds.length > 0) await publishCounts(knex, siteIds)
  }
  return {
    facts: {
      onReservation: async ({ reservationIds }) => queueReservationMessages(knex, reservationIds),
      onGatewaySilent: async () => queueSilentGateways(knex),
    },
    ticks: [{ name: 'messages.tell', everyMs: 15_000, run: missed }],
    lanes: sending.lanes,
    stop: sending.stop,
  }
}

/** A mail server, else a folder, else nothing. */
function mailPort({ mail, mailDir }: Options['config'], portalUrl: string): MailPort | null {
  if (mail) return createSmtp({ ...mail, connections: maxAtOnce })
  return mailDir === null ? null : createMailFolder({ dir: mailDir, from: `noreply@${new URL(portalUrl).hostname}` })
}
