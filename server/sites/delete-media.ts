import { deleteMedia } from '../../contract/plan.ts'
import { seesSite } from '../access/scope.ts'
import { handle } from '../bus/handle.ts'

/** Deletes a picture of a site or device of the caller's zones. Its file has no row then and goes with the next tidying. */
export default handle(deleteMedia, async ({ input, actor, trx, refuse }) => {
  const { mediaId } = input
  const { rows } = await trx.raw<{ rows: { site_id: number | null }[] }>(
    `SELECT coalesce(m.site_id, (SELECT d.site_id FROM devices d WHERE d.id = m.device_id)) AS site_id
     FROM media m WHERE m.id = ? AND m.kind = 'picture' FOR UPDATE OF m`,
    [mediaId],
  )
  const siteId = rows[0]?.site_id ?? null
  if (siteId === null || !(await seesSite(trx, actor, siteId))) return refuse('not-found')
  const used = await trx.raw<{ rows: object[] }>(
    `SELECT FROM site_plans WHERE background_id = :id UNION ALL SELECT FROM tenants WHERE login_background_id = :id LIMIT 1`,
    { id: mediaId },
  )
  if (used.rows.length > 0) return refuse('picture-in-use')
  await trx('media').where({ id: mediaId }).delete()
  return { mediaId }
})
