import { order } from '../../contract/media.ts'
import { Media } from '../../db/models/media.ts'
import { handle } from '../kernel/bus/handle.ts'
import { mayEditPictures } from './may-edit.ts'
import { ownerColumn } from './view.ts'

/** Puts pictures in an order; only what moves is written. */
export default handle(order, async ({ input, actor, trx, refuse }) => {
  const { of, mediaIds } = input
  if (!(await mayEditPictures(trx, actor, of))) return refuse('not-found')
  const kept = await Media.query(trx).where(ownerColumn(of)).where('kind', 'picture').orderBy('id').forUpdate()
  const named = new Set(mediaIds)
  if (kept.length !== named.size || kept.some(({ id }) => !named.has(id))) return refuse('pictures-changed')
  await trx.raw(
    `UPDATE media m SET position = n.position - 1, modified_by = ?
     FROM unnest(?::uuid[]) WITH ORDINALITY AS n (id, position) WHERE m.id = n.id AND m.position <> n.position - 1`,
    [actor.userId, mediaIds],
  )
  return { mediaIds }
})
