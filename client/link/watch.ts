import type * as z from 'zod'
import type { Change, ChangeKind } from '../../contract/changes.ts'
import type { Push, WatchAnswer } from '../../contract/envelope.ts'
import type { WatchDef } from '../../contract/kit.ts'
import type { KernelRefusal, Refusal } from '../../contract/refusals.ts'
import type { Link } from './socket.ts'
import { createView, type LiveView, type WritableView } from './view.ts'
import { canonical, waitOf } from './watch-key.ts'

export interface Watched {
  readonly view: LiveView
  /** Keeps the view followed until the returned function is called. */
  hold(): () => void
  /** Retries after a refusal. */
  retry(): void
  /** Requests a snapshot whose rows count even at a known version: for what time alone changes. */
  renew(): void
}

export interface Watches {
  /** The view of a definition and input, shared by all callers. It is followed while in use. */
  of<N extends string, I extends z.ZodType, K extends ChangeKind>(def: WatchDef<N, I, K>, input: z.input<I>): Watched
  /** Called each time every followed view is current again after a connect. */
  onSynced(listener: () => void): () => void
  /** The session is over: drops all rows. */
  clear(): void
}

interface Entry {
  readonly key: string
  readonly name: string
  readonly input: unknown
  readonly view: WritableView
  holders: number
  /** Name of this watch on the socket; a new one for each request, so that a late reply is recognised. */
  watch: string
  phase: 'idle' | 'asking' | 'live' | 'refused'
  rooms: readonly string[]
  cursor: string | null
  /** The next snapshot replaces rows of the same version too. */
  anew: boolean
  /** Changes pushed between request and reply. */
  meanwhile: Push[]
  timer: ReturnType<typeof setTimeout> | undefined
}

const lingerMs = 4_000
const answerMs = 10_000
const again: readonly string[] = [
  'server-busy',
  'server-stopping',
  'database-unavailable',
  'too-many-requests',
] satisfies KernelRefusal[]

export function createWatches(link: Link, options: { lingerMs?: number; answerMs?: number } = {}): Watches {
  const entries = new Set<Entry>()
  /** The entry for the next caller with this key. */
  const byKey = new Map<string, Entry>()
  const syncedListeners = new Set<() => void>()
  let asked = 0
  let catchingUp = false

  const followed = () => [...entries].filter((entry) => entry.holders > 0)
  const keep = (entry: Entry) => {
    entries.add(entry)
    if (!byKey.has(entry.key)) byKey.set(entry.key, entry)
  }
  const settle = () => {
    if (!catchingUp || !link.socket.connected || followed().some((entry) => entry.phase === 'asking')) return
    catchingUp = false
    for (const listener of [...syncedListeners]) listener()
  }

  const askFor = async (entry: Entry): Promise<void> => {
    if (!link.socket.connected) return
    clearTimeout(entry.timer)
    if (entry.watch !== '') link.socket.emit('unwatch', { watch: entry.watch }, () => {})
    const watch = `${entry.name}#${++asked}`
    Object.assign(entry, { watch, phase: 'asking', meanwhile: [] } satisfies Partial<Entry>)
    const envelope = { watch, name: entry.name, input: entry.input, ...(entry.cursor ? { cursor: entry.cursor } : {}) }
    const answer = await new Promise<WatchAnswer | null>((resolve) => {
      const patient = link.socket.timeout(options.answerMs ?? answerMs)
      patient.emit('watch', envelope, (error, told) => resolve(error ? null : told))
    })
    if (entry.watch !== watch) return
    if (answer === null) return later(entry, 500)
    if (answer.ok) take(entry, answer)
    else if (again.includes(answer.refusal.code)) return later(entry, waitOf(answer.refusal))
    else refuse(entry, answer.refusal)
    settle()
  }

  const later = (entry: Entry, ms: number): void => {
    clearTimeout(entry.timer)
    if (link.socket.connected) entry.timer = setTimeout(() => void askFor(entry), ms)
  }

  const take = (entry: Entry, answer: Extract<WatchAnswer, { ok: true }>): void => {
    const meanwhile: Change[] = []
    for (const push of entry.meanwhile) if (answer.rooms.includes(push.room)) meanwhile.push(...push.changes)
    entry.view.take(answer.mode === 'snapshot' && entry.anew ? 'anew' : answer.mode, answer.changes, meanwhile)
    Object.assign(entry, {
      phase: 'live',
      rooms: answer.rooms,
      cursor: answer.cursor,
      anew: false,
      meanwhile: [],
    } satisfies Partial<Entry>)
    entry.view.put({ state: 'live', asOf: null, refusal: null })
  }

  const refuse = (entry: Entry, refusal: Refusal<string>): void => {
    Object.assign(entry, { phase: 'refused', rooms: [], cursor: null, meanwhile: [] } satisfies Partial<Entry>)
    entry.view.clear()
    entry.view.put({ state: 'error', asOf: null, refusal })
  }

  const drop = (entry: Entry): void => {
    clearTimeout(entry.timer)
    if (entry.watch !== '' && link.socket.connected) link.socket.emit('unwatch', { watch: entry.watch }, () => {})
    Object.assign(entry, { watch: '', phase: 'idle', rooms: [], cursor: null, meanwhile: [] } satisfies Partial<Entry>)
    entries.delete(entry)
    if (byKey.get(entry.key) === entry) byKey.delete(entry.key)
    entry.view.clear()
    entry.view.put({ state: 'loading', asOf: null, refusal: null })
  }

  const lost = (): void => {
    catchingUp = false
    for (const entry of [...entries]) {
      clearTimeout(entry.timer)
      if (entry.holders === 0) {
        drop(entry)
        continue
      }
      const { state } = entry.view.status()
      if (state === 'live') entry.view.put({ state: 'stale', asOf: Date.now(), refusal: null })
      Object.assign(entry, { watch: '', phase: 'idle', meanwhile: [] } satisfies Partial<Entry>)
    }
  }

  link.on((moment) => {
    if (moment === 'CONNECTED') {
      catchingUp = true
      for (const entry of followed()) void askFor(entry)
      queueMicrotask(settle)
    } else lost()
  })
  link.socket.on('push', (push) => {
    for (const entry of entries) {
      if (entry.phase === 'asking') entry.meanwhile.push(push)
      else if (entry.phase === 'live' && entry.rooms.includes(push.room)) {
        entry.view.push(push.changes)
        // With one room the push itself carries the cursor; with several, only the common cursor below does.
        if (entry.rooms.length === 1) entry.cursor = push.cursor
      }
    }
  })
  link.socket.on('cursor', (cursor) => {
    for (const entry of entries) if (entry.phase === 'live') entry.cursor = cursor
  })
  link.socket.on('ended', ({ watch, refusal }) => {
    for (const entry of entries) {
      if (entry.watch !== watch) continue
      entry.watch = ''
      if (refusal !== null) refuse(entry, refusal)
      else {
        // What is read again need not have another version: the name of a zone, the features of a person.
        Object.assign(entry, { anew: true, cursor: null } satisfies Partial<Entry>)
        void askFor(entry)
      }
    }
    settle()
  })

  return {
    of(def, input) {
      const parsed = def.input.parse(input)
      const key = `${def.name} ${canonical(parsed)}`
      let entry = byKey.get(key)
      if (!entry) {
        entry = {
          key,
          name: def.name,
          input: parsed,
          view: createView(def.kinds),
          holders: 0,
          watch: '',
          phase: 'idle',
          rooms: [],
          cursor: null,
          anew: false,
          meanwhile: [],
          timer: undefined,
        }
        keep(entry)
        linger(entry)
      }
      return handleOf(entry)
    },
    onSynced(listener) {
      syncedListeners.add(listener)
      return () => syncedListeners.delete(listener)
    },
    clear() {
      for (const entry of [...entries]) {
        const held = entry.holders > 0
        drop(entry)
        if (held) keep(entry)
      }
    },
  }

  function handleOf(entry: Entry): Watched {
    return {
      view: entry.view,
      hold() {
        clearTimeout(entry.timer)
        entry.holders += 1
        keep(entry)
        if (entry.phase === 'idle') void askFor(entry)
        let held = true
        return () => {
          if (!held) return
          held = false
          entry.holders -= 1
          if (entry.holders === 0) linger(entry)
          settle()
        }
      },
      retry() {
        if (entry.phase === 'refused') {
          entry.view.put({ state: 'loading', asOf: null, refusal: null })
          void askFor(entry)
        }
      },
      renew() {
        Object.assign(entry, { anew: true, cursor: null } satisfies Partial<Entry>)
        if (entry.phase === 'live') void askFor(entry)
      },
    }
  }

  /** An unused view is followed a little longer: the next page may need it. */
  function linger(entry: Entry): void {
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => entry.holders === 0 && drop(entry), options.lingerMs ?? lingerMs)
  }
}
