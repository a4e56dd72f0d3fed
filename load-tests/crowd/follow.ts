import type { Listening, Spoken } from './speak.ts'

/** A watcher of a zone's devices. The last change of all is that of the device `marker`. */
export interface Watcher {
  readonly cookie: string
  readonly marker: number
}
export interface Settings {
  /** Times are relative to it, ms. */
  readonly startedAt: number
  readonly wireVersion: number
  /** One push in this many is timed. */
  readonly sampled: number
}
/** What watchers count, and what they time in milliseconds. */
export const counted = ['changes_seen', 'missing', 'finished', 'reconnects', 'resumed', 'came_back'] as const
export const timed = ['push_ms', 'synced_at'] as const

/** Runs watchers: k6, or a process of our own. */
export interface Host {
  connect(as: { readonly auth: object; readonly headers: Record<string, string> }, on: Listening): Spoken
  /** Runs later; returns the function that cancels it. */
  later(run: () => void, ms: number): () => void
  count(what: (typeof counted)[number], by: number): void
  time(what: (typeof timed)[number], ms: number): void
  check(name: string, ok: boolean): void
}

interface Row {
  readonly key: string
  readonly version: number
  /** When its device last reported its status, as text; null = never. */
  readonly statusAt: string | null
}
interface Change {
  kind: string
  id: number
  version: number
  view: { statusAt?: string | null } | null
}
type WatchAnswer =
  | { ok: true; mode: string; cursor: string; changes: Change[] }
  | { ok: false; refusal: { code: string } }

const view = 'control.devices'
/** Reconnects like the application: after 400 ms, doubling up to 5 s, each up to half shorter or longer at random. */
const pause = (tries: number): number => Math.min(5_000, 400 * 2 ** tries) * (0.5 + Math.random())
/** Refusals after which the application retries by itself. */
const passing = ['server-busy', 'server-stopping', 'database-unavailable', 'too-many-requests']
const settleMs = 1_000
const maxLooks = 5

export interface Following {
  /** Ends it even if the marker has not arrived. */
  giveUp(): void
}

/**
 * Watches the devices of a zone like the application: snapshot, pushes, and resuming from the cursor after a loss.
 * After the marker it asks for a new snapshot and compares. The same in k6 and in a process.
 */
export function follow(
  { cookie, marker }: Watcher,
  { startedAt, wireVersion, sampled }: Settings,
  host: Host,
  on: { watching(): void; done(): void },
): Following {
  const rows = new Map<string, Row>()
  const markerKey = `device:${marker}`
  let cursor: string | null = null
  let spoken: Spoken | null = null
  let tries = 0
  let seen = 0
  let pushes = 0
  let asked = 0
  let watching = false
  let comparing = false
  let over = false
  open()

  function open(): void {
    spoken = host.connect(
      { auth: { wireVersion }, headers: { cookie } },
      {
        connected: ask,
        event(name, json) {
          if (name === 'push') hear(json)
          // A push to everybody says nothing about what was missed: it counts for watchers in sync.
          else if (name === 'cursor' && watching) cursor = (JSON.parse(json) as [string, string])[1]
        },
        ended() {
          if (over) return
          if (watching) host.count('reconnects', 1)
          watching = false
          tries += 1
          host.later(() => !over && open(), pause(tries - 1))
        },
      },
    )
  }

  function ask(): void {
    const from = cursor === null ? {} : { cursor }
    asked += 1
    spoken?.emit('watch', { watch: `w${asked}`, name: view, input: {}, ...from }, (raw) => {
      const answer = raw as WatchAnswer
      if (!answer.ok) {
        host.check('a watch is put off, not refused', passing.includes(answer.refusal.code))
        return void host.later(ask, pause(0))
      }
      const again = cursor !== null
      if (answer.mode === 'resumed') host.count('resumed', 1)
      for (const row of answer.changes.map(rowOf)) take(row)
      cursor = answer.cursor
      tries = 0
      watching = true
      if (!again) return on.watching()
      host.count('came_back', 1)
      host.time('synced_at', Date.now() - startedAt)
    })
  }

  function hear(json: string): void {
    const { rows: told, cursor: here } = parsed(json)
    pushes += 1
    const now = pushes % sampled === 0 ? Date.now() : null
    for (const row of told)
      if (take(row) && row.statusAt !== null && now !== null) host.time('push_ms', now - Date.parse(row.statusAt))
    if (watching) cursor = here
  }

  /** Returns whether it is a newer status. */
  function take(row: Row): boolean {
    const before = rows.get(row.key)
    if (before && before.version >= row.version) return false
    rows.set(row.key, row)
    if (row.key === markerKey && row.statusAt !== null && !comparing) {
      comparing = true
      host.later(() => compare(1), settleMs)
    }
    const news = watching && before?.statusAt !== row.statusAt
    if (news) seen += 1
    return news
  }

  function compare(look: number): void {
    if (over) return
    asked += 1
    spoken?.emit('watch', { watch: `w${asked}`, name: view, input: {} }, (raw) => {
      const answer = raw as WatchAnswer
      const found = answer.ok ? answer.changes.map(rowOf) : []
      const behind = found.filter(({ key, version }) => (rows.get(key)?.version ?? -1) < version).length
      // Something may have changed a moment ago and must still be pushed, so the same rows are requested again.
      if ((behind > 0 || !answer.ok) && look < maxLooks) return void host.later(() => compare(look + 1), settleMs)
      host.check('the snapshot can be read', answer.ok)
      host.count('missing', behind)
      host.count('finished', 1)
      end()
    })
  }

  function end(): void {
    if (over) return
    over = true
    host.count('changes_seen', seen)
    spoken?.close()
    on.done()
  }
  return { giveUp: end }
}

/** Many sockets of one process receive the same text: it is parsed once. */
const heard: { json: string; push: { cursor: string; rows: Row[] } }[] = []
const maxHeard = 16

function parsed(json: string): { cursor: string; rows: Row[] } {
  for (const one of heard) if (one.json === json) return one.push
  const [, { cursor, changes }] = JSON.parse(json) as [string, { cursor: string; changes: Change[] }]
  const push = { cursor, rows: changes.map(rowOf) }
  heard.unshift({ json, push })
  heard.length = Math.min(heard.length, maxHeard)
  return push
}

function rowOf({ kind, id, version, view: row }: Change): Row {
  return { key: `${kind}:${id}`, version, statusAt: row?.statusAt ?? null }
}
