import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Lane } from '../jobs/jobs.ts'
import type { Tick } from '../jobs/ticks.ts'
import type { Config } from '../kernel/config.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { createSending, maxAtOnce } from './sending.ts'
import { createSmsGateway } from './sms-gateway.ts'
import { createSmtp } from './smtp.ts'
import { tellSilentGateways } from './tell-gateways.ts'
import { tellMalfunctions } from './tell-malfunctions.ts'
import { tellReservationNotices } from './tell-reservations.ts'

type Fact = (payload: Readonly<Record<string, unknown>>) => Promise<void>
interface Options {
  readonly knex: Knex
  readonly log: Logger
  readonly metrics: Metrics
  readonly config: Pick<Config, 'mail' | 'sms'>
  readonly portalUrl: string
}

/**
 * Turns what happened into messages and sends them. Nothing is lost with a process: what is to be told stands in histories and stamps, what is to
 * be sent in jobs; facts only start the writing at once, and a tick finds what they missed.
 */
export function noticeWork({ knex, log, metrics, config, portalUrl }: Options): {
  facts: [string, Fact][]
  ticks: Tick[]
  lanes: Lane[]
  stop: () => Promise<void>
} {
  const sending = createSending({
    knex,
    log,
    mail: config.mail ? createSmtp({ ...config.mail, connections: maxAtOnce }) : null,
    sms: config.sms ? createSmsGateway(config.sms) : null,
    portalUrl,
    onAway: (channel, away) => metrics.noticesAway.set({ channel }, away ? 1 : 0),
  })
  const ofReservations: Fact = async ({ reservationIds }) => {
    await tellReservationNotices(knex, reservationIds as number[])
  }
  const ofGateways: Fact = async () => {
    await tellSilentGateways(knex)
  }
  const missed = async (): Promise<void> => {
    await tellReservationNotices(knex, null)
    await tellSilentGateways(knex)
    await tellMalfunctions(knex)
  }
  return {
    facts: [
      ['reservations.reserved', ofReservations],
      ['reservations.extended', ofReservations],
      ['reservations.deviceChanged', ofReservations],
      ['reservations.canceled', ofReservations],
      ['gateways.silent', ofGateways],
    ],
    ticks: [{ name: 'notices.tell', everyMs: 15_000, lock: 31, run: missed }],
    lanes: sending.lanes,
    stop: sending.stop,
  }
}
