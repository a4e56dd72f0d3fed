import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Tick } from '../jobs/ticks.ts'
import type { Config } from '../kernel/config.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { createSending, lanes } from './sending.ts'
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
 * Turns what happened into notices and sends them. Nothing is lost with a process: what is to be told stands in histories and stamps, what is to
 * be sent in `notices`; facts only start the work at once, and ticks find what they missed.
 */
export function noticeWork({ knex, log, metrics, config, portalUrl }: Options): {
  facts: [string, Fact][]
  ticks: Tick[]
  stop: () => Promise<void>
} {
  const sending = createSending({
    knex,
    log,
    mail: config.mail ? createSmtp({ ...config.mail, connections: lanes }) : null,
    sms: config.sms ? createSmsGateway(config.sms) : null,
    portalUrl,
    onAway: (channel, away) => metrics.noticesAway.set({ channel }, away ? 1 : 0),
  })
  const tell =
    (work: (payload: Readonly<Record<string, unknown>>) => Promise<number>): Fact =>
    async (payload) => {
      if ((await work(payload)) > 0) sending.wake()
    }
  const ofReservations = tell((payload) => tellReservationNotices(knex, payload['reservationIds'] as number[]))
  const missed = tell(
    async () =>
      (await tellReservationNotices(knex, null)) + (await tellSilentGateways(knex)) + (await tellMalfunctions(knex)),
  )
  return {
    facts: [
      ['reservations.reserved', ofReservations],
      ['reservations.extended', ofReservations],
      ['reservations.deviceChanged', ofReservations],
      ['reservations.canceled', ofReservations],
      ['gateways.silent', tell(() => tellSilentGateways(knex))],
    ],
    ticks: [
      { name: 'notices.send', everyMs: 2_000, lock: 30, run: async () => sending.wake() },
      { name: 'notices.tell', everyMs: 15_000, lock: 31, run: () => missed({}) },
    ],
    stop: () => sending.stop(),
  }
}
