import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { devices } from '../../contract/control.ts'
import { wireVersion } from '../../contract/envelope.ts'
import type { RunningPortal } from '../../server/testing/harness.ts'
import type { World } from '../../server/testing/world.ts'
import { cookiesOfOperators } from './push.ts'
import { inGroups, openRawSocket, type RawSocket } from './raw-sockets.ts'

export interface FanoutFigures {
  readonly sockets: number
  readonly changes: number
  /** Frames that each socket received; several changes may share one. */
  readonly frames: number
  /** Bytes that each socket received. */
  readonly bytes: number
  /** Changes times sockets a second, from the outbox to the sockets; median of the rounds. */
  readonly portal: number
  /** The same frames by a bare Socket.IO server, counted alike. */
  readonly bare: number
  /** Median of the ratios of the rounds. */
  readonly ratio: number
}

const rounds = 5
/** Changes in flight: enough to keep the server busy, too few to look like a slow reader. */
const window = 150

/**
 * How fast changes get from the outbox to watching sockets, against a bare broadcast of the same frames to as many
 * sockets, in turns. The readers count frames and parse nothing, so that the server is what is measured.
 */
export async function fanout(
  portal: RunningPortal,
  knex: Knex,
  world: World,
  { sockets = 1_000, changes = 2_000 }: { sockets?: number; changes?: number } = {},
): Promise<FanoutFigures> {
  const cookies = await cookiesOfOperators(knex, world, sockets, 'fanout')
  const watched = await openWatching(portal.url, cookies, sockets)
  const bare = fork(join(import.meta.dirname, 'fanout-bare.js'))
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }]
  const plain = await openPlain(`http://127.0.0.1:${port}`, sockets)
  const measured: { portal: number; bare: number }[] = []
  let [frames, bytes] = [0, 0]
  try {
    for (let round = -1; round < rounds; round += 1) {
      const sent = await throughPortal(knex, watched, round, changes)
      const bareSeconds = await throughBare(bare, plain, sent.frames)
      frames = sent.frames.length
      bytes = sent.bytes
      // The first round warms both up.
      if (round >= 0)
        measured.push({ portal: (changes * sockets) / sent.seconds, bare: (changes * sockets) / bareSeconds })
    }
  } finally {
    for (const socket of [...watched.sockets, ...plain.sockets]) socket.close()
    bare.kill()
  }
  return {
    sockets,
    changes,
    frames,
    bytes,
    portal: median(measured.map((each) => each.portal)),
    bare: median(measured.map((each) => each.bare)),
    ratio: median(measured.map((each) => each.portal / each.bare)),
  }
}

interface Readers {
  readonly sockets: RawSocket[]
  /** Room in the first watch's reply. */
  readonly room: string
  /** Frames that the first socket received, as values. */
  readonly heard: unknown[]
  readonly onCounted: { call: () => void }
}

async function openWatching(url: string, cookies: readonly string[], count: number): Promise<Readers> {
  const readers = { heard: [] as unknown[], onCounted: { call: () => {} } }
  const ask = { event: 'watch', argument: { watch: 'w', name: devices.name, input: {} } }
  let room = ''
  const sockets = await inGroups(count, async (index) => {
    const { socket, answer } = await openRawSocket(url, {
      cookie: cookies[index % cookies.length] ?? '',
      auth: { wireVersion },
      ask,
      event: 'push',
      onCounted: () => readers.onCounted.call(),
      ...(index === 0 ? { onFrame: (text) => void readers.heard.push(frameOf(text)) } : {}),
    })
    const [said] = JSON.parse(answer) as [{ ok: boolean; rooms: string[] }]
    if (!said.ok) throw new Error(answer)
    room = said.rooms.find((each) => each.startsWith('zone')) ?? said.rooms[0] ?? ''
    return socket
  })
  return { ...readers, sockets, room }
}

async function openPlain(url: string, count: number): Promise<Readers> {
  const onCounted = { call: () => {} }
  const sockets = await inGroups(
    count,
    async () => (await openRawSocket(url, { event: 'push', onCounted: () => onCounted.call() })).socket,
  )
  return { sockets, room: '', heard: [], onCounted }
}

const frameOf = (text: string): unknown => (JSON.parse(text.slice(2)) as unknown[])[1]
const changesIn = (frames: readonly unknown[]): number =>
  frames.reduce((sum: number, frame) => sum + (frame as { changes: unknown[] }).changes.length, 0)

/** Writes changes of as many rows, each published once, and waits until every socket has every frame. */
async function throughPortal(
  knex: Knex,
  readers: Readers,
  round: number,
  changes: number,
): Promise<{ seconds: number; frames: unknown[]; bytes: number }> {
  readers.heard.length = 0
  const before = readers.sockets.map((socket) => ({ frames: socket.frames(), bytes: socket.bytes() }))
  const start = performance.now()
  const received = () => Math.min(...readers.sockets.map((socket, n) => socket.frames() - (before[n]?.frames ?? 0)))
  let written = 0
  while (written < changes) {
    const many = Math.min(10, changes - written)
    await knex.raw(
      `WITH made AS (INSERT INTO outbox (changes)
         SELECT jsonb_build_array(jsonb_build_object('kind', 'device', 'id', 1000000 + n, 'version', ?::bigint, 'rooms', jsonb_build_array(?::text),
           'view', jsonb_build_object('id', 1000000 + n, 'name', 'Bench ' || n, 'status', 'free', 'doorState', 'closed', 'statusAt', now())))
         FROM generate_series(?::integer, ?::integer) n)
       SELECT pg_notify('outbox', '')`,
      [Math.floor(Date.now()) + round, readers.room, written, written + many - 1],
    )
    written += many
    await until(readers, () => written - changesIn(readers.heard) < window)
  }
  await until(readers, () => changesIn(readers.heard) >= changes && received() >= readers.heard.length)
  const seconds = (performance.now() - start) / 1_000
  const bytes = (readers.sockets[0]?.bytes() ?? 0) - (before[0]?.bytes ?? 0)
  return { seconds, frames: [...readers.heard], bytes }
}

/** The same frames by the bare server, with as many of them in flight. */
async function throughBare(bare: ChildProcess, readers: Readers, frames: readonly unknown[]): Promise<number> {
  const before = readers.sockets.map((socket) => socket.frames())
  const received = () => Math.min(...readers.sockets.map((socket, n) => socket.frames() - (before[n] ?? 0)))
  const each = Math.max(1, changesIn(frames) / frames.length)
  const start = performance.now()
  bare.send({ frames, window: Math.max(1, Math.round(window / each)) })
  for (let told = 0; told < frames.length; ) {
    const wanted = told
    await until(readers, () => received() > wanted)
    told = received()
    bare.send({ delivered: told })
  }
  return (performance.now() - start) / 1_000
}

/** Resolves as soon as it holds; checked at each frame, but at most once a turn of the event loop. */
function until({ onCounted }: Readers, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    const look = (): void => {
      asked = false
      if (!holds()) return
      onCounted.call = () => {}
      resolve()
    }
    onCounted.call = () => {
      if (asked) return
      asked = true
      setImmediate(look)
    }
    onCounted.call()
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
