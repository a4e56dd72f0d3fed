import { connect } from '../connect.ts'
import { one } from '../sql.ts'

/**
 * After a restore: the outbox is ordered by transactions of the server that wrote it. Rewrites unhandled rows as by
 * this server, and makes screens start with a new snapshot. Returns the number of waiting rows.
 */
export async function restored(url: string): Promise<number> {
  const knex = connect(url, { max: 1, name: 'holdfast restored', queryTimeoutMs: 600_000 })
  try {
    return await knex.transaction(async (trx) => {
      await trx.raw('LOCK TABLE outbox IN EXCLUSIVE MODE')
      await trx.raw('DELETE FROM outbox WHERE xid < (SELECT xid FROM relay_state)')
      // Their numbers are dropped too: within the transaction they rise in the same order again.
      const { waiting } = await one<{ waiting: number }>(
        trx,
        `WITH gone AS (DELETE FROM outbox RETURNING at, fact, payload, changes, xid, id),
           again AS (INSERT INTO outbox (at, fact, payload, changes) SELECT at, fact, payload, changes FROM gone ORDER BY xid, id RETURNING 1)
         SELECT count(*) AS waiting FROM again`,
      )
      await trx.raw(`UPDATE outbox_floor SET xid = (pg_current_xact_id()::text::bigint - 1)::text::xid8`)
      await trx.raw('UPDATE relay_state SET xid = pg_current_xact_id()')
      return waiting
    })
  } finally {
    await knex.destroy()
  }
}
