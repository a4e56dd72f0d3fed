import { read } from '../../contract/notices.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../bus/handle.ts'
import { noticeScope, readNotices } from './read-notices.ts'
import { complete } from './render.ts'

/** One notice of the caller's zones as it was said. */
export default answer(read, async ({ input, actor, trx, refuse, context }) => {
  const { sql, bindings } = noticeScope(actor)
  const found = await many(trx, `select from notices n where n.id = ? and ${sql}`, [input.noticeId, ...bindings])
  const [notice] = found.length === 0 ? [] : await readNotices(trx, [input.noticeId])
  if (!notice) return refuse('not-found')
  const { portal } = context.addresses
  return {
    ...notice,
    text: complete(notice.text, portal),
    html: notice.html === null ? null : complete(notice.html, portal),
  }
})
