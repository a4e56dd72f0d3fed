import { read } from '../../contract/messages.ts'
import { answer } from '../kernel/bus/handle.ts'
import { noticeItem, noticeRows } from './read-notices.ts'
import { complete } from './render.ts'

/** One notice of the caller's zones as it was said. */
export default answer(read, async ({ input, actor, trx, refuse, context }) => {
  const notice = await noticeRows(trx).findById(input.noticeId).modify('visibleTo', actor)
  if (!notice) return refuse('not-found')
  const { portal } = context.addresses
  return {
    ...noticeItem(notice),
    text: complete(notice.bodyText, portal),
    html: notice.bodyHtml === null ? null : complete(notice.bodyHtml, portal),
  }
})
