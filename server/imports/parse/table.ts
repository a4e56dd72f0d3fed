import type { RefusalCode } from '../../../contract/refusals.ts'
import { maxCellLength, maxCells, maxColumns, maxRows } from './limits.ts'

/** A cell as text; null = empty; `lost` = a number of which the spreadsheet kept only the first 15 digits. */
export type Cell = string | null | { readonly lost: string }
/** A row with its number in the file; the head is row 1. */
export interface TableRow {
  readonly number: number
  readonly cells: readonly Cell[]
}
export interface Table {
  readonly heads: readonly string[]
  readonly rows: readonly TableRow[]
}

/** Why a whole file cannot be read. */
export interface FileProblem {
  readonly code: RefusalCode
  readonly params?: Readonly<Record<string, string | number>>
}
/** Thrown when a file cannot be read. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem
  constructor(code: RefusalCode, params?: Readonly<Record<string, string | number>>) {
    super(`unreadable file: ${code}`)
    this.problem = params ? { code, params } : { code }
  }
}

/** A number as spreadsheets write one that is too long for them: 1.23E+16. */
const rounded = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i
/** What `csvLine` puts before a text that would become a formula. */
const protection = /^'(?=[=+\-@\t])/gm

/** Returns the text of a cell: trimmed, composed (NFC), without the protection against formulas. */
function plain(text: string): string {
  return text.normalize('NFC').replace(protection, '').trim()
}

/** Returns the rows of a file as a table: the first row with content is the head, empty rows are left out. */
export function tableOf(records: Iterable<readonly unknown[]>): Table {
  let heads: string[] | null = null
  const rows: TableRow[] = []
  let number = 0
  let count = 0
  for (const record of records) {
    number += 1
    count += record.length
    if (count > maxCells) throw new UnreadableFile('import-too-many-cells', { maximum: maxCells })
    const cells = record.map((value) => cellOf(value, number))
    while (cells.at(-1) === null) cells.pop()
    if (cells.length === 0) continue
    if (cells.length > maxColumns) throw new UnreadableFile('import-too-many-columns', { maximum: maxColumns })
    if (!heads) heads = cells.map((cell) => (typeof cell === 'string' ? cell : ''))
    else if (rows.length >= maxRows) throw new UnreadableFile('import-too-many-rows', { maximum: maxRows })
    else rows.push({ number, cells })
  }
  if (!heads || rows.length === 0) throw new UnreadableFile('import-empty')
  return { heads, rows }
}

function cellOf(value: unknown, row: number): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return value as { lost: string }
  const text = plain(String(value as string | number | boolean))
  if (text.includes('\0') || !text.isWellFormed()) throw new UnreadableFile('import-damaged-row', { row })
  if (text.length > maxCellLength) throw new UnreadableFile('import-cell-too-long', { row, maximum: maxCellLength })
  if (rounded.test(text)) return { lost: text }
  return text === '' ? null : text
}
