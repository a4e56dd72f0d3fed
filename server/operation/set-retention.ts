import { setRetention } from '../../contract/operation.ts'
import { handle } from '../kernel/bus/handle.ts'
import { readSpans, type Span } from './spans.ts'

/** Sets how long a kind of data is kept. The next run deletes what is older. */
export default handle(setRetention, async ({ input, actor, trx, refuse }) => {
  const { key, days, deletesMore } = input
  await trx.raw('insert into retention (key) values (?) on conflict (key) do nothing', [key])
  await trx.raw('select from retention where key = ? for update', [key])
  const now = (await readSpans(trx)).get(key) as Span
  if (days < now.days && !deletesMore) return refuse('retention-deletes-more')
  await trx.raw(
    'update retention set days = ?, modified_at = now(), modified_by = ?, checked_at = null where key = ?',
    [days, actor.userId, key],
  )
  return { days }
})
