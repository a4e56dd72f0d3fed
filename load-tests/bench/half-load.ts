import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { startFlood } from '../../server/faults/testing/floods.ts'
import type { RunningPortal } from '../../server/testing/harness.ts'
import type { World } from '../../server/testing/world.ts'
import { bodies, makeSenders, perPost, post } from './ingest.ts'
import { pushLatency } from './push.ts'

/**
 * Milliseconds from a gateway's POST to the push at a watching socket while others send half of what can be stored.
 * That maximum is measured first, with nobody watching. The others are a process of their own: their waiting is not the
 * portal's.
 */
export async function pushAtHalfLoad(portal: RunningPortal, knex: Knex, world: World, rounds: number) {
  const senders = await makeSenders(knex, 100, 50)
  const agent = new Agent({ keepAlive: true, maxSockets: 24 })
  await post(portal.url, agent, bodies(senders, -1, 100, 'counted'), 16, [])
  const full = (200 * perPost) / (await post(portal.url, agent, bodies(senders, 0, 200, 'counted'), 16, []))
  agent.destroy()
  const flood = await startFlood()
  try {
    const gateways = senders.map(({ id, token, deviceIds }) => ({
      id,
      token,
      devices: deviceIds.map((_, n) => `D-${n + 1}`),
    }))
    flood.begin({ url: portal.url, gateways, perBody: perPost, perSecond: full / 2, mark: 'half', lanes: 1 })
    await wait(settleMs)
    const { p50, p99 } = await pushLatency(portal, knex, world, rounds)
    const { stored, seconds } = await flood.end()
    return { p50, p99, rounds, full, load: stored / seconds }
  } finally {
    flood.close()
  }
}

/** Pause for the after-effects of full speed. */
const settleMs = 3_000
