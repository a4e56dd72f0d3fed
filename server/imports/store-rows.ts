import type { Knex } from 'knex'
import type { TableRow } from './parse/table.ts'

/** Stores rows of a file; those that are there already stay. */
export async function storeRows(knex: Knex, importId: number, rows: readonly TableRow[]): Promise<void> {
  await knex.raw(
    `INSERT INTO import_rows (import_id, number, cells)
     SELECT ?, (row ->> 'number')::integer, row -> 'cells' FROM jsonb_array_elements(?::jsonb) AS row ON CONFLICT DO NOTHING`,
    [importId, JSON.stringify(rows)],
  )
}
