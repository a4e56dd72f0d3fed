import { resend } from '../../contract/notices.ts'
import { publish } from '../../db/outbox.ts'
import { many } from '../../db/sql.ts'
import { handle } from '../bus/handle.ts'
import { addJob } from '../jobs/add-job.ts'
import { countChanges } from './counts.ts'
import { noticeScope } from './read-notices.ts'

/** Queues a failed notice of the caller's zones again. */
export default handle(resend, async ({ input, actor, trx, refuse }) => {
  const { sql, bindings } = noticeScope(actor)
  const [notice] = await many<{ state: string; channel: 'mail' | 'sms'; siteId: number | null }>(
    trx,
    `select n.state, n.channel, n.site_id as "siteId" from notices n where n.id = ? and ${sql} for no key update of n`,
    [input.noticeId, ...bindings],
  )
  if (!notice) return refuse('not-found')
  if (notice.state !== 'failed') return refuse('notice-not-failed')
  await trx('notices').where({ id: input.noticeId }).update({ state: 'queued', attempts: 0 })
  await addJob(trx, `messages.${notice.channel}`, { id: input.noticeId })
  await publish(trx, await countChanges(trx, [notice.siteId]))
  return { state: 'queued' } as const
})
