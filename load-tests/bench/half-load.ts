import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { RunningPortal } from '../../server/testing/harness.ts'
import type { World } from '../../server/testing/world.ts'
import { type Body, bodies, makeSenders, perPost, post, send } from './ingest.ts'
import { pushLatency } from './push.ts'

/**
 * Milliseconds from a gateway's POST to the push at a watching socket while others send half of what can be stored: that is measured first, as fast as it
 * goes, with nobody watching.
 */
export async function pushAtHalfLoad(portal: RunningPortal, knex: Knex, world: World, rounds: number) {
  const senders = await makeSenders(knex, 100, 50)
  const agent = new Agent({ keepAlive: true, maxSockets: 24 })
  await post(portal.url, agent, bodies(senders, -1, 100, 'counted'), 16, [])
  const full = (200 * perPost) / (await post(portal.url, agent, bodies(senders, 0, 200, 'counted'), 16, []))
  const load = pace(portal.url, agent, bodies(senders, 1, 3_000, 'counted'), full / 2)
  await wait(settleMs)
  const { p50, p99 } = await pushLatency(portal, knex, world, rounds)
  const stored = await load.stop()
  agent.destroy()
  return { p50, p99, rounds, full, load: stored }
}

/** What was written at full speed before has its after-effects. */
const settleMs = 3_000

/** Sends bodies at so many readings a second, whatever the answers take; readings stored a second when stopped. */
function pace(url: string, agent: Agent, all: readonly Body[], perSecond: number) {
  const began = performance.now()
  let [next, stored, stopped] = [0, 0, false]
  const running = new Set<Promise<void>>()
  const deliver = async (body: Body): Promise<void> => {
    for (;;) {
      const { reply, retryAfter } = await send(url, agent, body)
      if (retryAfter === 0) {
        stored += (JSON.parse(reply) as { stored: number }).stored
        return
      }
      if (stopped) return
      await wait(retryAfter * 1_000)
    }
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * (perSecond / perPost)
    while (next < due) {
      const body = all[next++]
      if (!body) throw new Error('the load ran out before the measuring ended')
      const one = deliver(body).finally(() => running.delete(one))
      running.add(one)
    }
  }, 5)
  return {
    async stop(): Promise<number> {
      stopped = true
      clearInterval(timer)
      const seconds = (performance.now() - began) / 1_000
      const rate = stored / seconds
      await Promise.all(running)
      return rate
    },
  }
}
