import { addGateway, type WorldGateway } from '../../server/testing/world.ts'
import type { Summary } from '../crowd/figures.ts'
import { repeatedEvery, type Sender } from '../k6/batches.ts'
import { checkTelemetry } from './check-telemetry.ts'
import { atLeast, exactly, type Outcome, type Scenario, type Stage, sizeOf, valueOf } from './scenario.ts'

const sizes = {
  short: { gateways: 8, devices: 20, batch: 100, seconds: 6 },
  usual: { gateways: 50, devices: 50, batch: 200, seconds: 60 },
  long: { gateways: 200, devices: 50, batch: 500, seconds: 600 },
}
const proves = 'each message that was acknowledged is in the database exactly once, also what was sent twice.'

/** As many readings as the server takes, over HTTP. */
export const telemetryHttp: Scenario = {
  name: 'telemetry-http',
  test: 'T9',
  proves: `Gateways post as fast as they are answered: ${proves}`,
  sizes,
  run: (stage) => run(stage, 'telemetry-http', 'http_req_duration{verb:messages}'),
}

/** The same over live links. */
export const telemetryLink: Scenario = {
  name: 'telemetry-link',
  test: 'T9',
  proves: `The same over the live link: ${proves}`,
  sizes,
  run: (stage) => run(stage, 'telemetry-link', 'answer_ms'),
}

async function run(stage: Stage, script: string, duration: string): Promise<Outcome> {
  const { knex } = stage
  const size = sizeOf(stage.sizes, 'batch')
  const seconds = sizeOf(stage.sizes, 'seconds')
  const gateways = await plant(stage)
  const senders: Sender[] = gateways.map(({ id, token, devices }) => ({ id, token, devices: devices.length }))
  const base = Date.now() - 6 * 86_400_000
  const k6 = stage.k6(script, { data: senders, env: { BASE: base, SIZE: size, SECONDS: seconds } })
  const summary = await k6.ended
  const told = k6.told() as { gateway: number; batches: number }[]
  const found = await checkTelemetry(knex, told, { base, size })
  const time = (value: string) => valueOf(summary, duration, value)
  return {
    n: found.acknowledged,
    faults: valueOf(summary, 'repeated', 'count'),
    lost: found.lost,
    dup: found.doubled,
    p50: time('med'),
    p95: time('p(95)'),
    p99: time('p(99)'),
    figures: figures(summary, found.acknowledged, seconds),
    checks: [
      exactly('gateways that told their count', told.length, senders.length),
      atLeast('batches of the slowest gateway', Math.min(...told.map(({ batches }) => batches)), 2),
      atLeast('messages sent twice', valueOf(summary, 'repeated', 'count'), senders.length * size),
      ...found.checks,
    ],
  }
}

function figures(summary: Summary, acknowledged: number, seconds: number) {
  return {
    'messages a second, acknowledged': acknowledged / seconds,
    'batches refused with Retry-After': valueOf(summary, 'sent_later', 'count'),
    'links lost': valueOf(summary, 'links_lost', 'count'),
    'sent twice, of all batches': `every ${repeatedEvery}th`,
  }
}

async function plant({ knex, sizes: of }: Stage): Promise<WorldGateway[]> {
  const [site] = (await knex('sites').insert({ name: 'Flood' }).returning('id')) as { id: number }[]
  const gateways: WorldGateway[] = []
  for (let n = 0; n < sizeOf(of, 'gateways'); n += 1)
    gateways.push(await addGateway(knex, site?.id ?? 0, `flood-${n}`, sizeOf(of, 'devices')))
  return gateways
}
