import { protocolVersion } from '../../contract/gateway.ts'
import type { GatewayLine } from '../links/link.ts'
import type { Receiver } from './receive.ts'

/** How a line reaches its gateway. */
export interface Way {
  readonly gatewayId: number
  readonly tokenId: number
  readonly heartbeatSeconds: number
  readonly receiver: Pick<Receiver, 'kept'>
  connected(): boolean
  /** Publishes a frame, valid for `goodMs`; rejects when it cannot go out now. 'nobody' = the gateway has not subscribed. */
  publish(topic: 'orders' | 'reservations' | 'replies', frame: object, goodMs: number): Promise<'nobody' | undefined>
  close(): void
  /** A newer link replaced it. Default: close. */
  left?(): void
}

const replyMs = 60_000

/**
 * Returns a gateway's line over MQTT. A broker's acknowledgement says nothing about the gateway, which reports by
 * messages which orders and reservations it took.
 */
export function lineOf(way: Way): GatewayLine {
  const { gatewayId, tokenId, heartbeatSeconds, receiver } = way
  const tell = (frame: object) => way.publish('replies', frame, replyMs).catch(() => undefined)
  return {
    gatewayId,
    tokenId,
    get connected() {
      return way.connected()
    },
    hello: (time) => void tell({ hello: { time: time.toISOString(), protocol: protocolVersion, heartbeatSeconds } }),
    async order(frame, timeoutMs) {
      const heard = await way.publish('orders', frame, timeoutMs)
      return heard === 'nobody' ? { taken: false, code: 'gateway-unreachable' } : null
    },
    async reservations(frame, timeoutMs) {
      const kept = receiver.kept(gatewayId, frame.version, timeoutMs)
      await way.publish('reservations', frame, timeoutMs)
      return kept
    },
    replaced() {
      void tell({ error: 'replaced' }).then(() => (way.left ?? way.close)())
    },
    close: () => way.close(),
  }
}
