import type { Knex } from 'knex'
import { type RetentionKey, retentionKeys } from '../../contract/operation.ts'
import { many } from '../../db/sql.ts'
import type { UpkeepOptions } from '../../telemetry/history/upkeep.ts'
import { parts, tablesOf } from './kinds.ts'
import { bytesOf } from './sizes.ts'
import { beforeOf, readSpans, type Span } from './spans.ts'
import { oldestOf } from './step.ts'
import { type OpenRun, runColumns, takeStep } from './take-step.ts'

export interface RetentionOptions extends UpkeepOptions {
  readonly knex: Knex
  /** Number of rows of the first step; later steps adapt to their duration. */
  readonly firstRows?: number
}
/** Interval between checks for due work. */
const everyMinutes = 60
/** Target time of a step, during which its rows are locked. */
const stepMs = { short: 25, long: 100 }
const stepRowsAtMost = 10_000
const stepRowsAtLeast = 100

/**
 * Deletes data older than its span in short transactions that record their progress, so that any process can continue.
 * Rests after each step for as long as it took.
 */
export function createRetention(options: RetentionOptions) {
  const { knex, log, budgetMs = 5_000, stopping = () => false, rest = sleep } = options
  const sizes = { most: options.firstRows ?? 1_000 }
  /** Next page of tables that are scanned; another process starts over. */
  const pages = new Map<string, number>()
  return {
    /**
     * Starts what is due or requested and continues what was started. Returns the numbers of deleted rows and
     * partitions.
     */
    async run(): Promise<{ rows: number; partitions: number }> {
      const until = performance.now() + budgetMs
      const inTime = (): boolean => performance.now() < until && !stopping()
      const done = { rows: 0, partitions: 0 }
      for (const key of await dueKeys(knex)) {
        if (!inTime()) break
        try {
          const run = (await openRun(knex, key)) ?? (await begin(knex, key))
          if (run) await work(run)
        } catch (error) {
          await recordProblem(knex, key, error)
          log.warn({ err: error, key }, 'retention: a step failed, it is tried again')
        }
      }
      return done

      async function work(run: OpenRun): Promise<void> {
        for (let ended = false; !ended && inTime(); ) {
          const began = performance.now()
          const stepped = await takeStep(knex, run.id, { most: sizes.most, inTime, pages })
          if (stepped === null) return
          done.rows += stepped.rows
          done.partitions += stepped.partitions
          ended = stepped.ended
          const took = performance.now() - began
          if (took > stepMs.long) sizes.most = Math.max(stepRowsAtLeast, Math.floor(sizes.most / 2))
          else if (took < stepMs.short) sizes.most = Math.min(stepRowsAtMost, sizes.most * 2)
          if (!ended) await rest(took)
        }
        const [end] = await many<object>(
          knex,
          `select key, before, deleted_rows as rows, partitions, bytes_before as "bytesBefore", bytes_after as "bytesAfter", worked_ms as "workedMs"
           from retention_runs where id = ? and ended_at is not null`,
          [run.id],
        )
        if (end) log.info(end, 'retention: what was older than its span is deleted')
      }
    },
  }
}

/** Kinds with something to do: first requested ones, then running ones, then due ones. */
async function dueKeys(knex: Knex): Promise<RetentionKey[]> {
  const spans = await readSpans(knex)
  const open = await many<{ key: RetentionKey }>(knex, 'select key from retention_runs where ended_at is null')
  const dueAt = Date.now() - everyMinutes * 60_000
  const rank = (key: RetentionKey): number => {
    const span = spans.get(key) as Span
    if (span.requestedAt) return 0
    if (open.some((each) => each.key === key)) return 1
    return span.checkedAt === null || span.checkedAt.getTime() < dueAt ? 2 : 3
  }
  return retentionKeys.filter((key) => rank(key) < 3).toSorted((one, other) => rank(one) - rank(other))
}

async function openRun(knex: Knex, key: RetentionKey): Promise<OpenRun | null> {
  const open = `select ${runColumns} from retention_runs where key = ? and ended_at is null`
  return (await many<OpenRun>(knex, open, [key]))[0] ?? null
}

/** Starts a run if something older than the span exists, otherwise records that nothing does. */
async function begin(knex: Knex, key: RetentionKey): Promise<OpenRun | null> {
  const span = (await readSpans(knex)).get(key) as Span
  const before = await beforeOf(knex, span.days)
  const oldest = await firstOld(knex, key, before)
  const bytes = oldest === null ? 0 : await bytesOf(knex, tablesOf(key))
  return knex.transaction(async (trx) => {
    await trx.raw(
      `insert into retention (key, checked_at) values (?, clock_timestamp())
       on conflict (key) do update set requested_at = null, requested_by = null, checked_at = excluded.checked_at`,
      [key],
    )
    if (oldest === null) return null
    const [run] = await many<OpenRun>(
      trx,
      `insert into retention_runs (key, before, bytes_before, requested_by, part, oldest) values (?, ?, ?, ?, ?, ?)
       on conflict (key) where ended_at is null do nothing returning ${runColumns}`,
      [key, before, bytes, span.requestedBy, oldest.part, oldest.at],
    )
    return run ?? null
  })
}

/** Returns the first part with data old enough. */
async function firstOld(knex: Knex, key: RetentionKey, before: Date): Promise<{ part: number; at: Date } | null> {
  for (const [part, each] of parts[key].entries()) {
    const at = await oldestOf(knex, each, before)
    if (at !== null) return { part, at }
  }
  return null
}

async function recordProblem(knex: Knex, key: RetentionKey, error: unknown): Promise<void> {
  const { code, message } = error as { code?: string; message: string }
  await knex.raw('update retention_runs set problem = ? where key = ? and ended_at is null', [
    [code, message].filter(Boolean).join(': ').slice(0, 500),
    key,
  ])
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
