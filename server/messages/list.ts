import { type QueryBuilder, raw } from 'objection'
import { maxCount } from '../../contract/list.ts'
import { list, type MessageItem, type MessageState, messageStates } from '../../contract/messages.ts'
import { Message } from '../../db/models/messages.ts'
import { User } from '../../db/models/people.ts'
import { Reservation } from '../../db/models/reservations.ts'
import { containing } from '../kernel/sql.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { messageItem, messageRows } from './read-messages.ts'

const csv: readonly CsvColumn<MessageItem>[] = [
  { head: heads.created, cell: ({ createdAt, site }) => csvTime(createdAt, site?.timeZone ?? 'UTC') },
  { head: heads.timeZone, cell: ({ site }) => site?.timeZone ?? 'UTC' },
  { head: heads.channel, cell: ({ channel }) => channel },
  { head: heads.message, cell: ({ kind }) => kind },
  { head: heads.recipient, cell: ({ recipient }) => recipient },
  { head: heads.person, cell: ({ person }) => person },
  { head: heads.subject, cell: ({ subject }) => subject },
  { head: heads.site, cell: ({ site }) => site?.name ?? null },
  { head: heads.reservation, cell: ({ reservation }) => reservation?.number ?? null },
  { head: heads.state, cell: ({ state }) => state },
  { head: heads.attempts, cell: ({ attempts }) => attempts },
  { head: heads.sent, cell: ({ sentAt, site }) => csvTime(sentAt, site?.timeZone ?? 'UTC') },
  { head: heads.error, cell: ({ error }) => error },
]

/** Messages of the caller's zones. */
export default answerList(list, {
  query: ({ input, actor, trx }) => {
    const found = messageRows(trx).modify('visibleTo', actor)
    for (const column of ['state', 'channel', 'kind'] as const) {
      const wanted = input.filters[column]
      if (wanted !== undefined) found.where(column, wanted)
    }
    return found
  },
  id: 'messages.id',
  search: matching,
  // Ids of messages ascend with the time they were written.
  sorts: {
    createdAt: 'messages.id',
    recipient: raw('lower(messages.recipient)'),
    state: 'messages.state',
    attempts: 'messages.attempts',
  },
  row: messageItem,
  csv,
  more: async ({ actor, trx, context }) => {
    const byState = messageStates.map((state) =>
      countUpTo(Message.query().modify('visibleTo', actor).where({ state })).as(state),
    )
    const counts = await Message.query(trx)
      .from(raw('(values (1)) as one'))
      .select(...byState)
      .first()
      .castTo<Record<MessageState, number>>()
    return {
      counts,
      ways: {
        mail: context.config.mail ? 'smtp' : context.config.mailDir === null ? 'outbox' : 'file',
        sms: context.config.sms ? 'sms-gateway' : 'outbox',
      },
    } as const
  },
})

/** Columns that a search word matches: address, number, name, subject, or the number of a reservation. */
function matching(messages: QueryBuilder<Message>, text: string): void {
  const like = containing(text)
  const people = User.query().select('id').where('full_name', 'ilike', like).orWhere('username', 'ilike', like)
  messages.where((found) => {
    found.where('recipient', 'ilike', like).orWhere('subject', 'ilike', like).orWhereIn('user_id', people)
    if (/^\d{1,15}$/.test(text))
      found.orWhereIn('reservation_id', Reservation.query().where('number', Number(text)).select('id'))
  })
}

/** Counts the rows of a query, up to the bound shared by all lists. */
function countUpTo(found: QueryBuilder<Message>) {
  return Message.query().from(found.select('id').limit(maxCount).as('messages')).count()
}
