import type { Knex } from 'knex'
import {
  keptOtherwise,
  type RetentionKey,
  type RetentionRun,
  retentionKeys,
  type StorageKind,
  type StoredKind,
  storage,
  type TableSize,
} from '../../contract/operation.ts'
import { many, one } from '../../db/sql.ts'
import { editionOf } from '../../telemetry/storage/storage.ts'
import { answer } from '../kernel/bus/handle.ts'
import { diskOf } from './disk.ts'
import { keptByLaw, outboxTables, tablesOf } from './kinds.ts'
import { outlookOf, together } from './outlook.ts'
import { readRuns } from './runs-read.ts'
import { readSizes } from './sizes.ts'
import { readSpans, type Span } from './spans.ts'

interface Sample {
  readonly table: string
  readonly day: string
  readonly bytes: number
  readonly oldest: Date | null
}

/** Returns what is stored by kind of data: sizes as of now, growth from the daily samples. */
export default answer(storage, async ({ trx, now, context }) => {
  const sizes = await readSizes(trx)
  const samples = await readSamples(trx)
  const spans = await readSpans(trx)
  const running = await readRuns(trx, 'r.ended_at is null', [], { limit: retentionKeys.length })
  const lastOfKinds = 'r.id in (select max(id) from retention_runs where ended_at is not null group by key)'
  const last = await readRuns(trx, lastOfKinds, [], { limit: retentionKeys.length })
  const kinds = [...retentionKeys, ...keptOtherwise].map((kind) =>
    kindOf(kind, { tables: tablesAmong(sizes, kind), samples, spans, running, last, now }),
  )
  const { bytes, server } = await one<{ bytes: number; server: string }>(
    trx,
    `select pg_database_size(current_database()) as bytes, current_setting('server_version') as server`,
  )
  const { edition, version } = await editionOf(trx)
  const sizesOfKinds = kinds.map((kind) => kind.bytes)
  const outlook = together(kinds, sizesOfKinds)
  const rest = bytes - kinds.reduce((sum, kind) => sum + kind.bytes, 0)
  return {
    asOf: now.toISOString(),
    database: {
      bytes,
      growthPerDay: outlook.growthPerDay,
      in30Days: outlook.in30Days === null ? null : outlook.in30Days + rest,
      in365Days: outlook.in365Days === null ? null : outlook.in365Days + rest,
      version: server,
      timescale: edition === 'none' || version === null ? null : { edition, version },
      disk: context.config.databaseUrl === undefined ? await diskOf(context.config.dir) : null,
    },
    outboxMinutes: context.config.outboxKeepMinutes,
    kinds: kinds.toSorted((one, other) => other.bytes - one.bytes),
  }
})

function tablesAmong(sizes: readonly TableSize[], kind: StorageKind): TableSize[] {
  const own = (name: string): StorageKind =>
    retentionKeys.find((key) => tablesOf(key).includes(name)) ??
    (outboxTables.includes(name) ? 'outbox' : keptByLaw.includes(name) ? 'law' : 'use')
  return sizes.filter(({ name }) => own(name) === kind)
}

interface Known {
  readonly tables: readonly TableSize[]
  readonly samples: readonly Sample[]
  readonly spans: ReadonlyMap<RetentionKey, Span>
  readonly running: readonly RetentionRun[]
  readonly last: readonly RetentionRun[]
  readonly now: Date
}

function kindOf(kind: StorageKind, { tables, samples, spans, running, last, now }: Known): StoredKind {
  const span = spans.get(kind as RetentionKey) ?? null
  const lastRun = last.find(({ key }) => key === kind) ?? null
  const cleared = lastRun === null ? null : new Date(lastRun.before)
  const spanDays = span?.days ?? null
  const outlooks = tables.map(({ name, bytes }) => {
    const own = samples.filter(({ table }) => table === name)
    return outlookOf({ bytes, samples: own, spanDays, oldest: notBefore(oldestIn(own), cleared), now })
  })
  const counted = tables.flatMap(({ rows: count }) => (count === null ? [] : [count]))
  const oldest = notBefore(oldestIn(samples.filter(({ table }) => tables.some(({ name }) => name === table))), cleared)
  return {
    kind,
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
    rows: counted.length ? counted.reduce((sum, count) => sum + count, 0) : null,
    oldest: oldest?.toISOString() ?? null,
    ...together(
      outlooks,
      tables.map(({ bytes }) => bytes),
    ),
    tables: [...tables],
    retention: span && {
      key: span.key,
      days: span.days,
      changed: span.setAt && { at: span.setAt.toISOString(), by: span.setBy },
      requestedAt: span.requestedAt?.toISOString() ?? null,
      checkedAt: span.checkedAt?.toISOString() ?? null,
      running: running.find(({ key }) => key === kind) ?? null,
      last: lastRun,
    },
  }
}

/** From the newest sample of each table. */
function oldestIn(samples: readonly Sample[]): Date | null {
  const newest = new Map(samples.map((sample) => [sample.table, sample.oldest]))
  const found = [...newest.values()].flatMap((at) => (at === null ? [] : [at.getTime()]))
  return found.length ? new Date(Math.min(...found)) : null
}

/** The sample's oldest row may have been deleted since. */
const notBefore = (oldest: Date | null, cleared: Date | null): Date | null =>
  oldest !== null && cleared !== null && oldest < cleared ? cleared : oldest

function readSamples(trx: Knex): Promise<Sample[]> {
  return many(
    trx,
    `select table_name as table, day, bytes, oldest from table_sizes
     where day > (now() at time zone 'UTC')::date - 31 order by table_name, day`,
  )
}
