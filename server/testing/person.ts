import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import type * as z from 'zod'
import type { Change } from '../../contract/changes.ts'
import {
  type ClientToServer,
  type CommandAnswer,
  type Ended,
  type Push,
  type QueryAnswer,
  type ServerToClient,
  type WatchAnswer,
  wireVersion,
} from '../../contract/envelope.ts'
import type { CommandDef, QueryDef, WatchDef } from '../../contract/kit.ts'

export type Answer<R> =
  | { ok: true; reply: R }
  | { ok: false; refusal: { code: string; params?: Readonly<Record<string, string | number>> } }

/** Signs in over HTTP; returns the Cookie header of the session, or throws with the error's code. */
export async function signIn(url: string, login: string, password: string): Promise<string> {
  const response = await fetch(`${url}/users/login?include=roles,tenants,zones`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json', 'client-id': 'test' },
    body: JSON.stringify({ data: { type: 'users', attributes: { login, password } } }),
  })
  if (!response.ok) throw new Error(`login ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

export interface Watched {
  readonly answer: () => WatchAnswer
  /** Rows by 'kind:id', as a client holds them: never replaced by a lower version. */
  readonly rows: Map<string, Change>
  readonly ended: () => Ended | null
}

export interface Person {
  readonly socket: Socket<ServerToClient, ClientToServer>
  readonly pushes: Push[]
  command<D extends CommandDef>(def: D, input: z.input<D['input']>, id?: string): Promise<Answer<z.output<D['reply']>>>
  query<D extends QueryDef>(def: D, input: z.input<D['input']>): Promise<Answer<z.output<D['reply']>>>
  watch<D extends WatchDef>(def: D, input: z.input<D['input']>, cursor?: string): Promise<Watched>
  close(): void
}

/** A signed-in person's socket, or with `guest` one without a session; `from` and `host` = what a proxy reports. Rejects with the handshake's refusal code. */
export async function connectPerson(
  url: string,
  cookie: string,
  { guest = false, from, host }: { guest?: boolean; from?: string; host?: string } = {},
): Promise<Person> {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie, ...forwarded({ from, host }) },
    auth: { wireVersion, ...(guest ? { guest } : {}) },
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
    forceNew: true,
  })
  const pushes: Push[] = []
  const watched: {
    rooms: Set<string>
    kinds: Set<string>
    name: string
    rows: Map<string, Change>
    ended: Ended | null
  }[] = []
  socket.on('push', (push) => {
    pushes.push(push)
    for (const item of watched) {
      if (item.rooms.has(push.room))
        for (const change of push.changes) if (item.kinds.has(change.kind)) apply(item.rows, change)
    }
  })
  socket.on('ended', (ended) => {
    for (const item of watched) if (item.name === ended.watch) item.ended = ended
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', (error) => {
      const data = (error as unknown as { data?: { code?: string } }).data
      if (!data?.code) return
      socket.close()
      reject(new Error(data.code))
    })
  })
  return {
    socket,
    pushes,
    async command(def, input, id = randomUUID()) {
      const answer = (await socket
        .timeout(60_000)
        .emitWithAck('command', { id, name: def.name, input })) as CommandAnswer
      return answer as never
    },
    async query(def, input) {
      const answer = (await socket.timeout(60_000).emitWithAck('query', { name: def.name, input })) as QueryAnswer
      return (answer.ok ? { ok: true, reply: answer.view } : answer) as never
    },
    async watch(def, input, cursor) {
      const item = {
        rooms: new Set<string>(),
        kinds: new Set<string>(def.kinds),
        name: randomUUID(),
        rows: new Map<string, Change>(),
        ended: null as Ended | null,
      }
      watched.push(item)
      const early = pushes.length
      const answer = (await socket.timeout(60_000).emitWithAck('watch', {
        watch: item.name,
        name: def.name,
        input,
        ...(cursor ? { cursor } : {}),
      })) as WatchAnswer
      if (answer.ok) {
        item.rooms = new Set(answer.rooms)
        for (const change of answer.changes) apply(item.rows, change)
        for (const push of pushes.slice(early))
          if (item.rooms.has(push.room))
            for (const change of push.changes) if (item.kinds.has(change.kind)) apply(item.rows, change)
      }
      return { answer: () => answer, rows: item.rows, ended: () => item.ended }
    },
    close: () => void socket.close(),
  }
}

/** Headers that a proxy adds. */
const forwarded = ({ from, host }: { from: string | undefined; host: string | undefined }) => ({
  ...(from === undefined ? {} : { 'x-forwarded-for': from }),
  ...(host === undefined ? {} : { 'x-forwarded-host': host }),
})

/** The rule of every client: a late or duplicate change never moves a row backwards. */
export function apply(rows: Map<string, Change>, change: Change): void {
  const key = `${change.kind}:${change.id}`
  const before = rows.get(key)
  if (!before || change.version >= before.version) rows.set(key, change)
}

/** Posts messages as a gateway does. */
export async function postMessages(url: string, token: string, messages: object[]): Promise<Response> {
  return fetch(`${url}/gateway/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ messages }),
  })
}
