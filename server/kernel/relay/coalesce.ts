import type { Change, RoomChange } from '../../../contract/changes.ts'

export interface RoomPush {
  room: string
  cursor: string
  changes: Change[]
}
interface Pending {
  change: Change
  /** Cursor of the row before the delayed one: a client that resumes there misses nothing. */
  before: string
  /** Order of arrival, to find the oldest of several. */
  order: number
}
/** Last push of a row. */
interface Sent {
  at: number
  version: number
}
interface Room {
  sent: Map<string, Sent>
  pending: Map<string, Pending>
  now: Change[]
}

/**
 * Delays changes so that a row is pushed to a room at most once per `everyMs`; the newest of several versions goes out.
 * Pure bookkeeping: time is milliseconds of any steady clock.
 */
export class Coalescer {
  readonly #rooms = new Map<string, Room>()
  readonly #everyMs: number
  #cursor: string
  #taken = 0

  constructor(cursor: string, everyMs: number) {
    this.#cursor = cursor
    this.#everyMs = everyMs
  }

  /**
   * Adds the changes of an outbox row at `cursor`; without a cursor, of a row ahead of its turn, which a resuming
   * client gets again.
   */
  add(changes: readonly RoomChange[], nowMs: number, cursor?: string): void {
    for (const { rooms, ...change } of changes) {
      for (const name of rooms) this.#take(name, change, nowMs)
    }
    if (cursor !== undefined) this.#cursor = cursor
    this.#taken += 1
  }

  #take(name: string, change: Change, nowMs: number): void {
    let room = this.#rooms.get(name)
    if (!room) this.#rooms.set(name, (room = { sent: new Map(), pending: new Map(), now: [] }))
    const key = `${change.kind}:${change.id}`
    const pending = room.pending.get(key)
    if (pending) {
      if (change.version >= pending.change.version) pending.change = change
      return
    }
    const last = room.sent.get(key)
    // A client that joined after the newer one was pushed would take the older one for a new change.
    if (last && change.version < last.version) return
    if (last === undefined || nowMs - last.at >= this.#everyMs) {
      mark(room, key, { at: nowMs, version: change.version })
      room.now.push(change)
    } else room.pending.set(key, { change, before: this.#cursor, order: this.#taken })
  }

  /**
   * Returns what may be pushed now, by room. `keep` = rows were taken ahead of their turn, so older versions than those
   * pushed may still come.
   */
  take(nowMs: number, keep = false): RoomPush[] {
    const pushes: RoomPush[] = []
    for (const [name, room] of this.#rooms) {
      for (const [key, { change }] of room.pending) {
        if (nowMs - (room.sent.get(key)?.at ?? 0) < this.#everyMs) continue
        room.pending.delete(key)
        mark(room, key, { at: nowMs, version: change.version })
        room.now.push(change)
      }
      if (room.now.length) {
        pushes.push({ room: name, cursor: first(room.pending)?.before ?? this.#cursor, changes: room.now })
        room.now = []
      }
      if (keep) continue
      for (const [key, { at }] of room.sent) {
        if (nowMs - at < this.#everyMs) break
        if (!room.pending.has(key)) room.sent.delete(key)
      }
      if (room.sent.size === 0 && room.pending.size === 0) this.#rooms.delete(name)
    }
    return pushes
  }

  /** True while a change is waiting. */
  get waiting(): boolean {
    return this.#rooms.size > 0
  }

  /** Everything up to here was pushed in every room. Only meaningful right after `take`. */
  get safeCursor(): string {
    let oldest: Pending | undefined
    for (const room of this.#rooms.values()) {
      const pending = first(room.pending)
      if (pending && (!oldest || pending.order < oldest.order)) oldest = pending
    }
    return oldest?.before ?? this.#cursor
  }
}

/** In the order of sending, so that pruning can stop at the first recent one. */
function mark(room: Room, key: string, sent: Sent): void {
  room.sent.delete(key)
  room.sent.set(key, sent)
}

function first(pending: Map<string, Pending>): Pending | undefined {
  for (const item of pending.values()) return item
  return undefined
}
