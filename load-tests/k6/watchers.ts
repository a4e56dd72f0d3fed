import { check } from 'k6'
import { Counter, Trend } from 'k6/metrics'
import { setTimeout } from 'k6/timers'
import { connect, type Spoken } from './socket.ts'

/** Somebody who watches the devices of a zone. The last change of all is that of the device `marker`. */
export interface Watcher {
  readonly cookie: string
  readonly marker: number
}
interface Row {
  readonly key: string
  readonly version: number
  /** When its device last said its status, as text; null = never. */
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

const pushMs = new Trend('push_ms')
const syncedAt = new Trend('synced_at')
const seenChanges = new Counter('changes_seen')
const missing = new Counter('missing')
const finished = new Counter('finished')
const reconnects = new Counter('reconnects')
const resumed = new Counter('resumed')
const cameBack = new Counter('came_back')

const view = 'control.devices'
/** As the application comes back: from 400 ms, doubling up to 5 s, each by chance up to half shorter or longer. */
const pause = (tries: number): number => Math.min(5_000, 400 * 2 ** tries) * (0.5 + Math.random())
/** Refusals after which the application asks again by itself. */
const passing = ['server-busy', 'server-stopping', 'database-unavailable', 'too-many-requests']
const settleMs = 1_000
const mostLooks = 5

export interface Following {
  /** Ends it although the marker has not come. */
  giveUp(): void
}

/**
 * Follows the devices of a zone as the application does: snapshot, pushes, and after a loss again from the cursor. When the marker has come it asks
 * for a new snapshot and compares it with what it holds. `startedAt` in ms: moments are told relative to it. Every `sampled`-th push is timed.
 */
export function follow(
  { cookie, marker }: Watcher,
  { startedAt, wireVersion, sampled }: { startedAt: number; wireVersion: number; sampled: number },
  on: { watching(): void; done(): void },
): Following {
  const rows = new Map<string, Row>()
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
    spoken = connect(
      '/',
      { auth: { wireVersion }, headers: { cookie } },
      {
        connected: ask,
        event(name, json) {
          if (name === 'push') hear(json)
          // What is told to everybody says nothing of what was missed: it counts for whoever is in sync.
          else if (name === 'cursor' && watching) cursor = (JSON.parse(json) as [string, string])[1]
        },
        ended() {
          if (over) return
          if (watching) reconnects.add(1)
          watching = false
          tries += 1
          setTimeout(() => !over && open(), pause(tries - 1))
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
        check(answer.refusal, { 'a watch is put off, not refused': ({ code }) => passing.includes(code) })
        return void setTimeout(ask, pause(0))
      }
      const again = cursor !== null
      if (answer.mode === 'resumed') resumed.add(1)
      for (const row of answer.changes.map(rowOf)) take(row)
      cursor = answer.cursor
      tries = 0
      watching = true
      if (!again) return on.watching()
      cameBack.add(1)
      syncedAt.add(Date.now() - startedAt)
    })
  }

  function hear(json: string): void {
    const { rows: told, cursor: here } = parsed(json)
    const now = Date.now()
    pushes += 1
    for (const row of told)
      if (take(row) && row.statusAt !== null && pushes % sampled === 0) pushMs.add(now - Date.parse(row.statusAt))
    if (watching) cursor = here
  }

  /** Whether it is news of a status. */
  function take(row: Row): boolean {
    const before = rows.get(row.key)
    if (before && before.version >= row.version) return false
    rows.set(row.key, row)
    if (row.key === `device:${marker}` && row.statusAt !== null && !comparing) {
      comparing = true
      setTimeout(() => compare(1), settleMs)
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
      // Something may have changed by itself a moment ago: it must come by push, so the same rows are asked for again.
      if ((behind > 0 || !answer.ok) && look < mostLooks) return void setTimeout(() => compare(look + 1), settleMs)
      check(answer, { 'the snapshot can be read': ({ ok }) => ok })
      missing.add(behind)
      finished.add(1)
      end()
    })
  }

  function end(): void {
    if (over) return
    over = true
    seenChanges.add(seen)
    spoken?.close()
    on.done()
  }
  return { giveUp: end }
}

/** Many sockets of one script hear the same text: it is parsed once. */
const heard: { json: string; push: { cursor: string; rows: Row[] } }[] = []

function parsed(json: string): { cursor: string; rows: Row[] } {
  for (const one of heard) if (one.json === json) return one.push
  const [, { cursor, changes }] = JSON.parse(json) as [string, { cursor: string; changes: Change[] }]
  const push = { cursor, rows: changes.map(rowOf) }
  heard.unshift({ json, push })
  heard.length = Math.min(heard.length, 8)
  return push
}

function rowOf({ kind, id, version, view: row }: Change): Row {
  return { key: `${kind}:${id}`, version, statusAt: row?.statusAt ?? null }
}
