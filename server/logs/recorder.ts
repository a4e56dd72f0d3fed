import type { Knex } from 'knex'
import { change } from '../../contract/changes.ts'
import { logKinds } from '../../contract/logs.ts'
import { rooms } from '../../contract/rooms.ts'
import { publish } from '../../db/outbox.ts'
import { many } from '../../db/sql.ts'
import { kindOfLine } from './known-lines.ts'
import { plainFacts, withoutSecrets } from './plain-facts.ts'

/** A line as the program logs it. */
export interface LogLine {
  readonly level: 'warn' | 'error' | 'fatal'
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

interface Entry {
  readonly at: Date
  readonly level: LogLine['level']
  readonly scope: string
  readonly message: string
  readonly supportCode: string | null
  readonly userId: number | null
  readonly data: Record<string, unknown>
  times: number
}

/** The same line is written once and then counted for this long, ms. */
const repeatMs = 60_000
/** Pause before lines are written, so that many become one statement, ms. */
const gatherMs = 500
/** Maximum number of lines that wait while the database is away; the newest are kept. */
const maxWaiting = 500

export interface LogRecorder {
  /** Takes a line; never throws and never waits. */
  take(line: LogLine): void
  /** From now on lines are written, also those of the start. */
  follow(knex: Knex): void
  /** Writes what waits. */
  stop(): Promise<void>
}

/**
 * Writes warnings and errors of this process into `database_logs` and tells open screens. A line that repeats is written
 * once, and once more a minute later with the number of times. Its own failures are not logged: they would make more lines.
 */
export function createLogRecorder(clock: () => Date = () => new Date()): LogRecorder {
  let knex: Knex | null = null
  let waiting: Entry[] = []
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const repeated = new Map<string, { until: number; entry: Entry | null }>()

  const soon = (ms: number) => {
    if (knex === null || stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, ms)
    timer.unref()
  }
  /** Moves the counted lines whose minute is over, or all, to those that wait. */
  const endRepeats = (all: boolean) => {
    for (const [key, { until, entry }] of repeated) {
      if (!all && until > clock().getTime()) continue
      repeated.delete(key)
      if (entry !== null) waiting.push(entry)
    }
  }
  const flush = async (all = false): Promise<void> => {
    endRepeats(all)
    const entries = waiting.slice(-maxWaiting)
    waiting = []
    if (knex === null) return
    try {
      if (entries.length > 0) await write(knex, entries)
    } catch {
      waiting = [...entries, ...waiting]
    }
    if (waiting.length > 0) soon(gatherMs * 20)
    else if (repeated.size > 0) soon(repeatMs)
  }
  return {
    take(line) {
      if (stopped) return
      const entry = entryOf(line, clock())
      // Two failures with codes of their own are two lines.
      const key = `${entry.level} ${entry.message} ${entry.supportCode ?? ''} ${JSON.stringify(entry.data)}`
      const before = repeated.get(key)
      if (before !== undefined && before.until > entry.at.getTime()) {
        if (before.entry === null) before.entry = entry
        else before.entry.times += 1
        return
      }
      if (before?.entry) waiting.push(before.entry)
      repeated.set(key, { until: entry.at.getTime() + repeatMs, entry: null })
      waiting.push(entry)
      if (waiting.length > maxWaiting) waiting = waiting.slice(-maxWaiting)
      soon(gatherMs)
    },
    follow(database) {
      knex = database
      if (waiting.length > 0) soon(0)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await flush(true)
    },
  }
}

function entryOf({ level, text, fields }: LogLine, at: Date): Entry {
  const { supportCode, userId } = fields
  const kind = kindOfLine(text)
  return {
    at,
    level,
    scope: logKinds[kind],
    message: withoutSecrets(text),
    supportCode: typeof supportCode === 'string' ? supportCode : null,
    userId: typeof userId === 'number' ? userId : null,
    data: { kind, ...subjectOf(fields), facts: plainFacts(fields) },
    times: 1,
  }
}

/** What the line is about, where that has a page. */
function subjectOf({ reservationId, gateway, gatewayId, message }: LogLine['fields']) {
  if (typeof reservationId === 'number') return { subject: { kind: 'reservation', id: reservationId } }
  const from = gatewayId ?? gateway
  if (typeof from === 'number') return { subject: { kind: 'gateway', id: from } }
  return typeof message === 'number' ? { subject: { kind: 'message', id: message } } : {}
}

async function write(knex: Knex, entries: readonly Entry[]): Promise<void> {
  await knex.transaction(async (trx) => {
    const rows = entries.map(({ at, level, scope, message, supportCode, userId, data, times }) => ({
      at: at.toISOString(),
      level,
      scope,
      message,
      support_code: supportCode,
      user_id: userId,
      data: { ...data, times },
    }))
    const written = await many<{ id: number }>(
      trx,
      `insert into database_logs (at, level, scope, message, support_code, user_id, data)
       select at, level, scope, message, support_code, (select id from users u where u.id = line.user_id), data
       from jsonb_to_recordset(?::jsonb) as line
         (at timestamptz, level text, scope text, message text, support_code text, user_id int, data jsonb)
       order by at returning id`,
      [JSON.stringify(rows)],
    )
    const newest = Math.max(...written.map(({ id }) => Number(id)))
    await publish(trx, [change('log', { id: 1, version: newest, view: { newest }, rooms: [rooms.all()] })])
  })
}
