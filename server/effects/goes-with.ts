import type { Knex } from 'knex'
import type { LossKind } from '../../contract/consequences.ts'
import { many } from '../../db/sql.ts'

/** What people miss of the rows that the database deletes along with others; the rest are parts of those. */
const lossOf: Readonly<Record<string, LossKind>> = {
  announcements: 'announcement',
  blocked_users: 'block',
  event_users: 'enrolment',
  gateway_tokens: 'token',
  maintenance_periods: 'maintenance',
  malfunctions: 'malfunction',
  media: 'picture',
  site_plans: 'site-plan',
  user_codes: 'enrolment',
}

interface Reference {
  readonly table: string
  readonly column: string
}

/** Returns what the database deletes along with rows of a table, by its own foreign keys. */
export async function readLosses(
  trx: Knex,
  table: string,
  ids: readonly number[],
): Promise<{ kind: LossKind; count: number }[]> {
  const counts = new Map<LossKind, number>()
  // One after another: a transaction has one connection.
  for (const { table: child, column } of await cascadesFrom(trx, table)) {
    const kind = lossOf[child]
    if (kind === undefined) continue
    const [row] = await many<{ count: number }>(
      trx,
      `select count(*)::int as count from ${child} where ${column} = any (:ids)`,
      { ids: [...ids] },
    )
    if (row && row.count > 0) counts.set(kind, (counts.get(kind) ?? 0) + row.count)
  }
  return [...counts].map(([kind, count]) => ({ kind, count }))
}

/** Returns the foreign keys that delete the rows that refer to a table. */
function cascadesFrom(trx: Knex, table: string): Promise<Reference[]> {
  return many<Reference>(
    trx,
    `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confdeltype = 'c' and c.confrelid = (:table)::regclass and cardinality(c.conkey) = 1
       and c.conparentid = 0
     order by 1, 2`,
    { table },
  )
}
