import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Table, writtenTo } from './tables.ts'

/** Told how many rows of a table are copied so far, and at last all. */
export type Progress = (table: Table, rows: number, done: boolean) => void

/**
 * Copies all rows of a table from one database into another and answers how many. As text: versions of PostgreSQL agree on it, and it keeps
 * every digit. `select` instead of the table reads the rows another way.
 */
export async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: Table,
  progress: Progress,
  select = `SELECT ${table.columns} FROM ${table.name}`,
): Promise<number> {
  const reading = source.query(copyTo(`COPY (${select}) TO STDOUT`))
  const writing = target.query(copyFrom(`COPY ${await writtenTo(target, table.name)} (${table.columns}) FROM STDIN`))
  let seen = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += lines(chunk)
      progress(table, seen, false)
      done(null, chunk)
    },
  })
  await pipeline(reading, counting, writing)
  const rows = writing.rowCount ?? 0
  progress(table, rows, true)
  return rows
}

/** Each row is a line: within values the ends of lines are written otherwise. */
function lines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}

/** How many rows a table has, and a sum over the contents of all, the same whatever their order and wherever they are. */
export async function sumOf(client: pg.Client, table: Table): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `SELECT count(*) || ' rows, checksum ' || coalesce(sum(('x' || left(md5(ROW(${table.columns})::text), 16))::bit(64)::bigint::numeric), 0) AS sum FROM ${table.name}`,
  )
  return rows[0]?.sum ?? ''
}

/** Everything that decides how values look as text. */
export const sameText = `SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'`
