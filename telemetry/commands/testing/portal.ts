import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Knex } from 'knex'
import pino from 'pino'
import { Server } from 'socket.io'
import { io as connectSocket, type Socket } from 'socket.io-client'
import type {
  GatewayHello,
  LinkToGateway,
  LinkToServer,
  OrderFrame,
  ReservationsFrame,
} from '../../../contract/gateway.ts'
import { connect } from '../../../db/connect.ts'
import { gatewayRouter } from '../../http.ts'
import { createIngest, type Ingest } from '../../ingest/ingest.ts'
import { createStorer } from '../../ingest/ingest-storer.ts'
import type { GatewayLink } from '../../links/link.ts'
import { serveGateways } from '../../links/link-sockets.ts'

export interface TestPortal {
  readonly url: string
  readonly io: Server
  readonly link: GatewayLink
  readonly ingest: Ingest
  stop(): Promise<void>
}

/**
 * The gateway half of the portal on a port of its own: HTTP, link, ingest. `presence`: the caller's own connections,
 * which outlive it, for callers that still ask this portal while it stops.
 */
export async function startPortal(
  knex: Knex,
  options: { graceMs?: number; presence?: Knex } = {},
): Promise<TestPortal> {
  const log = pino({ level: 'silent' })
  const ingest = createIngest(createStorer({ knex, log }))
  const app = express().use('/gateway/v1', gatewayRouter({ knex, ingest, log }))
  const http = createServer(app)
  const io = new Server(http, { serveClient: false, maxHttpBufferSize: 1_200_000 })
  const processId = randomUUID()
  // It lives as long as the test.
  const heartbeat_at = new Date(Date.now() + 3_600_000)
  await knex('processes').insert({ id: processId, name: 'holdfast', host: 'test', pid: process.pid, heartbeat_at })
  const presence = options.presence ?? presenceOf(knex)
  const link = serveGateways({
    io,
    knex,
    presence,
    ingest,
    log,
    processId,
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
      if (!options.presence) await presence.destroy()
      await io.close()
      http.closeAllConnections()
    },
  }
}

/** Separate connections for looking up links. */
export function presenceOf(knex: Knex): Knex {
  const { connectionString } = (knex.client as { config: { connection: { connectionString: string } } }).config
    .connection
  return connect(connectionString, { max: 2, name: 'test links' })
}

export interface TestGateway {
  readonly socket: Socket<LinkToGateway, LinkToServer>
  readonly hello: GatewayHello
  readonly deviceCommands: OrderFrame[]
  readonly reservations: ReservationsFrame[]
  readonly replaced: () => boolean
  /** Its answer to the next commands; undefined = none at all. */
  answer: unknown
  /** Whether it acknowledges reservations. */
  acknowledges: boolean
}

/**
 * Connects a gateway and waits for its hello; rejects with the code of the refusal. It does not reconnect by itself.
 */
export function connectGateway(url: string, token: unknown, transports = ['websocket']): Promise<TestGateway> {
  const socket: Socket<LinkToGateway, LinkToServer> = connectSocket(`${url}/gateway`, {
    auth: { token },
    transports,
    reconnection: false,
    forceNew: true,
  })
  let replaced = false
  const gateway = {
    socket,
    deviceCommands: [] as OrderFrame[],
    reservations: [] as ReservationsFrame[],
    answer: { taken: true } as unknown,
    acknowledges: true,
  }
  socket.on('replaced', () => {
    replaced = true
  })
  socket.on('order', (frame, ack) => {
    gateway.deviceCommands.push(frame)
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
