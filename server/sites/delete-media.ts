import { deleteMedia } from '../../contract/sites/plan.ts'
import { Media } from '../../db/models/media.ts'
import { exists } from '../../db/sql.ts'
import { seesSite } from '../access/scope.ts'
import { addJob } from '../jobs/add-job.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Deletes a picture of a site or device in the caller's zones. A job removes its file. */
export default handle(deleteMedia, async ({ input, actor, trx, refuse }) => {
  const { mediaId } = input
  const media = await Media.query(trx)
    .findById(mediaId)
    .where({ kind: 'picture' })
    .forUpdate()
    .withGraphFetched('device')
  const siteId = media?.siteId ?? media?.device?.siteId
  if (!media || siteId === undefined || !(await seesSite(trx, actor, siteId))) return refuse('not-found')
  const used = await exists(
    trx,
    'select from site_plans where background_id = ? union all select from tenants where login_background_id = ?',
    [mediaId, mediaId],
  )
  if (used) return refuse('picture-in-use')
  await media.$query(trx).delete()
  await addJob(trx, 'media.remove', { name: media.storageKey })
  return { mediaId }
})
