import { resend } from '../../contract/messages.ts'
import { Notice } from '../../db/models/notices.ts'
import { publish } from '../../db/outbox.ts'
import { addJob } from '../jobs/add-job.ts'
import { handle } from '../kernel/bus/handle.ts'
import { countChanges } from './counts.ts'

/** Queues a failed notice of the caller's zones again. */
export default handle(resend, async ({ input, actor, trx, refuse }) => {
  const notice = await Notice.query(trx).findById(input.noticeId).modify('visibleTo', actor).forNoKeyUpdate()
  if (!notice) return refuse('not-found')
  if (notice.state !== 'failed') return refuse('notice-not-failed')
  await notice.$query(trx).patch({ state: 'queued', attempts: 0 })
  await addJob(trx, `messages.${notice.channel}`, { id: input.noticeId })
  await publish(trx, await countChanges(trx, [notice.siteId]))
  return { state: 'queued' } as const
})
