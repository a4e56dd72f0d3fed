import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { expect, vi } from 'vitest'
import type { TestDatabase } from '../../../db/testing/database.ts'
import type { Handlers, Kernel } from '../../kernel/bus/handlers.ts'
import { hear } from '../../kernel/relay/call-fact-handlers.ts'
import { listen } from '../../kernel/relay/listen.ts'
import { createRelay } from '../../kernel/relay/relay.ts'
import { testContext } from '../../testing/context.ts'
import { acceptFirst } from '../accept-queue.ts'
import { ownOrigin } from '../own-origin.ts'
import { rightsChanged } from '../rights.ts'
import { type PortalServer, serveSockets } from '../serve.ts'

export interface TestSockets {
  readonly url: string
  readonly io: PortalServer
  readonly context: Kernel
  close(): Promise<void>
}

/**
 * Serves sockets on a free port, as behind one proxy: pushes what is published in the database, and applies changes of
 * rights.
 */
export async function startSockets({ knex, url }: TestDatabase, handlers: Handlers): Promise<TestSockets> {
  const made = testContext(knex, handlers)
  const context = { ...made, config: { ...made.config, trustProxy: 1 } }
  const { log } = context
  const http = createServer()
  const io: PortalServer = new Server(http, {
    allowRequest: ({ headers }, done) => done(null, ownOrigin(headers, context.addresses)),
  })
  serveSockets(context, io, acceptFirst(http))
  const relay = createRelay({
    knex,
    log,
    push: (push) => io.to(push.room).emit('push', push),
    cursor: (cursor) => io.emit('cursor', cursor),
    facts: hear({}),
  })
  const listener = listen({
    url,
    channels: ['outbox', 'rights'],
    log,
    onNotify: (channel, payload) => (channel === 'outbox' ? relay.wake() : void rightsChanged(context, io, payload)),
    onConnect: (client) => relay.lead(client),
  })
  await new Promise<void>((resolve) => http.listen(0, resolve))
  await vi.waitFor(() => expect(relay.alive(5_000)).toBe(true))
  return {
    url: `http://localhost:${(http.address() as AddressInfo).port}`,
    io,
    context,
    async close() {
      await relay.stop()
      await io.close()
      await listener.stop()
    },
  }
}
