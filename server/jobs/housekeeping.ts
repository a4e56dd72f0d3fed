import type { Knex } from 'knex'
import { prune } from '../../db/outbox.ts'
import { pruneWatched } from '../../telemetry/ingest/write-watched.ts'
import { tidyFiles } from '../media/store.ts'
import type { CronEntry } from './jobs.ts'
import type { TaskHandlers } from './tasks.ts'

/**
 * Deletes what is kept for minutes only; spans of days are in server/operation/. Each task may run twice or late
 * without harm.
 */
export function housekeeping(
  knex: Knex,
  { outboxKeepMinutes, mediaDir }: { outboxKeepMinutes: number; mediaDir: string },
): { handlers: TaskHandlers; cron: CronEntry[] } {
  return {
    handlers: {
      'outbox.prune': async () => {
        await prune(knex, new Date(Date.now() - outboxKeepMinutes * 60_000))
      },
      'leases.prune': async () => {
        await pruneWatched(knex, new Date())
      },
      'media.tidy': async () => {
        await tidyFiles(knex, mediaDir, new Date())
      },
    },
    cron: [
      { task: 'outbox.prune', match: '* * * * *' },
      { task: 'leases.prune', match: '*/10 * * * *' },
      { task: 'media.tidy', match: '43 * * * *' },
    ],
  }
}
