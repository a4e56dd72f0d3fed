import { fn } from 'objection'
import { maxListViews, saveListView } from '../../contract/people.ts'
import { ListView, User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Saves a view of a list; the person is locked, so that the bound holds for two at once. */
export default handle(saveListView, async ({ input: { list, name, settings }, actor, trx, refuse }) => {
  await User.query(trx).findById(actor.userId).forNoKeyUpdate().select('id')
  const views = await ListView.query(trx).where({ user_id: actor.userId, list }).select('name')
  if (views.length >= maxListViews && !views.some((view) => view.name === name))
    return refuse('too-many-views', { most: maxListViews })
  const { id } = await ListView.query(trx)
    .insert({ userId: actor.userId, list, name, settings })
    .onConflict(['user_id', 'list', 'name'])
    .merge({ settings, modifiedAt: fn.now() as never })
    .returning('id')
  return { id, name, settings }
})
