import type { Knex } from 'knex'
import { retentionPreview } from '../../contract/operation.ts'
import { one } from '../../db/sql.ts'
import { droppable } from '../../telemetry/storage/partitions.ts'
import { answer } from '../kernel/bus/handle.ts'
import { type Part, parts } from './kinds.ts'
import { readSizes } from './sizes.ts'
import { beforeOf } from './spans.ts'
import { failedJobs, oldestOf, oldRows } from './step.ts'

const maxCounted = 1_000_000

/** Returns what a span would delete: the same rows and partitions as a run. */
export default answer(retentionPreview, async ({ input, trx }) => {
  const before = await beforeOf(trx, input.days)
  const ofKind = parts[input.key]
  const oldest = await Promise.all(ofKind.map((part) => oldestOf(trx, part, before)))
  const found = oldest.flatMap((at) => (at === null ? [] : [at.getTime()]))
  const sizes = await readSizes(trx)
  const sum = { rows: 0, more: false, partitions: 0, bytes: 0 }
  if (ofKind.some(({ how }) => how === 'partitions')) {
    const going = await droppable(trx, before)
    sum.partitions = going.length
    sum.bytes = going.reduce((bytes, part) => bytes + part.bytes, 0)
  }
  for (const part of ofKind) {
    const counted = await countOld(trx, part, before)
    const size = sizes.find(({ name }) => name === part.table)
    const share = size?.rows ? Math.min(1, counted / size.rows) : counted > 0 ? 1 : 0
    sum.rows += counted
    sum.more ||= counted === maxCounted
    sum.bytes += Math.round((size?.bytes ?? 0) * share)
  }
  return {
    before: before.toISOString(),
    oldest: found.length ? new Date(Math.min(...found)).toISOString() : null,
    ...sum,
  }
})

async function countOld(trx: Knex, part: Part, before: Date): Promise<number> {
  if (part.how === 'partitions') return 0
  const from = part.how === 'jobs' ? `graphile_worker.jobs where ${failedJobs}` : oldRows(part)
  const { n } = await one<{ n: number }>(
    trx,
    `select count(*)::int as n from (select from ${from} limit ${maxCounted}) old`,
    { before } as never,
  )
  return n
}
