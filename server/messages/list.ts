import { type QueryBuilder, raw } from 'objection'
import { list, type NoticeState, noticeStates } from '../../contract/messages.ts'
import { Notice } from '../../db/models/notices.ts'
import { User } from '../../db/models/people.ts'
import { Reservation } from '../../db/models/reservations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { containing } from '../kernel/sql.ts'
import { noticeItem, noticeRows } from './read-notices.ts'

/** So many are counted at most. */
const maxCounted = 10_000

/** Notices of the caller's zones, newest first. */
export default answer(list, async ({ input, actor, trx, context }) => {
  const { query, page, limit } = input
  const found = noticeRows(trx).modify('visibleTo', actor).modify(matching, query)
  for (const column of ['state', 'channel', 'kind'] as const)
    if (input[column] !== undefined) found.where(column, input[column])
  const items = await found
    .clone()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  const byState = noticeStates.map((state) =>
    countUpTo(Notice.query().modify('visibleTo', actor).where({ state })).as(state),
  )
  const { matches, ...counts } = await Notice.query(trx)
    .from(raw('(values (1)) as one'))
    .select(countUpTo(found).as('matches'), ...byState)
    .first()
    .castTo<Record<NoticeState | 'matches', number>>()
  return {
    items: items.map(noticeItem),
    recordCount: matches,
    counts,
    ways: { mail: context.config.mail ? 'smtp' : 'outbox', sms: context.config.sms ? 'sms-gateway' : 'outbox' },
  } as const
})

/** What a search word finds: address, number, name, subject, or the number of a reservation. */
function matching(notices: QueryBuilder<Notice>, query: string): void {
  if (query === '') return
  const like = containing(query)
  const people = User.query().select('id').where('full_name', 'ilike', like).orWhere('username', 'ilike', like)
  notices.where((found) => {
    found.where('recipient', 'ilike', like).orWhere('subject', 'ilike', like).orWhereIn('user_id', people)
    if (/^\d{1,15}$/.test(query))
      found.orWhereIn('reservation_id', Reservation.query().where('number', Number(query)).select('id'))
  })
}

/** How many a query finds; nobody reads further than that. */
function countUpTo(found: QueryBuilder<Notice>) {
  const rows = found.clone().clearWithGraph().clearSelect().select('id').limit(maxCounted)
  return Notice.query().from(rows.as('notices')).count()
}
