import type { Knex } from 'knex'
import type { RowOutcome } from './apply-row.ts'

export type Outcomes = ReadonlyMap<number, RowOutcome>

/** Rows saved by one statement. */
const batch = 500

/** Stores what was found for each row. The rows that a rehearsal added are gone again, so they have no id. */
export async function saveOutcomes(
  trx: Knex,
  importId: number,
  outcomes: Outcomes,
  { rehearsed }: { rehearsed: boolean },
): Promise<void> {
  const all = [...outcomes].map(([number, { kind, name, rowId, rowVersion, differences, errors }]) => ({
    number,
    kind,
    name,
    rowId: rehearsed && kind === 'new' ? null : rowId,
    rowVersion,
    differences,
    errors,
  }))
  for (let first = 0; first < all.length; first += batch)
    await trx.raw(
      `UPDATE import_rows AS r SET kind = o.kind, name = o.name, row_id = o."rowId", row_version = o."rowVersion",
         differences = o.differences, errors = o.errors
       FROM jsonb_to_recordset(?::jsonb) AS o (number integer, kind text, name text, "rowId" integer, "rowVersion" bigint, differences jsonb, errors jsonb)
       WHERE r.import_id = ? AND r.number = o.number`,
      [JSON.stringify(all.slice(first, first + batch)), importId],
    )
}

/** Returns how many rows there are of each kind, as columns of the import. */
export function countsOf(outcomes: Outcomes) {
  const count = (kind: RowOutcome['kind']) => [...outcomes.values()].filter((each) => each.kind === kind).length
  return {
    newRows: count('new'),
    changedRows: count('changed'),
    sameRows: count('same'),
    wrongRows: count('wrong'),
    processed: outcomes.size,
  }
}
