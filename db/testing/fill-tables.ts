import type { Knex } from 'knex'
import { many } from '../sql.ts'

interface Column {
  readonly name: string
  readonly type: string
  /** Table and column that it must exist in. */
  readonly references: string | null
  readonly referenced: string | null
  /** One of the values of a closed list. */
  readonly listed: string | null
}

const columnsSql = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, f.confrelid::regclass::text AS "references",
    (SELECT attname FROM pg_attribute WHERE attrelid = f.confrelid AND attnum = f.confkey[1]) AS referenced,
    (SELECT substring(pg_get_constraintdef(c.oid) FROM '''([^'']+)''::text') FROM pg_constraint c
      WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND c.conkey = ARRAY[a.attnum] LIMIT 1) AS listed
  FROM pg_attribute a LEFT JOIN pg_constraint f ON f.conrelid = a.attrelid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]
  WHERE a.attrelid = ?::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = '' AND NOT a.atthasdef AND a.attnotnull
  ORDER BY a.attnum`

/**
 * Inserts a row, without triggers, into every empty table whose types and rules allow a guess. Returns the tables that
 * are still empty.
 */
export async function fillTables(knex: Knex): Promise<string[]> {
  let empty = await emptyTables(knex)
  for (let before = empty.length + 1; empty.length < before; ) {
    before = empty.length
    for (const table of empty) await fill(knex, table)
    empty = await emptyTables(knex)
  }
  return empty
}

async function fill(knex: Knex, table: string): Promise<void> {
  const columns = await many<Column>(knex, columnsSql, [table])
  const sql = `INSERT INTO ${table} ${columns.length === 0 ? 'DEFAULT VALUES' : `(${columns.map(({ name }) => name).join(', ')}) SELECT ${columns.map(valueOf).join(', ')}`}`
  await knex
    .transaction(async (trx) => {
      await trx.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await trx.raw(sql)
      await trx.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    })
    // What cannot be guessed stays empty, and is reported.
    .catch(() => undefined)
}

function valueOf({ type, references, referenced, listed }: Column): string {
  if (references !== null) return `(SELECT min(${referenced}) FROM ${references})`
  if (listed !== null) return `'${listed}'`
  return values[type] ?? (type.startsWith('bit') ? `repeat('0', 255)::bit(255) || B'1'` : `'7'`)
}

const values: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'now()',
  date: 'current_date',
  boolean: 'true',
  uuid: 'gen_random_uuid()',
  jsonb: `'{"tab": "\\t", "line": "\\n"}'`,
  bytea: `sha256('7')`,
  text: `E'tab \\t, line \\n, \\\\ and “ü”'`,
  tstzrange: `tstzrange(now(), now() + interval '1 hour')`,
}

async function emptyTables(knex: Knex): Promise<string[]> {
  const names = await many<{ name: string }>(
    knex,
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname !~ '^(migrations|processes$)' ORDER BY 1`,
  )
  const empty: string[] = []
  for (const { name } of names) if ((await many(knex, `SELECT FROM ${name} LIMIT 1`)).length === 0) empty.push(name)
  return empty
}
