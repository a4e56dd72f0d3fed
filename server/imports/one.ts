import { one } from '../../contract/imports.ts'
import { rooms } from '../../contract/rooms.ts'
import { Import } from '../../db/models/imports.ts'
import { watching } from '../kernel/bus/handle.ts'
import { importChange } from './progress.ts'

/** One import of the caller's with its progress. */
export default watching(one, {
  rooms: async ({ actor }) => [actor.seesAll ? rooms.all() : rooms.user(actor.userId)],
  async snapshot({ trx, actor, input, refuse }) {
    const found = await Import.query(trx).findById(input.importId).modify('visibleTo', actor).withGraphFetched('user')
    if (!found) return refuse('not-found')
    return [importChange(found)]
  },
})
