import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Knex } from 'knex'
import pino from 'pino'
import { Server } from 'socket.io'
import { io as connect, type Socket } from 'socket.io-client'
import type {
  GatewayHello,
  LinkToGateway,
  LinkToServer,
  OrderFrame,
  ReservationsFrame,
} from '../../../contract/gateway.ts'
import { gatewayRouter } from '../../http.ts'
import { createIngest, type Ingest } from '../../ingest.ts'
import { createGatewayLink, type GatewayLink } from '../../link.ts'

export interface TestPortal {
  readonly url: string
  readonly io: Server
  readonly link: GatewayLink
  readonly ingest: Ingest
  stop(): Promise<void>
}

/** The gateway half of the portal on a port of its own: HTTP, link, ingest. */
export async function startPortal(knex: Knex, options: { graceMs?: number } = {}): Promise<TestPortal> {
  const log = pino({ level: 'silent' })
  const ingest = createIngest({ knex, log })
  const app = express().use('/gateway/v1', gatewayRouter({ knex, ingest, log }))
  const http = createServer(app)
  const io = new Server(http, { serveClient: false, maxHttpBufferSize: 1_200_000 })
  const link = createGatewayLink({
    io,
    knex,
    ingest,
    log,
    heartbeatSeconds: 25,
    graceMs: options.graceMs ?? 100,
    handoutMs: 25,
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    io,
    link,
    ingest,
    async stop() {
      await link.stop()
      await ingest.stop()
      await io.close()
      http.closeAllConnections()
    },
  }
}

export interface TestGateway {
  readonly socket: Socket<LinkToGateway, LinkToServer>
  readonly hello: GatewayHello
  readonly orders: OrderFrame[]
  readonly reservations: ReservationsFrame[]
  readonly replaced: () => boolean
  /** What it answers to the next orders; undefined = nothing at all. */
  answer: unknown
  /** Whether it says that it has got reservations. */
  acknowledges: boolean
}

/** A gateway that has got its hello; rejects with the code of the refusal. It does not come back by itself. */
export function connectGateway(url: string, token: unknown, transports = ['websocket']): Promise<TestGateway> {
  const socket: Socket<LinkToGateway, LinkToServer> = connect(`${url}/gateway`, {
    auth: { token },
    transports,
    reconnection: false,
    forceNew: true,
  })
  let replaced = false
  const gateway = {
    socket,
    orders: [] as OrderFrame[],
    reservations: [] as ReservationsFrame[],
    answer: { taken: true } as unknown,
    acknowledges: true,
  }
  socket.on('replaced', () => {
    replaced = true
  })
  socket.on('order', (frame, ack) => {
    gateway.orders.push(frame)
    if (gateway.answer !== undefined) ack(gateway.answer as never)
  })
  socket.on('reservations', (frame, ack) => {
    gateway.reservations.push(frame)
    if (gateway.acknowledges) ack({ version: frame.version })
  })
  return new Promise((resolve, reject) => {
    socket.once('hello', (hello) => resolve(Object.assign(gateway, { hello, replaced: () => replaced })))
    socket.once('connect_error', (error: Error & { data?: { code: string } }) => {
      socket.close()
      reject(new Error(error.data?.code ?? error.message))
    })
    socket.once('disconnect', (reason) => reject(new Error(reason)))
  })
}
