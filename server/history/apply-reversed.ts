import type { Knex } from 'knex'
import type { RowHistory } from '../../db/models/history.ts'
import { many } from '../../db/sql.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { entityOf, keyOf, kindOf, tables, type UndoRefusal } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

/** Tables whose rows come and go with the row itself. */
const ownParts: ReadonlySet<string> = new Set([
  'device_states',
  'accounts',
  'gateway_tokens',
  'reservation_handouts',
  'notification_settings',
])

/**
 * Reverses changes, newest first: deletes what was added, writes former values, and inserts what was removed with its id. A link of a removed
 * row waits until the row is back.
 */
export async function applyReversed(
  trx: Knex.Transaction,
  refuse: Refuse<UndoRefusal>,
  records: readonly RowHistory[],
): Promise<void> {
  const removed = new Set(records.filter(isRemovedRow).map(({ entity, rowId }) => `${entity} ${rowId}`))
  const waiting: RowHistory[] = []
  for (const record of records) {
    if (!isRemovedRow(record) && ownersOf(record).some((owner) => removed.has(owner))) {
      waiting.push(record)
      continue
    }
    await reverse(trx, refuse, record)
    if (!isRemovedRow(record)) continue
    removed.delete(`${record.entity} ${record.rowId}`)
    for (const each of waiting.splice(0)) {
      if (ownersOf(each).some((owner) => removed.has(owner))) waiting.push(each)
      else await reverse(trx, refuse, each)
    }
  }
  await guarded(trx, refuse, null, async (inner) => {
    await inner.raw('set constraints all immediate')
    await inner.raw('set constraints all deferred')
  })
}

const isRemovedRow = ({ source, entity, before, after }: RowHistory): boolean =>
  after === null && before !== null && entityOf(source) === entity

const ownersOf = ({ entity, rowId, otherEntity, otherId }: RowHistory): string[] => [
  `${entity} ${rowId}`,
  ...(otherEntity === null ? [] : [`${otherEntity} ${otherId}`]),
]

async function reverse(trx: Knex.Transaction, refuse: Refuse<UndoRefusal>, record: RowHistory): Promise<void> {
  const { source, before, after, rowId } = record
  const own = entityOf(source) === record.entity
  const key = own
    ? { id: rowId }
    : Object.fromEntries(keyOf(source).map((column) => [column, (after ?? before)?.[column]]))
  if (Object.values(key).includes(undefined)) refuse('undo-impossible')
  if (before === null && own) await refuseHanging(trx, refuse, source, rowId)
  await guarded(trx, refuse, record, async (inner) => {
    if (before === null)
      await inner(source)
        .where(key as Row)
        .delete()
    else if (after === null) await insertRow(inner, source, before)
    else await updateRow(inner, source, key as Row, before)
  })
}

async function columnsOf(trx: Knex, table: string, row: Row): Promise<string[]> {
  const columns = await many<{ name: string }>(
    trx,
    `select attname as name from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return columns.map(({ name }) => name).filter((name) => name in row)
}

const listed = (columns: readonly string[]): string => columns.map(() => '??').join(', ')

async function insertRow(trx: Knex, table: string, row: Row): Promise<void> {
  const columns = await columnsOf(trx, table, row)
  await trx.raw(
    `insert into ?? (${listed(columns)}) overriding system value select ${listed(columns)} from jsonb_populate_record(null::??, ?::jsonb)`,
    [table, ...columns, ...columns, table, JSON.stringify(row)],
  )
}

async function updateRow(trx: Knex, table: string, key: Row, row: Row): Promise<void> {
  const columns = await columnsOf(trx, table, row)
  if (columns.length === 0) return
  const former = trx.raw(`(select ${listed(columns)} from jsonb_populate_record(null::??, ?::jsonb))`, [
    ...columns,
    table,
    JSON.stringify(row),
  ])
  const where = Object.keys(key)
  await trx.raw(
    `update ?? set (${listed(columns)}) = ${former.toQuery()} where ${where.map(() => '?? = ?').join(' and ')}`,
    [table, ...columns, ...where.flatMap((column) => [column, key[column] as never])],
  )
}

/** What people hung on an added row meanwhile would be deleted with it. */
async function refuseHanging(
  trx: Knex.Transaction,
  refuse: Refuse<UndoRefusal>,
  table: string,
  id: number,
): Promise<void> {
  const cascading = await many<{ table: string; column: string }>(
    trx,
    `select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = ?::regclass and c.confdeltype = 'c' and c.conparentid = 0`,
    [table],
  )
  for (const { table: hanging, column } of cascading) {
    if (ownParts.has(hanging)) continue
    if (await trx(hanging).where(column, id).first(trx.raw('1'))) refuseInUse(refuse, hanging)
  }
}

function refuseInUse(refuse: Refuse<UndoRefusal>, table: string): never {
  const kind =
    table === 'reservations' ? 'reservation' : kindOf(entityOf(table) ?? table.replace(/s$/, '').replaceAll('_', '-'))
  return refuse('in-use', undefined, undefined, kind ? { dependants: [{ kind, count: 1, first: [] }] } : undefined)
}

/** Runs a write in a savepoint and says which rule of the database it breaks. */
async function guarded(
  trx: Knex.Transaction,
  refuse: Refuse<UndoRefusal>,
  record: RowHistory | null,
  work: (inner: Knex.Transaction) => Promise<void>,
): Promise<void> {
  try {
    await trx.transaction(work)
  } catch (error) {
    const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
    if (code === '23505') refuse('name-taken')
    if (code === '23503' || code === '23001') {
      if (record?.before && table === record.source) await refuseMissing(trx, refuse, record, constraint ?? '')
      refuseInUse(refuse, table ?? '')
    }
    if (code?.startsWith('23') || code === 'P0001') refuse('undo-impossible')
    throw error
  }
}

/** Names the row that must come back first. */
async function refuseMissing(
  trx: Knex,
  refuse: Refuse<UndoRefusal>,
  { before }: RowHistory,
  constraint: string,
): Promise<never> {
  const [parent] = await many<{ table: string; column: string }>(
    trx,
    `select c.confrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.conname = ? and c.contype = 'f'`,
    [constraint],
  )
  const entity = parent && entityOf(parent.table)
  const id = Number(before?.[parent?.column ?? ''])
  if (!entity || !tables[entity]) return refuse('undo-impossible')
  const [gone] = await many<{ name: string | null }>(
    trx,
    `select name from row_history where entity = ? and row_id = ? and operation = 'remove' order by id desc limit 1`,
    [entity, id],
  )
  const name = gone?.name ?? `#${id}`
  const kind = kindOf(entity)
  return refuse(
    'parent-missing',
    { name },
    undefined,
    kind ? { dependants: [{ kind, count: 1, first: [{ id, name }] }] } : undefined,
  )
}
