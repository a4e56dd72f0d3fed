import { read } from '../../contract/messages.ts'
import { answer } from '../kernel/bus/handle.ts'
import { withLink } from './links.ts'
import { messageItem, messageRows } from './read-messages.ts'
import { complete } from './render.ts'

/** Returns one message of the caller's zones as it was written; a link that lets in is left out. */
export default answer(read, async ({ input, actor, trx, refuse, context }) => {
  const message = await messageRows(trx).findById(input.messageId).modify('visibleTo', actor)
  if (!message) return refuse('not-found')
  const { portal } = context.addresses
  return {
    ...messageItem(message),
    text: withLink(complete(message.bodyText, portal)),
    html: message.bodyHtml === null ? null : withLink(complete(message.bodyHtml, portal)),
  }
})
