/** A cell of a CSV file. Null is an empty cell; numbers keep their decimal point. */
export type CsvCell = string | number | boolean | null

/** Byte order mark: spreadsheets read the text as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Spreadsheets take a line that begins with one of these as a formula. */
const formula = /^[=+\-@\t]/gm

/**
 * One row of a CSV file. Every cell is quoted, so that separators and line breaks stay inside it, and no line of a text can become a
 * formula.
 */
export function csvLine(cells: readonly CsvCell[], separator: ',' | ';'): string {
  return `${cells.map(quoted).join(separator)}\r\n`
}

function quoted(cell: CsvCell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '""'
  if (typeof cell !== 'string') return `"${cell}"`
  const plain = cell.replace(/\r\n?/g, '\n').replace(formula, "'$&")
  return `"${plain.replaceAll('"', '""')}"`
}
