import { change } from '../../contract/changes.ts'
import { changes } from '../../contract/logs.ts'
import { rooms } from '../../contract/rooms.ts'
import { one } from '../../db/sql.ts'
import { watching } from '../kernel/bus/handle.ts'

/** The id of the newest line. */
export default watching(changes, {
  rooms: async () => [rooms.all()],
  snapshot: async ({ trx }) => {
    const { newest } = await one<{ newest: number }>(
      trx,
      'select coalesce(max(id), 0)::int as newest from database_logs',
    )
    return [change('log', { id: 1, version: newest, view: { newest }, rooms: [rooms.all()] })]
  },
})
