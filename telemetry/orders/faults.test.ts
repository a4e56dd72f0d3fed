import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OrderFrame, OrderTaken } from '../../contract/gateway.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { verify } from '../sign.ts'
import { expireOrders } from './expire.ts'
import { issueOrder } from './issue.ts'
import { connectGateway, startPortal, type TestGateway, type TestPortal } from './testing/portal.ts'
import { keptOf, makeSite, type TestSite, wish } from './testing/site.ts'

let database: TestDatabase
let portal: TestPortal
beforeAll(async () => {
  database = await createTestDatabase()
  portal = await startPortal(database.knex, { graceMs: 50 })
})
afterAll(async () => {
  await portal.stop()
  await database.close()
})

const anyFault = fc.record({
  /** What happens to the acknowledgement. */
  ack: fc.constantFrom('at once', 'at once', 'late', 'lost', 'refused'),
  /** What the device does. */
  device: fc.constantFrom('moves', 'moves', 'jams', 'moves late'),
  /** How often each message is sent, and whether in the wrong order. */
  times: fc.integer({ min: 1, max: 3 }),
  shuffled: fc.boolean(),
  cut: fc.constantFrom(false, false, false, true),
})
type Fault = typeof anyFault extends fc.Arbitrary<infer F> ? F : never

interface Unruly {
  readonly executed: Map<string, number>
  readonly refusedFrames: string[]
  readonly work: Promise<unknown>[]
  close(): void
}
/** Latency of the link or the device. */
const latency = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A gateway that keeps the rules of the protocol over a bad link to bad devices, and comes back when it is cut off. */
async function unruly(site: TestSite, faults: readonly Fault[]): Promise<Unruly> {
  const executed = new Map<string, number>()
  const refusedFrames: string[] = []
  const work: Promise<unknown>[] = []
  let lastCounter = 0
  let count = 0
  let current: TestGateway | undefined
  let closed = false

  const say = async (fault: Fault, messages: object[]): Promise<void> => {
    const list = messages.flatMap((message) => {
      count += 1
      const kept = { id: `m-${count}`, at: new Date().toISOString(), ...message }
      return Array.from({ length: fault.times }, () => kept)
    })
    const body = { messages: fault.shuffled ? list.reverse() : list }
    const send = async (): Promise<void> => {
      if (!current?.socket.connected) throw new Error('cut off')
      await current.socket.timeout(500).emitWithAck('messages', body)
    }
    await vi.waitFor(send, { timeout: 5_000, interval: 20 })
  }
  const carryOut = async (frame: OrderFrame, fault: Fault): Promise<void> => {
    executed.set(frame.order, (executed.get(frame.order) ?? 0) + 1)
    const answer = { device: frame.device, kind: 'answer', order: frame.order }
    if (fault.device === 'jams') return say(fault, [{ ...answer, result: 'failed', reason: 'jammed' }])
    if (fault.device === 'moves late') await latency(2_300)
    const report = { device: frame.device, kind: 'status', status: 'free', door: 'open' }
    await say(fault, [{ ...answer, result: 'accepted' }, report, { ...answer, result: 'done' }])
  }
  const order = (gateway: TestGateway) => (frame: OrderFrame, ack: (taken: OrderTaken) => void) => {
    const fault = faults[frame.counter % faults.length] as Fault
    const fit = verify(frame, site.orderKey) && frame.counter > lastCounter
    if (!fit) refusedFrames.push(frame.order)
    lastCounter = Math.max(lastCounter, frame.counter)
    if (Date.parse(frame.expiresAt) < Date.now()) return ack({ taken: false, code: 'expired' })
    if (fault.ack === 'refused') return ack({ taken: false, code: 'unknown-device' })
    if (fault.ack === 'at once') ack({ taken: true })
    if (fault.ack === 'late') work.push(latency(300).then(() => ack({ taken: true })))
    work.push(carryOut(frame, fault))
    if (fault.cut) gateway.socket.io.engine.close()
  }
  const connect = async (): Promise<void> => {
    const gateway = await connectGateway(portal.url, site.token)
    gateway.socket.off('order').on('order', order(gateway))
    gateway.socket.once('disconnect', () => {
      if (!closed) work.push(connect())
    })
    current = gateway
  }
  await connect()
  return {
    executed,
    refusedFrames,
    work,
    close() {
      closed = true
      current?.socket.close()
    },
  }
}

describe('orders over a bad link', () => {
  it('are carried out at most once, never after their end, and all come to an end [CTRL-5] [CTRL-8]', async () => {
    const { knex } = database
    await fc.assert(
      fc.asyncProperty(fc.array(anyFault, { minLength: 4, maxLength: 8 }), async (faults) => {
        const site = await makeSite(knex, { devices: 12 })
        const gateway = await unruly(site, faults)
        onTestFinished(() => gateway.close())
        await Promise.all(
          site.deviceIds.map(async (_, place) => {
            const now = new Date()
            const issued = await knex.transaction((trx) =>
              issueOrder(trx, { ...wish(site, 'open', place), timeoutSeconds: 2 }, now),
            )
            await portal.link.dispatch(issued?.orderId ?? '')
          }),
        )
        while (gateway.work.length > 0) await Promise.all(gateway.work.splice(0))
        await vi.waitFor(
          async () => {
            await expireOrders(knex)
            expect((await keptOf(knex, site.gatewayId)).every(({ settled_at }) => settled_at !== null)).toBe(true)
          },
          { timeout: 5_000 },
        )
        const orders = await keptOf(knex, site.gatewayId)
        expect(orders).toHaveLength(12)
        expect(gateway.refusedFrames).toEqual([])
        for (const { id, counter, state, reason } of orders) {
          const times = gateway.executed.get(id) ?? 0
          const fault = faults[Number(counter) % faults.length] as Fault
          expect(times).toBeLessThanOrEqual(1)
          if (state === 'expired' || reason === 'gateway-unreachable') expect(times).toBe(0)
          if (state === 'confirmed') expect(times).toBe(1)
          if (times === 1 && fault.device === 'moves') expect(state).toBe('confirmed')
          if (times === 1 && fault.device === 'jams') expect([state, reason]).toEqual(['failed', 'jammed'])
        }
      }),
      { numRuns: 6 },
    )
  }, 120_000)
})
