import type * as z from 'zod'
import { personal } from '../../contract/reservations.ts'
import { answer } from '../bus/handle.ts'
import { type Filter, matching, pageOf, priced, startingIn } from './list-filter.ts'
import { readReservations } from './view.ts'

/** The caller's reservations by time span and state, a page at a time. */
export default answer(personal, async ({ input, actor, trx, now }) => {
  const filters = [
    { sql: ['r.user_id = :userId'], bindings: { userId: actor.userId } },
    when(input, now),
    startingIn(input),
    priced(input),
    matching(input.query, { people: false, children: true }),
  ]
  const { ids, recordCount } = await pageOf(trx, filters, input)
  const read = await readReservations(trx, ids)
  return { items: read.map(({ view }) => view), recordCount }
})

const spans = {
  past: 'r.ends_at <= :now',
  active: '(r.starts_at <= :now and r.ends_at > :now)',
  future: 'r.starts_at > :now',
} as const

function when({ timespans, states }: z.output<typeof personal.input>, now: Date): Filter {
  // In one order and each once: the texts of common lists are kept.
  const chosen = (Object.keys(spans) as (keyof typeof spans)[]).filter((span) => timespans.includes(span))
  return {
    sql: [
      ...(states.length > 0 ? ['r.state = any (:states)'] : []),
      ...(timespans.length > 0 ? [`(${chosen.map((span) => spans[span]).join(' or ')})`] : []),
    ],
    bindings: { ...(states.length > 0 ? { states } : {}), ...(timespans.length > 0 ? { now } : {}) },
  }
}
