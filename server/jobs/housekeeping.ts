import type { TaskList } from 'graphile-worker'
import type { Knex } from 'knex'
import { prune } from '../../db/outbox.ts'
import { pruneWatched } from '../../telemetry/write-watched.ts'
import { tidyFiles } from '../media/store.ts'
import type { CronEntry } from './jobs.ts'

/** Commands answer doubled sends for this long; after it only the trail of outcomes matters to people. */
const receiptDays = 31
const receiptBatch = 20_000

/** Work that keeps the database small. Each task may be done twice or late without harm. */
export function housekeeping(
  knex: Knex,
  { outboxKeepMinutes, mediaDir }: { outboxKeepMinutes: number; mediaDir: string },
): { tasks: TaskList; cron: CronEntry[] } {
  return {
    tasks: {
      'outbox.prune': async () => {
        await prune(knex, new Date(Date.now() - outboxKeepMinutes * 60_000))
      },
      'receipts.prune': async () => {
        for (let gone = receiptBatch; gone === receiptBatch; ) {
          const { rowCount } = await knex.raw<{ rowCount: number }>(
            `delete from gateway_messages where ctid = any(array(
               select ctid from gateway_messages where at < now() - make_interval(days => ?) limit ?))`,
            [receiptDays, receiptBatch],
          )
          gone = rowCount
        }
      },
      'leases.prune': async () => {
        await pruneWatched(knex, new Date())
      },
      'media.tidy': async () => {
        await tidyFiles(knex, mediaDir, new Date())
      },
      'sessions.prune': async () => {
        await knex.raw(
          `delete from sessions where expires_at < now() - interval '7 days' or revoked_at < now() - interval '7 days'`,
        )
      },
    },
    cron: [
      { task: 'outbox.prune', match: '* * * * *' },
      { task: 'receipts.prune', match: '17 * * * *' },
      { task: 'leases.prune', match: '*/10 * * * *' },
      { task: 'media.tidy', match: '43 * * * *' },
      { task: 'sessions.prune', match: '31 3 * * *' },
    ],
  }
}
