import * as z from 'zod'
import { command, query } from './kit.ts'

/**
 * Kinds of growing data with their span in days: default, minimum and maximum. If minimum and maximum are equal, the
 * span is fixed. Reasons: docs/rules.md, K-2.
 */
export const retentionKinds = {
  readings: { days: 400, least: 35, most: 760 },
  rollups: { days: 1_830, least: 800, most: 3_660 },
  siteRollups: { days: 3_660, least: 800, most: 7_320 },
  receipts: { days: 31, least: 31, most: 31 },
  gatewayEvents: { days: 180, least: 31, most: 1_100 },
  accessEvents: { days: 90, least: 7, most: 400 },
  deviceCommands: { days: 400, least: 31, most: 1_830 },
  malfunctions: { days: 1_100, least: 90, most: 3_660 },
  messages: { days: 180, least: 30, most: 1_100 },
  commands: { days: 400, least: 31, most: 1_830 },
  history: { days: 730, least: 31, most: 3_660 },
  sessions: { days: 7, least: 1, most: 90 },
  logs: { days: 90, least: 7, most: 400 },
  jobs: { days: 30, least: 7, most: 180 },
  upkeep: { days: 400, least: 400, most: 400 },
} as const satisfies Record<string, { days: number; least: number; most: number }>
export type RetentionKey = keyof typeof retentionKinds
export const retentionKeys = Object.keys(retentionKinds) as readonly RetentionKey[]

/**
 * Retention of data without a span: outbox = minutes, as configured; law = for ever, as evidence of money; use = as
 * long as it is used.
 */
export const keptOtherwise = ['outbox', 'law', 'use'] as const
export const storageKinds = [...retentionKeys, ...keptOtherwise] as const
export type StorageKind = (typeof storageKinds)[number]

const admins = ['BASIC_ADM'] as const
const count = z.number().int().min(0)
const bytes = z.number()
const time = z.string()
const key = z.enum(retentionKeys as readonly [RetentionKey, ...RetentionKey[]])

const run = z.object({
  id: z.number().int(),
  key,
  /** Older than this is deleted. */
  before: time,
  startedAt: time,
  endedAt: time.nullable(),
  /** Who requested it; null = it was due. */
  requestedBy: z.string().nullable(),
  rows: count,
  partitions: count,
  bytesBefore: bytes,
  bytesAfter: bytes.nullable(),
  /** Working time, without the pauses. */
  workedMs: count,
  /** 0 to 1, by the time of the data. */
  progress: z.number().min(0).max(1),
  /** Why the last step failed; it is retried. */
  problem: z.string().nullable(),
})
export type RetentionRun = z.infer<typeof run>

/**
 * Growth from the daily samples of the last month; the forecast continues it until data older than the span is deleted.
 * Null = not known yet.
 */
const outlook = { growthPerDay: bytes.nullable(), in30Days: bytes.nullable(), in365Days: bytes.nullable() }

const table = z.object({
  name: z.string(),
  bytes,
  tableBytes: bytes,
  indexBytes: bytes,
  toastBytes: bytes,
  /** Share of `bytes` in compressed parts. Null = nothing is compressed. */
  compressedBytes: bytes.nullable(),
  /** The server's estimate; null = never counted. */
  rows: count.nullable(),
  /** Partitions or chunks. */
  partitions: count,
  /** Deleted rows whose space autovacuum has not freed yet. */
  deadRows: count,
  vacuumedAt: time.nullable(),
})
export type TableSize = z.infer<typeof table>

const kind = z.object({
  kind: z.enum(storageKinds as unknown as readonly [StorageKind, ...StorageKind[]]),
  bytes,
  rows: count.nullable(),
  oldest: time.nullable(),
  ...outlook,
  tables: z.array(table),
  /** Null = it has no span in days. */
  retention: z
    .object({
      key,
      days: count,
      /** Who last set it, and when; null = default. */
      changed: z.object({ at: time, by: z.string().nullable() }).nullable(),
      requestedAt: time.nullable(),
      checkedAt: time.nullable(),
      running: run.nullable(),
      last: run.nullable(),
    })
    .nullable(),
})
export type StoredKind = z.infer<typeof kind>

/**
 * What is stored: tables, sizes, growth, span and last deletion of each kind of data. Small tables are listed with
 * their kind.
 */
export const storage = query({
  name: 'operation.storage',
  access: admins,
  limit: { points: 30, seconds: 10 },
  input: z.strictObject({}),
  reply: z.object({
    asOf: time,
    database: z.object({
      bytes,
      ...outlook,
      version: z.string(),
      timescale: z.object({ edition: z.enum(['community', 'apache']), version: z.string() }).nullable(),
      /** Disk of the data, if the portal runs beside its own database; otherwise null. */
      disk: z.object({ free: bytes, total: bytes }).nullable(),
    }),
    outboxMinutes: count,
    kinds: z.array(kind),
  }),
})

/** Returns what another span would delete; counts at most 1,000,000 rows per table. */
export const retentionPreview = query({
  name: 'operation.retentionPreview',
  access: admins,
  limit: { points: 20, seconds: 10 },
  input: z.strictObject({ key, days: z.number().int().min(1).max(7_320) }),
  reply: z.object({
    before: time,
    oldest: time.nullable(),
    rows: count,
    /** More rows than were counted. */
    more: z.boolean(),
    partitions: count,
    /** Approximate; for rows the share of the table. */
    bytes,
  }),
})

/** Deletion runs, newest first. */
export const retentionRuns = query({
  name: 'operation.retentionRuns',
  access: admins,
  input: z.strictObject({
    key: key.optional(),
    page: z.number().int().min(1).max(1_000).default(1),
    limit: z.number().int().min(1).max(100).default(10),
  }),
  reply: z.object({ items: z.array(run), recordCount: count }),
})

/** Sets a retention span. A shorter span must be confirmed, so that nobody deletes more than they saw. */
export const setRetention = command({
  name: 'operation.setRetention',
  access: admins,
  input: z
    .strictObject({ key, days: z.number().int().min(1).max(7_320), deletesMore: z.boolean().default(false) })
    .refine(({ key: of, days }) => days >= retentionKinds[of].least && days <= retentionKinds[of].most, {
      path: ['days'],
    }),
  reply: z.object({ days: count }),
  refusals: ['retention-deletes-more'],
})

/** Deletes data older than its span at once, instead of when it is due. */
export const deleteNow = command({
  name: 'operation.deleteNow',
  access: admins,
  input: z.strictObject({ key }),
  reply: z.object({ requestedAt: time }),
  refusals: ['retention-running'],
})

const livingProcess = z.object({
  id: z.string(),
  roles: z.array(z.string()),
  version: z.string().nullable(),
  host: z.string(),
  pid: z.number().int(),
  startedAt: time,
  heartbeatAt: time,
  /** late = silent for 12 s, four heartbeats; dead = for 45 s. */
  state: z.enum(['alive', 'late', 'dead']),
  /** Gateways with a live connection to it; null = unknown. */
  gateways: count.nullable(),
  /** The process that replied. */
  self: z.boolean(),
})
export type LivingProcess = z.infer<typeof livingProcess>

/** The processes of this portal, by their heartbeats. */
export const processes = query({
  name: 'operation.processes',
  access: admins,
  input: z.strictObject({}),
  reply: z.object({ asOf: time, items: z.array(livingProcess) }),
})
