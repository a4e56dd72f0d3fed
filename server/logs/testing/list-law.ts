import { list } from '../../../contract/logs.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Lines are found by their text. */
export const logsLaw: ListLaw = {
  def: list,
  scoped: false,
  reader: 'admin',
  plant: (knex, _world, _side, text) =>
    insert(knex, 'database_logs', { level: 'warn', scope: 'jobs', message: text, data: { kind: 'job-failed' } }),
}
