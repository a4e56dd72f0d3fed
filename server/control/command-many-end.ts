import type { Knex } from 'knex'
import { exists } from '../../db/sql.ts'

/**
 * Copies the outcomes of commands into runs of several devices and ends runs without an open command (rule C-51).
 * Returns how many ended.
 */
export async function endSelections(knex: Knex): Promise<number> {
  // Usually none is under way: one query is cheaper than a transaction.
  if (!(await exists(knex, `SELECT FROM control_runs WHERE state = 'running' AND kind <> 'path'`))) return 0
  return knex.transaction(async (trx) => {
    await trx.raw(
      `UPDATE control_steps s SET state = CASE o.state WHEN 'confirmed' THEN 'done' ELSE 'failed' END, reason = o.reason
       FROM control_runs r, device_commands o
       WHERE r.state = 'running' AND r.kind <> 'path' AND s.run_id = r.id AND s.state = 'issued'
         AND o.id = s.device_command_id AND o.settled_at IS NOT NULL`,
    )
    const { rows } = await trx.raw<{ rows: object[] }>(
      `UPDATE control_runs r SET state = 'done', version = nextval('change_version'),
         ended_at = coalesce((SELECT max(o.settled_at) FROM control_steps s JOIN device_commands o ON o.id = s.device_command_id WHERE s.run_id = r.id), now())
       WHERE r.state = 'running' AND r.kind <> 'path'
         AND NOT EXISTS (SELECT FROM control_steps s WHERE s.run_id = r.id AND s.state = 'issued') RETURNING r.id`,
    )
    return rows.length
  })
}
