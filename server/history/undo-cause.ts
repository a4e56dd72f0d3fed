import type { Knex } from 'knex'
import type { HistoryEntity } from '../../contract/history.ts'
import { RowHistory } from '../../db/models/history.ts'
import { User } from '../../db/models/people.ts'
import { one } from '../../db/sql.ts'
import { enrolByCodes, lockEvent } from '../access/enrolment.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { applyReversed } from './apply-reversed.ts'
import { changedSince, rowKey } from './changed-since.ts'
import { groupBy } from './group-by.ts'
import { kindOf, tables, type UndoRefusal } from './tables.ts'

/**
 * Takes back the row changes of one cause, newest first, while each row still is as that cause left it; `only` limits them to one row with its
 * links. Rows that were removed come back with their ids. Returns the number of changes. The caller has checked rights.
 */
export async function undoCause(
  trx: Knex.Transaction,
  refuse: Refuse<UndoRefusal>,
  cause: string,
  only?: { readonly entity: string; readonly rowId: number },
): Promise<number> {
  const done = RowHistory.query(trx).where({ cause }).orderBy('id', 'desc').forNoKeyUpdate()
  if (only)
    done.where((own) => {
      own
        .where({ entity: only.entity, row_id: only.rowId })
        .orWhere({ other_entity: only.entity, other_id: only.rowId })
    })
  const records = await done
  if (records.length === 0) return 0
  if (records.some(({ emptiedAt, veiled, before }) => emptiedAt !== null || (veiled.length > 0 && before !== null)))
    return refuse('undo-impossible')
  await lockRows(trx, records)
  await refuseChanged(trx, refuse, cause, records)
  await trx.raw("select set_config('holdfast.undo', 'on', true)")
  await applyReversed(trx, refuse, records)
  await trx.raw("select set_config('holdfast.undo', '', true)")
  await enrolAgain(trx, records)
  const { by } = await one<{ by: string }>(
    trx,
    "select coalesce(nullif(current_setting('holdfast.cause', true), ''), 'undo') as by",
  )
  await RowHistory.query(trx)
    .findByIds(records.map(({ id }) => id))
    .patch({ undoneBy: by })
  await RowHistory.query(trx).where('undone_by', cause).patch({ undoneBy: null })
  // The rows stand in many views, which are all read again.
  await trx.raw(`select pg_notify('rights', '{"all": true, "again": true}')`)
  return records.length
}

/** Nobody changes the rows meanwhile. Tables and ids ascend, as everywhere. */
async function lockRows(trx: Knex.Transaction, records: readonly RowHistory[]): Promise<void> {
  for (const [entity, table] of Object.entries(tables)) {
    const ids = records.filter((each) => each.entity === entity).map(({ rowId }) => rowId)
    if (ids.length > 0) await trx(table).whereIn('id', ids).orderBy('id').forUpdate().select('id')
  }
}

async function refuseChanged(
  trx: Knex.Transaction,
  refuse: Refuse<UndoRefusal>,
  cause: string,
  records: readonly RowHistory[],
): Promise<void> {
  const last = new Map<string, number>()
  for (const record of records) if (!last.has(rowKey(record))) last.set(rowKey(record), record.id)
  const oldest = Math.min(...records.map(({ id }) => id))
  const later = await RowHistory.query(trx)
    .where('id', '>', oldest)
    .whereNot({ cause })
    .whereRaw('(entity, row_id) in (select entity, row_id from row_history where cause = ?)', [cause])
    .orderBy('id')
  const byRow = groupBy(
    later.filter((each) => each.id > (last.get(rowKey(each)) ?? Number.POSITIVE_INFINITY)),
    rowKey,
  )
  const changed = [...byRow.values()].filter(changedSince).flatMap((rows) => rows.at(-1) ?? [])
  const [first] = changed
  if (!first) return
  const user = first.userId === null ? undefined : await User.query(trx).findById(first.userId).select('username')
  const named = changed.map(({ entity, rowId, name }) => ({ entity, id: rowId, name: name ?? `#${rowId}` }))
  const dependants = [...groupBy(named, ({ entity }) => entity)].flatMap(([entity, rows]) => {
    const kind = kindOf(entity)
    return kind ? [{ kind, count: rows.length, first: rows.slice(0, 5).map(({ id, name }) => ({ id, name })) }] : []
  })
  refuse('changed-meanwhile', { by: user?.username ?? '–' }, undefined, { dependants })
}

/** Enrols the holders of restored or removed codes again (rule A-6). */
async function enrolAgain(trx: Knex.Transaction, records: readonly RowHistory[]): Promise<void> {
  const codes = records.filter(({ source }) => source === tables['code' satisfies HistoryEntity])
  const events = codes.flatMap(({ before, after }) => [before?.['event_id'], after?.['event_id']])
  for (const eventId of new Set(events.filter((each) => typeof each === 'number'))) {
    await lockEvent(trx, eventId)
    await enrolByCodes(trx, eventId)
  }
}
