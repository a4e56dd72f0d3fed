import { resend } from '../../contract/messages.ts'
import { Message } from '../../db/models/messages.ts'
import { publish } from '../../db/outbox.ts'
import { addJob } from '../jobs/add-job.ts'
import { handle } from '../kernel/bus/handle.ts'
import { countChanges } from './counts.ts'

/** Queues a failed message of the caller's zones again. */
export default handle(resend, async ({ input, actor, trx, refuse }) => {
  const message = await Message.query(trx).findById(input.messageId).modify('visibleTo', actor).forNoKeyUpdate()
  if (!message) return refuse('not-found')
  if (message.state !== 'failed') return refuse('message-not-failed')
  await message.$query(trx).patch({ state: 'queued', attempts: 0 })
  await addJob(trx, `messages.${message.channel}`, { id: input.messageId })
  await publish(trx, await countChanges(trx, [message.siteId]))
  return { state: 'queued' } as const
})
