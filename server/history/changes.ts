import type { Knex } from 'knex'
import type { HistoryChange, HistoryEntity } from '../../contract/history.ts'
import { RowHistory } from '../../db/models/history.ts'
import { many } from '../../db/sql.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { fieldsOf, type Names, referencesIn } from './fields-of.ts'
import { groupBy } from './group-by.ts'
import { tables } from './tables.ts'

/** How a row of each table is called; names otherwise. */
const nameColumns: Readonly<Record<string, string>> = {
  sites: 'coalesce(full_name, name)',
  locations: 'coalesce(name, address, city)',
  barriers: 'description',
  device_types: 'display_name',
  device_access_methods: 'display_name',
  users: "coalesce(nullif(full_name, ''), username)",
}
/** Rows of these tables stay when they are deleted. */
const goneWhen: Readonly<Record<string, string>> = { devices: 'retired_at', events: 'deleted_at' }

/** Returns changes as the wire has them: with their fields, names instead of ids, and whether they can be taken back. */
export async function changesOf(
  trx: Knex,
  actor: UserActor,
  leads: readonly RowHistory[],
  seenAs?: { readonly entity: string; readonly rowId: number },
): Promise<HistoryChange[]> {
  if (leads.length === 0) return []
  const details = await RowHistory.query(trx)
    .whereRaw('(cause, entity, row_id) in (select * from unnest(?::text[], ?::text[], ?::int[]))', [
      leads.map(({ cause }) => cause),
      leads.map(({ entity }) => entity),
      leads.map(({ rowId }) => rowId),
    ])
    .orderBy('id')
  // Links to zones of others stay theirs.
  const seen = details.filter(
    ({ zoneIds }) => actor.seesAll || zoneIds.length === 0 || zoneIds.some((zoneId) => actor.zoneIds.includes(zoneId)),
  )
  const names = await namesOf(trx, seen)
  const existing = await existingRows(trx, leads)
  return leads.map((lead) => {
    const { id, at, user, userId, cause, rowId, operation, undoneBy, emptiedAt } = lead
    const entity = lead.entity as HistoryEntity
    const own = seen.filter((each) => each.cause === cause && each.entity === entity && each.rowId === rowId)
    const mine = own.filter(({ source }) => source !== tables[entity])
    return {
      id,
      at: at.toISOString(),
      by: user ? { id: user.id, name: user.shownName } : null,
      cause,
      entity,
      rowId,
      name: lead.name ?? names(tables[entity], rowId),
      exists: existing.has(`${entity} ${rowId}`),
      operation,
      fields: fieldsOf(
        seenAs && seenAs.entity !== entity
          ? mine.filter((each) => each.otherEntity === seenAs.entity && each.otherId === seenAs.rowId)
          : own,
        names,
        seenAs ?? { entity, rowId },
      ),
      undoable:
        undoneBy === null &&
        emptiedAt === null &&
        !cause.startsWith('system ') &&
        (actor.seesAll || userId === actor.userId),
      undone: undoneBy !== null,
    }
  })
}

async function namesOf(trx: Knex, records: readonly RowHistory[]): Promise<Names> {
  const wanted = referencesIn(records)
  for (const { entity, rowId, name } of records) {
    const table = tables[entity as HistoryEntity]
    if (name === null) wanted.set(table, (wanted.get(table) ?? new Set()).add(rowId))
  }
  const known = new Map<string, string>()
  for (const [table, ids] of wanted) {
    const rows = await many<{ id: number; name: string | null }>(
      trx,
      `select id, ${nameColumns[table] ?? 'name'} as name from ${table} where id = any (?)`,
      [[...ids] as never],
    )
    for (const { id, name } of rows) known.set(`${table} ${id}`, name ?? `#${id}`)
  }
  return (table, id) => known.get(`${table} ${String(id)}`) ?? `#${String(id)}`
}

async function existingRows(trx: Knex, leads: readonly RowHistory[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [entity, rows] of groupBy(leads, ({ entity }) => entity)) {
    const table = tables[entity as HistoryEntity]
    const gone = goneWhen[table]
    const there = trx(table).whereIn(
      'id',
      rows.map(({ rowId }) => rowId),
    )
    if (gone) there.whereNull(gone)
    for (const { id } of (await there.select('id')) as { id: number }[]) found.add(`${entity} ${id}`)
  }
  return found
}
