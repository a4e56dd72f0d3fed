import { byteOrderMark, type CsvCell, csvLine } from '../../contract/csv.ts'
import type { Language } from '../../contract/session.ts'

/** A column of a list's file: its head in each language, and what a row has in it. */
export interface CsvColumn<Row> {
  readonly head: Readonly<Record<Language, string>>
  readonly cell: (row: Row, language: Language) => CsvCell
}

/** Yields the lines of a file: the heads, then the rows batch by batch. */
export async function* csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  language: Language,
): AsyncGenerator<string> {
  yield byteOrderMark +
    csvLine(
      columns.map(({ head }) => head[language]),
      ';',
    )
  for await (const rows of batches)
    yield rows
      .map((row) =>
        csvLine(
          columns.map(({ cell }) => cell(row, language)),
          ';',
        ),
      )
      .join('')
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A time in a file, in a time zone, as spreadsheets of all languages read it: '2026-11-27 14:05:09'. */
export function csvTime(iso: string | null, timeZone: string): string | null {
  if (iso === null) return null
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
    formats.set(timeZone, format)
  }
  return format.format(new Date(iso))
}

/** Cents as euros, with the decimal mark that spreadsheets of the language expect. */
export function csvMoney(cents: number | null, language: Language): string | null {
  return cents === null ? null : (cents / 100).toFixed(2).replace('.', language === 'en' ? '.' : ',')
}
