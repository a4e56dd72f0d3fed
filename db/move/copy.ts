import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Table, writtenTo } from './tables.ts'

/** Called with the rows of a table copied so far, and at last with all. */
export type Progress = (table: Table, rows: number, done: boolean) => void

/**
 * Copies all rows of a table into another database and returns how many. As text: versions of PostgreSQL agree on it,
 * and it keeps every digit.
 */
export async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: Table,
  progress: Progress,
): Promise<number> {
  const reading = source.query(copyTo(`COPY (SELECT ${table.columns} FROM ${table.name}) TO STDOUT`))
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

/** Counts rows: each is one line, because values escape theirs. */
function lines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}

/** Returns the number of rows of a table and a checksum over their contents, independent of order and server. */
export async function sumOf(client: pg.Client, table: Table): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `SELECT count(*) || ' rows, checksum ' || coalesce(sum(('x' || left(md5(ROW(${table.columns})::text), 16))::bit(64)::bigint::numeric), 0) AS sum FROM ${table.name}`,
  )
  return rows[0]?.sum ?? ''
}

/** Settings that decide how values look as text. */
export const sameText = `SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'`
