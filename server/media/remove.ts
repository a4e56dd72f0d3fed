import { remove } from '../../contract/media.ts'
import { exists } from '../../db/sql.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPicture } from './may-edit.ts'

/** Deletes a picture. Its file stays for 30 days, so that the picture can come back (`tidyFiles`). */
export default handle(remove, async ({ input, actor, trx, refuse }) => {
  const { mediaId } = input
  const media = await lockPicture(trx, actor, mediaId)
  if (media === null) return refuse('not-found')
  const used = await exists(
    trx,
    'select from site_plans where background_id = ? union all select from tenants where login_background_id = ?',
    [mediaId, mediaId],
  )
  if (used) return refuse('picture-in-use')
  await media.$query(trx).delete()
  return { mediaId }
})
