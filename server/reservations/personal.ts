import { personal } from '../../contract/reservations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { common, given, matching, pageOf } from './list-filter.ts'
import { readReservations } from './view.ts'

const spans = {
  past: 'r.ends_at <= :now',
  active: '(r.starts_at <= :now and r.ends_at > :now)',
  future: 'r.starts_at > :now',
} as const

/** Returns the caller's reservations by time span and state, a page at a time. */
export default answer(personal, async ({ input, actor, trx, now }) => {
  const { timespans, query } = input
  // Sorted and unique: plans of common lists are cached by their text.
  const chosen = (Object.keys(spans) as (keyof typeof spans)[]).filter((span) => timespans.includes(span))
  const filters = [
    given('r.user_id = :userId', { userId: actor.userId }),
    given(`(${chosen.map((span) => spans[span]).join(' or ')})`, { now: chosen.length > 0 ? now : undefined }),
    ...common(input),
    matching(query, { people: false, children: true }),
  ]
  const { ids, recordCount } = await pageOf(trx, filters, input)
  const read = await readReservations(trx, ids)
  return { items: read.map(({ view }) => view), recordCount }
})
