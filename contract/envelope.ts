import * as z from 'zod'
import type { Change } from './changes.ts'
import type { Refusal } from './refusals.ts'

/** Version of this protocol; a client of another version is told to reload. */
export const wireVersion = 1

/** Events of the socket, client to server (each acknowledged): command, query, watch, unwatch. Server to client: hello, push, cursor, ended, bye. */
export const commandEnvelope = z.strictObject({ id: z.uuid(), name: z.string().max(64), input: z.unknown() })
export const queryEnvelope = z.strictObject({ name: z.string().max(64), input: z.unknown() })
export const watchEnvelope = z.strictObject({
  /** The client's own id of this watch, unique on its socket. */
  watch: z.string().min(1).max(64),
  name: z.string().max(64),
  input: z.unknown(),
  /** Cursor up to which the client has read; absent = snapshot. */
  cursor: z.string().max(64).optional(),
})
export const unwatchEnvelope = z.strictObject({ watch: z.string().min(1).max(64) })
export type CommandEnvelope = z.infer<typeof commandEnvelope>
export type QueryEnvelope = z.infer<typeof queryEnvelope>
export type WatchEnvelope = z.infer<typeof watchEnvelope>
export type UnwatchEnvelope = z.infer<typeof unwatchEnvelope>

export type CommandAnswer<R = unknown> = { ok: true; reply: R } | { ok: false; refusal: Refusal<string> }
export type QueryAnswer<R = unknown> = { ok: true; view: R } | { ok: false; refusal: Refusal<string> }
export type WatchAnswer =
  | { ok: true; mode: 'snapshot' | 'resumed'; rooms: string[]; cursor: string; changes: Change[] }
  | { ok: false; refusal: Refusal<string> }

export interface Hello {
  wireVersion: number
  version: string
  time: string
  user: number | null
}
/** Changes of one room, in commit order; `cursor` = everything up to here has been sent. */
export interface Push {
  room: string
  cursor: string
  changes: Change[]
}
/**
 * A watch that the server ended because rights changed: the client drops its rows. `refusal` null = the rights still
 * suffice, watch again from a snapshot.
 */
export interface Ended {
  watch: string
  refusal: Refusal<string> | null
}
/** Reasons for which the server closes a socket. */
export interface Bye {
  reason: 'session-ended' | 'server-stopping' | 'too-slow'
}

export interface ClientToServer {
  command: (envelope: CommandEnvelope, ack: (answer: CommandAnswer) => void) => void
  query: (envelope: QueryEnvelope, ack: (answer: QueryAnswer) => void) => void
  watch: (envelope: WatchEnvelope, ack: (answer: WatchAnswer) => void) => void
  unwatch: (envelope: UnwatchEnvelope, ack: () => void) => void
}
export interface ServerToClient {
  hello: (hello: Hello) => void
  push: (push: Push) => void
  cursor: (cursor: string) => void
  ended: (ended: Ended) => void
  bye: (bye: Bye) => void
}

/** Socket handshake errors (`connect_error`.data.code). */
export type HandshakeRefusal =
  | 'session-expired'
  | 'wrong-wire-version'
  | 'not-authorized'
  | 'server-stopping'
  | 'database-unavailable'
