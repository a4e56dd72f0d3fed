import type { Knex } from 'knex'
import { list, type NoticeState, noticeStates } from '../../contract/notices.ts'
import { many, one } from '../../db/sql.ts'
import type { UserActor } from '../bus/actor.ts'
import { answer } from '../bus/handle.ts'
import { noticeScope, readNotices } from './read-notices.ts'

/** So many are counted at most. */
const mostCounted = 10_000

/** Notices of the caller's zones, newest first. */
export default answer(list, async ({ input, actor, trx, context }) => {
  const scope = noticeScope(actor)
  const { state, channel, kind } = input
  const equal = Object.entries({ state, channel, kind }).filter(([, value]) => value !== undefined)
  const looked = matching(input.query)
  const where = [scope.sql, ...equal.map(([column]) => `n.${column} = ?`), ...looked.sql].join(' and ')
  const bindings: Knex.RawBinding[] = [...scope.bindings, ...equal.map(([, value]) => value ?? ''), ...looked.bindings]
  const recordCount = await count(trx, where, bindings)
  const ids = await many<{ id: number }>(
    trx,
    `select n.id from notices n where ${where} order by n.id desc limit ? offset ?`,
    [...bindings, input.limit, (input.page - 1) * input.limit],
  )
  const items = await readNotices(
    trx,
    ids.map(({ id }) => id),
  )
  return {
    items: items.map(({ text: _, html: __, ...item }) => item),
    recordCount,
    counts: await countStates(trx, actor),
    ways: { mail: context.config.mail ? 'smtp' : 'outbox', sms: context.config.sms ? 'sms-gateway' : 'outbox' },
  } as const
})

/** What a search word finds: address, number, name, subject, or the number of a reservation. */
function matching(query: string): { sql: string[]; bindings: Knex.RawBinding[] } {
  if (query === '') return { sql: [], bindings: [] }
  const like = `%${query.replace(/[\\%_]/g, '\\$&')}%`
  const ways = [
    'n.recipient ilike ?',
    'n.subject ilike ?',
    'n.user_id in (select id from users where full_name ilike ? or username ilike ?)',
  ]
  const isNumber = /^\d{1,15}$/.test(query)
  if (isNumber) ways.push('n.reservation_id in (select id from reservations where number = ?)')
  return { sql: [`(${ways.join(' or ')})`], bindings: [like, like, like, like, ...(isNumber ? [Number(query)] : [])] }
}

async function count(trx: Knex, where: string, bindings: readonly Knex.RawBinding[]): Promise<number> {
  const { n } = await one<{ n: number }>(
    trx,
    `select count(*)::int as n from (select from notices n where ${where} limit ${mostCounted}) found`,
    bindings,
  )
  return n
}

async function countStates(trx: Knex, actor: UserActor) {
  const { sql, bindings } = noticeScope(actor)
  const { queued, sent, failed, suppressed } = await one<Record<NoticeState, number>>(
    trx,
    `select ${noticeStates.map((state) => `(select count(*)::int from (select from notices n where ${sql} and n.state = '${state}' limit ${mostCounted}) found) as ${state}`).join(', ')}`,
    noticeStates.flatMap(() => bindings),
  )
  return { queued, sent, failed, suppressed }
}
