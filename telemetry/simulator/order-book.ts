import type { OrderFrame, OrderTaken } from '../../contract/gateway.ts'
import { signs } from './verify.ts'

const remembered = 500

/** Survives a restart of the gateway: otherwise an old order could be replayed. */
export interface OrderMemory {
  lastCounter: number
  /** Recent orders, oldest first, with the last answer. */
  seen: { order: string; result: string | null; reason: string | null }[]
}

export interface OrderBook {
  /** Notes the portal's time of its hello. A gateway without memory takes no order issued before. */
  greeted(time: number): void
  /** Checks an order by the protocol and stores it before anything moves. */
  take(order: OrderFrame, now: number): OrderTaken
  /** Stores the answer, for a repeated order. */
  answered(order: string, result: string, reason?: string): void
  /** Returns the answer to an earlier order, or null. */
  answerTo(order: string): { result: string; reason: string | null } | null
}

/** `save` must have stored the memory when it returns; called before an order is taken. */
export function createOrderBook(options: {
  orderKey: string
  hasDevice: (hardwareId: string) => boolean
  memory: OrderMemory
  save: () => void
}): OrderBook {
  const { orderKey, hasDevice, memory, save } = options
  const find = (order: string) => memory.seen.find((entry) => entry.order === order)
  /** A gateway that forgot may have carried out orders issued before this time. */
  let forgotten = memory.lastCounter === 0 && memory.seen.length === 0 ? Number.POSITIVE_INFINITY : 0
  return {
    greeted(time) {
      forgotten = Math.min(forgotten, time)
    },
    take(order, now) {
      if (!signs(order, orderKey)) return { taken: false, code: 'forged' }
      if (find(order.order)) return { taken: false, code: 'seen' }
      const rises = Number.isSafeInteger(order.counter) && order.counter > memory.lastCounter
      if (!rises || !(Date.parse(order.issuedAt) > forgotten)) return { taken: false, code: 'replayed' }
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
