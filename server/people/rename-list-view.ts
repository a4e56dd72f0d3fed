import { fn } from 'objection'
import { type ListViewSettings, renameListView } from '../../contract/people.ts'
import { ListView } from '../../db/models/people.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'

const taken = { list_views_user_id_list_name_key: { code: 'name-taken', field: 'name' } } as const

/** Renames a saved view; those of others do not exist. */
export default handle(renameListView, async ({ input: { viewId, name }, actor, trx, refuse }) => {
  const [view] = await translateConstraints(trx, refuse, taken, () =>
    ListView.query(trx)
      .where({ id: viewId, user_id: actor.userId })
      .patch({ name, modifiedAt: fn.now() as never })
      .returning(['id', 'name', 'settings']),
  )
  if (!view) return refuse('not-found')
  return { id: view.id, name: view.name, settings: view.settings as ListViewSettings }
})
