import type { OrderFrame, OrderTaken } from '../../contract/gateway.ts'
import { signs } from './verify.ts'

const remembered = 500

/** What must outlive a restart of the gateway: without it an old order could be played again. */
export interface OrderMemory {
  lastCounter: number
  /** Orders taken or refused lately, oldest first, with the last answer that was given. */
  seen: { order: string; result: string | null; reason: string | null }[]
}

export interface OrderBook {
  /** The portal's time when it said hello. A gateway that remembers nothing takes no order that was issued before. */
  greeted(time: number): void
  /** Checks an order as the protocol says and keeps it before anything moves. */
  take(order: OrderFrame, now: number): OrderTaken
  /** Keeps the answer, for a repeated order. */
  answered(order: string, result: string, reason?: string): void
  /** The answer given to an order seen before, to be repeated; null while there is none. */
  answerTo(order: string): { result: string; reason: string | null } | null
}

/** `save` is called before an order is taken and must have stored the memory when it returns. */
export function createOrderBook(options: {
  orderKey: string
  hasDevice: (hardwareId: string) => boolean
  memory: OrderMemory
  save: () => void
}): OrderBook {
  const { orderKey, hasDevice, memory, save } = options
  const find = (order: string) => memory.seen.find((entry) => entry.order === order)
  /** Whoever was here before and forgot may have carried out what was issued before this moment. */
  let forgotten = memory.lastCounter === 0 && memory.seen.length === 0 ? Number.POSITIVE_INFINITY : 0
  return {
    greeted(time) {
      forgotten = Math.min(forgotten, time)
    },
    take(order, now) {
      if (!signs(order, orderKey)) return { taken: false, code: 'forged' }
      if (find(order.order)) return { taken: false, code: 'seen' }
      if (!Number.isSafeInteger(order.counter) || order.counter <= memory.lastCounter) {
        return { taken: false, code: 'replayed' }
      }
      if (!(Date.parse(order.issuedAt) > forgotten)) return { taken: false, code: 'replayed' }
      memory.lastCounter = order.counter
      memory.seen.push({ order: order.order, result: null, reason: null })
      if (memory.seen.length > remembered) memory.seen.splice(0, memory.seen.length - remembered)
      save()
      if (!(now < Date.parse(order.expiresAt))) return { taken: false, code: 'expired' }
      if (!hasDevice(order.device)) return { taken: false, code: 'unknown-device' }
      return { taken: true }
    },
    answered(order, result, reason) {
      const entry = find(order)
      if (!entry) return
      entry.result = result
      entry.reason = reason ?? null
      save()
    },
    answerTo(order) {
      const entry = find(order)
      return entry?.result ? { result: entry.result, reason: entry.reason } : null
    },
  }
}
