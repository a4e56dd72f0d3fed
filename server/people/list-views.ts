import { type ListViewSettings, listViews } from '../../contract/people.ts'
import { ListView } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'

/** The caller's saved views of a list, by name. */
export default answer(listViews, async ({ input, actor, trx }) => {
  const views = await ListView.query(trx)
    .where({ user_id: actor.userId, list: input.list })
    .orderByRaw('lower(name), id')
  return views.map(({ id, name, settings }) => ({ id, name, settings: settings as ListViewSettings }))
})
