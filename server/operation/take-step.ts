import type { Knex } from 'knex'
import type { RetentionKey } from '../../contract/operation.ts'
import { many } from '../../db/sql.ts'
import { dropBefore } from '../../telemetry/storage/partitions.ts'
import { type Part, parts, tablesOf } from './kinds.ts'
import { bytesOf } from './sizes.ts'
import { dropRolledUp, oldestOf, stepJobs, stepPages, stepRows } from './step.ts'

export interface OpenRun {
  readonly id: number
  readonly key: RetentionKey
  readonly before: Date
  readonly part: number
  readonly reached: Date | null
  readonly oldest: Date | null
}
export const runColumns = 'id, key, before, part, reached, oldest'

interface Step {
  readonly most: number
  readonly inTime: () => boolean
  /** Next page of scanned tables, by run and part. */
  readonly pages: Map<string, number>
}
interface Gone {
  readonly rows: number
  readonly partitions: number
  readonly reached: Date | null
  readonly done: boolean
}

/**
 * Takes one step of a run and records its progress, in one transaction; null = another process is working on it, or it
 * has ended.
 */
export async function takeStep(
  knex: Knex,
  id: number,
  step: Step,
): Promise<{ rows: number; partitions: number; ended: boolean } | null> {
  const began = performance.now()
  const [waiting] = await many<OpenRun>(
    knex,
    `select ${runColumns} from retention_runs where id = ? and ended_at is null`,
    [id],
  )
  if (!waiting) return null
  // Every partition is dropped in its own transaction: if the process is killed here, the run records less than was
  // deleted, never more.
  const dropped = await dropWhole(knex, waiting, step)
  const stepped = await knex.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = '2s'`)
    const [run] = await many<OpenRun>(
      trx,
      `select ${runColumns} from retention_runs where id = ? and ended_at is null for update skip locked`,
      [id],
    )
    if (!run) return null
    const gone = dropped && run.part === waiting.part ? dropped : await deleteSome(trx, run, step)
    const next = gone.done ? run.part + 1 : run.part
    await trx.raw(
      `update retention_runs set part = :part, reached = :reached, deleted_rows = deleted_rows + :rows, partitions = partitions + :dropped,
         worked_at = clock_timestamp(), worked_ms = worked_ms + :ms, problem = null where id = :id`,
      {
        id,
        part: next,
        reached: gone.done ? null : (gone.reached ?? run.reached),
        rows: gone.rows,
        dropped: gone.partitions,
        ms: Math.round(performance.now() - began),
      } as never,
    )
    return { rows: gone.rows, partitions: gone.partitions, ended: next >= parts[run.key].length }
  })
  if (stepped?.ended) await end(knex, waiting)
  return stepped
}

/** Drops partitions of readings and reports; null = this part of the run has none. */
async function dropWhole(knex: Knex, { key, part, before }: OpenRun, { inTime }: Step): Promise<Gone | null> {
  const now = parts[key][part]
  if (now?.how !== 'partitions') return null
  const dropped = await dropBefore(knex, before, () => !inTime())
  const left = await oldestOf(knex, now, before)
  return { rows: 0, partitions: dropped.length, reached: null, done: left === null }
}

async function deleteSome(trx: Knex.Transaction, run: OpenRun, { most, pages }: Step): Promise<Gone> {
  const part: Part | undefined = parts[run.key][run.part]
  const none = { rows: 0, partitions: 0, reached: null }
  const { before } = run
  switch (part?.how) {
    case 'rows':
      return { ...none, ...(await stepRows(trx, part, { before, from: run.reached, most })) }
    case 'rollup': {
      const chunks = await dropRolledUp(trx, part.table, before)
      if (chunks !== null) return { ...none, partitions: chunks, done: true }
      return { ...none, ...(await stepRows(trx, part, { before, from: run.reached, most })) }
    }
    case 'scan': {
      const at = `${run.id} ${run.part}`
      const { rows: count, next, done } = await stepPages(trx, part, { before, from: pages.get(at) ?? 0 })
      if (done) pages.delete(at)
      else pages.set(at, next)
      return { ...none, rows: count, done }
    }
    case 'jobs':
      return { ...none, ...(await stepJobs(trx, before, most)) }
    case 'partitions':
      // Another process has reached the same point: the next step drops.
      return { ...none, done: false }
    default:
      return { ...none, done: true }
  }
}

/** The bytes afterwards do not include what autovacuum frees later; whole partitions leave the disk at once. */
async function end(knex: Knex, { id, key }: OpenRun): Promise<void> {
  await knex.raw(
    'update retention_runs set ended_at = clock_timestamp(), bytes_after = ? where id = ? and ended_at is null',
    [await bytesOf(knex, tablesOf(key)), id],
  )
}
