import { postMessages } from '../../server/testing/person.ts'
import type { PlantedZone } from './plant.ts'

/** Zones with changes. The last device of each gateway is the marker: it reports only at the end. */
export interface Driver {
  /** Number of stored changes by zone index. */
  readonly changes: readonly number[]
  /** Lets every device but the marker report once. */
  greet(): Promise<void>
  /**
   * Changes statuses evenly, zone after zone, until `until` settles; waits for the last to be stored. Leaves out what
   * the portal cannot take.
   */
  drive(perSecond: number, until: Promise<unknown>): Promise<void>
  /** Lets the marker of each zone report, after everything else. */
  mark(): Promise<void>
}

/** Statuses of one gateway in one message. */
const perPost = 2
/** Maximum number of messages in flight; further ones are left out, because they would still be sent after the end. */
const maxOpen = 500

/**
 * Makes devices change their status through the gateway protocol; what is not stored is sent again with the same ids.
 * `url` may change meanwhile.
 */
export function createDriver(url: () => string, zones: readonly PlantedZone[]): Driver {
  const changes = zones.map(() => 0)
  const turns = zones.map(() => 0)
  let sent = 0

  async function post(zone: number, devices: readonly string[], status: string): Promise<void> {
    const gateway = zones[zone]?.gateway
    if (!gateway) throw new Error(`no zone ${zone}`)
    sent += 1
    const at = new Date().toISOString()
    const messages = devices.map((device, n) => ({ id: `d${sent}-${n}`, at, device, kind: 'status', status }))
    while (!(await stored(gateway.token, messages))) await new Promise((resolve) => setTimeout(resolve, 250))
    changes[zone] = (changes[zone] ?? 0) + devices.length
  }
  async function stored(token: string, messages: object[]): Promise<boolean> {
    try {
      const response = await postMessages(url(), token, messages)
      if (!response.ok) return false
      const reply = (await response.json()) as { stored: number; duplicate: number; refused: object[] }
      if (reply.refused.length > 0) throw new TypeError(JSON.stringify(reply.refused))
      return reply.stored + reply.duplicate === messages.length
    } catch (error) {
      if (error instanceof TypeError && !/fetch|terminated/.test(error.message)) throw error
      return false
    }
  }
  /** Returns the next devices of a zone, in turn, and their next status. */
  function next(zone: number): { devices: string[]; status: string } {
    const devices = zones[zone]?.gateway.devices.slice(0, -1) ?? []
    const turn = turns[zone] ?? 0
    turns[zone] = turn + 1
    const first = (turn * perPost) % devices.length
    const status = Math.floor((turn * perPost) / devices.length) % 2 === 0 ? 'blocked' : 'free'
    return { devices: devices.slice(first, first + perPost).map(({ hardwareId }) => hardwareId), status }
  }

  return {
    changes,
    async greet() {
      for (const [zone, { gateway }] of zones.entries())
        await post(
          zone,
          gateway.devices.slice(0, -1).map(({ hardwareId }) => hardwareId),
          'free',
        )
      changes.fill(0)
    },
    async drive(perSecond, until) {
      let over = false
      void until.then(() => (over = true))
      const began = performance.now()
      const work = new Set<Promise<void>>()
      for (let posts = 0; !over; ) {
        const due = Math.floor(((performance.now() - began) / 1_000) * (perSecond / perPost))
        for (; posts < due; posts += 1) {
          if (work.size >= maxOpen) continue
          const zone = posts % zones.length
          const { devices, status } = next(zone)
          const one = post(zone, devices, status).finally(() => work.delete(one))
          work.add(one)
        }
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      await Promise.all(work)
    },
    async mark() {
      for (const [zone, { gateway }] of zones.entries())
        await post(
          zone,
          gateway.devices.slice(-1).map(({ hardwareId }) => hardwareId),
          'free',
        )
    },
  }
}
