import { byteOrderMark, csvLine } from '../../contract/csv.ts'

/** A column of a file: numbers keep a decimal point, null is an empty cell. */
export interface CsvColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => string | number | null
}

/** Returns a table as CSV for every language: commas, a byte order mark, column names; texts that look like formulas are neutralised. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly (string | number | null)[]) => csvLine(cells, ',')
  return `${byteOrderMark}${line(columns.map(({ title }) => title))}${rows.map((row) => line(columns.map(({ cell }) => cell(row)))).join('')}`
}

/** 'Statistik_Messepark_2026-11-01_2026-11-08.csv': only letters, digits and characters that every file system accepts. */
export function csvName(parts: readonly string[]): string {
  const clean = parts.map((part) =>
    part
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  )
  return `${clean.filter((part) => part !== '').join('_')}.csv`
}
