import { of } from '../../contract/history.ts'
import { RowHistory } from '../../db/models/history.ts'
import { answer } from '../kernel/bus/handle.ts'
import { changesOf } from './changes.ts'
import { seenBy } from './tables.ts'

/** Number of changes that one reading returns. */
const pageSize = 20

/** The latest changes of one row, also of its links from the other side. */
export default answer(of, async ({ input: { entity, id, before }, actor, trx }) => {
  if (!seenBy(actor.seesAll).includes(entity)) return { changes: [], more: false }
  const query = RowHistory.query(trx)
    .modify('visibleTo', actor)
    .where((own) => {
      own
        .where((row) => {
          row.where({ entity, row_id: id, leads: true })
        })
        .orWhere({ other_entity: entity, other_id: id })
    })
    .withGraphFetched('user')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (before !== undefined) query.where('row_history.id', '<', before)
  const found = await query
  const changes = await changesOf(trx, actor, found.slice(0, pageSize), { entity, rowId: id })
  return { changes, more: found.length > pageSize }
})
