import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { addressOf } from '../gateways/address-of.ts'
import type { MqttBroker } from './broker.ts'

export interface MqttDoors {
  /** Accepts nothing more; resolves when the last TCP connection is closed. */
  close(): Promise<void>
}
interface Options {
  readonly http: HttpServer
  /** 0 = only by WebSocket. */
  readonly port: number
  readonly host: string | undefined
  /** Number of proxies in front of the portal, whose forwarded addresses count. */
  readonly proxies?: number
  readonly broker: Pick<MqttBroker, 'accept'>
  readonly log: Logger
}

const path = '/mqtt'
const frameBytes = 1_200_000

/** Opens the built-in broker: WebSocket at /mqtt of the portal's port, and TCP. Ignores other upgrades. */
export async function openMqtt({ http, port, host, proxies = 0, broker, log }: Options): Promise<MqttDoors> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => ['mqtt', 'mqttv3.1'].find((each) => offered.has(each)) ?? false,
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url?.split('?')[0] !== path) return
    sockets.handleUpgrade(request, socket, head, (open) => {
      broker.accept(createWebSocketStream(open), addressOf(request, proxies))
    })
  }
  http.on('upgrade', upgrade)
  const tcp = createServer((socket) => {
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 30_000)
    broker.accept(socket, socket.remoteAddress ?? '')
  })
  if (port > 0)
    await new Promise<void>((resolve, reject) => {
      tcp.once('error', reject)
      tcp.listen({ port, ...(host ? { host } : {}) }, () => {
        tcp.off('error', reject)
        tcp.on('error', (error) => log.error({ err: error }, 'the MQTT port failed'))
        resolve()
      })
    })
  return {
    async close() {
      http.off('upgrade', upgrade)
      if (port > 0) await new Promise<void>((resolve) => tcp.close(() => resolve()))
    },
  }
}
