import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '../../../contract/csv.ts'
import type { Language } from '../../../contract/session.ts'
import type { Place, ReportRow } from './rows.ts'
import { type Column, columns, decimalMark, heads } from './texts.ts'

/** Rows of a page; a shorter page is the last one. */
export const pageRows = 2_000

/** Returns the report as CSV for spreadsheets, without formulas. The next page is read once the reader has consumed the previous one. */
export function reportCsv(
  first: readonly ReportRow[],
  next: (after: Place) => Promise<readonly ReportRow[]>,
  language: Language,
): Readable {
  async function* texts(): AsyncGenerator<string> {
    for (let page = first; ; ) {
      yield text(page, language, page === first)
      const last = page.at(-1)
      if (!last || page.length < pageRows) return
      page = await next(last)
      if (page.length === 0) return
    }
  }
  return Readable.from(texts())
}

function text(page: readonly ReportRow[], language: Language, head: boolean): string {
  const heading = head
    ? byteOrderMark +
      csvLine(
        columns.map((key) => heads[language][key]),
        ';',
      )
    : ''
  return heading + page.map((row) => csvLine(cells(row, language), ';')).join('')
}

function cells(row: ReportRow, language: Language): string[] {
  const money: Partial<Record<Column, number>> = {
    price: row.priceCents,
    tax: row.taxCents,
    paid: row.paidCents,
    refunded: row.refundedCents,
  }
  const cell = (column: Column): string => {
    const cents = money[column]
    if (cents === undefined) return (row[column as keyof ReportRow] ?? '').toString()
    return (cents / 100).toFixed(2).replace('.', decimalMark[language])
  }
  return columns.map(cell)
}
