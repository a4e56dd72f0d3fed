import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import { bearerToken, type ProvenGateway, proveGateway } from '../gateways/authenticate.ts'

/** Authenticates a gateway by the token of its handshake, over websocket only; rejects with a refusal. */
export async function admit(
  socket: Pick<Socket, 'conn' | 'handshake'>,
  { knex, log }: { knex: Knex; log: Logger },
): Promise<ProvenGateway> {
  if (socket.conn.transport.name !== 'websocket') throw refusal('websocket-only')
  const token: unknown = socket.handshake.auth['token'] ?? bearerToken(socket.handshake.headers.authorization)
  const proven = await proveGateway(knex, token).catch((error: unknown) => {
    log.warn({ err: error }, 'cannot authenticate a gateway')
    throw refusal('unavailable')
  })
  if (!proven) throw refusal('not-authorized')
  return proven
}

/** Returns the error of a refused handshake: `connect_error` with the code in its data. */
export function refusal(code: 'not-authorized' | 'unavailable' | 'websocket-only' | 'server-stopping'): Error {
  return Object.assign(new Error(code), { data: { code } })
}
