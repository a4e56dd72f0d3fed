import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { connect } from '../../db/connect.ts'
import { many, one } from '../../db/sql.ts'
import { hasAggregates } from '../history/rollups-refresh.ts'

/** TimescaleDB of this database: community edition, Apache edition (hypertables only), or none. */
export type Edition = 'community' | 'apache' | 'none'

export interface Hypertable {
  readonly name: string
  readonly chunks: number
  readonly compressedChunks: number
  /** On disk, with indexes. */
  readonly bytes: number
  /** Compressed chunks before and after; null = none. */
  readonly bytesBefore: number | null
  readonly bytesAfter: number | null
}
export interface Storage {
  readonly edition: Edition
  /** TimescaleDB of this database; null = not used. */
  readonly version: string | null
  /** Version on the server; null = none available. */
  readonly available: string | null
  /** Readings and reports; empty = native partitions. */
  readonly hypertables: Hypertable[]
  /** Rolled-up readings are continuous aggregates. */
  readonly aggregates: boolean
}

/**
 * `outbox_horizon` ignores connections of this name, so that compressing, rolling up and deleting delay no screen. They must not write into
 * the outbox.
 */
const upkeepName = 'holdfast-storage'
const longMs = 15 * 60_000

/** Returns connections for storage work that may take minutes. */
export function connectStorage(url: string): Knex {
  return connect(url, { max: 2, name: upkeepName, queryTimeoutMs: longMs })
}

/** Returns connections for background work in steps. */
export function connectUpkeep(url: string): Knex {
  return connect(url, { max: 4, name: upkeepName })
}

/** Returns edition and version of TimescaleDB in this database. */
export function editionOf(knex: Knex): Promise<Pick<Storage, 'edition' | 'version'>> {
  return one(
    knex,
    `SELECT storage_edition() AS edition, (SELECT extversion FROM pg_extension WHERE extname = 'timescaledb') AS version`,
  )
}

/** Returns how readings and reports are stored, and their size. */
export async function storageOf(knex: Knex): Promise<Storage> {
  const { edition, version } = await editionOf(knex)
  const { available } = await one<Pick<Storage, 'available'>>(
    knex,
    `SELECT CASE WHEN current_setting('timescaledb.disable_load', true) IS NOT NULL
         THEN (SELECT default_version FROM pg_available_extensions WHERE name = 'timescaledb') END AS available`,
  )
  return {
    edition,
    version,
    available,
    hypertables: edition === 'none' ? [] : await hypertables(knex, edition),
    aggregates: await hasAggregates(knex),
  }
}

function hypertables(knex: Knex, edition: Edition): Promise<Hypertable[]> {
  const compressed = edition === 'community'
  return many(
    knex,
    `SELECT h.hypertable_name AS name, (SELECT count(*) FROM timescaledb_information.chunks c
         WHERE c.hypertable_schema = 'public' AND c.hypertable_name = h.hypertable_name) AS chunks,
       hypertable_size(format('public.%I', h.hypertable_name)::regclass) AS bytes,
       ${
         compressed
           ? 'coalesce(s.number_compressed_chunks, 0) AS "compressedChunks", s.before_compression_total_bytes AS "bytesBefore", s.after_compression_total_bytes AS "bytesAfter"'
           : '0 AS "compressedChunks", NULL::bigint AS "bytesBefore", NULL::bigint AS "bytesAfter"'
       }
     FROM timescaledb_information.hypertables h
     ${compressed ? `LEFT JOIN LATERAL hypertable_compression_stats(format('public.%I', h.hypertable_name)::regclass) s ON true` : ''}
     WHERE h.hypertable_schema = 'public' AND h.hypertable_name IN ('readings', 'device_reports') ORDER BY 1`,
  )
}

/** Logs in one line how readings are stored, and what the server could do better. */
export async function sayStorage(knex: Knex, log: Logger): Promise<Storage> {
  const storage = await storageOf(knex)
  const { edition, version, aggregates } = storage
  log.info(
    { edition, version, aggregates, ...(better(storage) && { better: better(storage) }) },
    `readings are kept in ${whereKept(storage)}`,
  )
  return storage
}

/** The extension alone creates no hypertables: an older database keeps partitions until the command converts it. */
export function whereKept({ edition, version, hypertables: streams }: Storage): string {
  return streams.length === 0
    ? 'monthly partitions of PostgreSQL'
    : `hypertables of TimescaleDB ${version} (${edition})`
}

const command = 'npm run database -- timescale'

function better({ edition, available, aggregates, hypertables: streams }: Storage): string | null {
  if (streams.length === 0 && available !== null) return `TimescaleDB ${available} could be used: ${command}`
  if (edition === 'community' && !aggregates) return `continuous aggregates could be used: ${command}`
  return null
}
