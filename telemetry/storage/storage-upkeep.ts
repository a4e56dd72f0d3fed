import type { Knex } from 'knex'
import { many, one } from '../../db/sql.ts'
import type { UpkeepOptions } from '../history/upkeep.ts'

/** Age in days at which chunks are compressed: hardly anything arrives for them any more. */
export const compressAfterDays = 7

interface Options extends UpkeepOptions {
  /** Connections with long timeouts (`connectStorage`). */
  readonly storage: Knex
}

interface Chunk {
  readonly chunk: string
}

/**
 * Compresses chunks older than a week that are rolled up, and recompresses those that got rows since, the oldest first, each in a
 * transaction of its own. Returns how many. Only with TimescaleDB's community edition.
 */
export function createStorageUpkeep({ storage, log, budgetMs = 20_000, stopping = () => false, rest }: Options) {
  return {
    async run(): Promise<number> {
      const until = performance.now() + budgetMs
      const { edition } = await one<{ edition: string }>(storage, 'SELECT storage_edition() AS edition')
      if (edition !== 'community') return 0
      let done = 0
      for (const { chunk } of await compressible(storage)) {
        if (performance.now() >= until || stopping()) break
        const began = performance.now()
        await storage.raw('SELECT compress_chunk(?::regclass)', [chunk])
        done += 1
        await rest?.(performance.now() - began)
      }
      if (done > 0) log.info({ chunks: done }, 'chunks of readings and reports compressed')
      return done
    },
  }
}

/** Status 1 is compressed; 8 marks rows that are not yet. */
function compressible(storage: Knex): Promise<Chunk[]> {
  return many(
    storage,
    `SELECT format('%I.%I', c.chunk_schema, c.chunk_name) AS chunk
     FROM timescaledb_information.chunks c
     JOIN timescaledb_information.hypertables h USING (hypertable_schema, hypertable_name)
     CROSS JOIN rollup_state
     WHERE c.hypertable_schema = 'public' AND c.hypertable_name IN ('readings', 'device_reports') AND h.compression_enabled
       AND (NOT c.is_compressed OR _timescaledb_functions.chunk_status(format('%I.%I', c.chunk_schema, c.chunk_name)::regclass) & 8 <> 0)
       AND c.range_end <= least(rolled_until, now() - make_interval(days => ?))
     ORDER BY c.range_end, 1`,
    [compressAfterDays],
  )
}
