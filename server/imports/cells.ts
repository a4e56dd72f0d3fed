import * as z from 'zod'
import type { FieldIssue } from '../../contract/refusals.ts'
import type { Importable, ImportColumn } from './entity.ts'
import type { Cell } from './parse/table.ts'
import type { References } from './references.ts'

/** What a row says: the values of its cells by field, and the cells that cannot be understood. */
export interface RowValues {
  /** Null = a row without an id. */
  readonly id: number | null
  readonly values: Readonly<Record<string, unknown>>
  readonly errors: readonly FieldIssue[]
}

const truths = new Map<string, boolean>([
  ...['true', 'yes', 'y', '1', 'ja', 'j', 'wahr', 'oui', 'o', 'vrai', 'sì', 'si', 's', 'vero', 'x'].map(
    (word) => [word, true] as const,
  ),
  ...['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso'].map((word) => [word, false] as const),
])
/** Separates several references in a cell. */
const separator = '|'
/** Days as spreadsheets show them: 27.11.2026. */
const germanDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

/** Returns the values of a row. `fields` = the field of each column; empty cells are null, or left out where null is no value. */
export async function readCells(
  importable: Importable,
  references: References,
  fields: readonly string[],
  cells: readonly Cell[],
): Promise<RowValues> {
  const values: Record<string, unknown> = {}
  const errors: FieldIssue[] = []
  let id: number | null = null
  if (cells.slice(fields.length).some((cell) => cell !== null)) errors.push({ path: '', issue: 'import-cells-beyond' })
  for (const [at, field] of fields.entries()) {
    const cell = cells[at] ?? null
    if (cell !== null && typeof cell === 'object') {
      errors.push({ path: field, issue: 'import-digits-lost', params: { text: cell.lost } })
      continue
    }
    if (field === 'id') {
      if (cell === null) continue
      if (/^[1-9]\d{0,8}$/.test(cell)) id = Number(cell)
      else errors.push({ path: 'id', issue: 'field-not-found' })
      continue
    }
    const column = importable.columns.find((each) => each.field === field) as ImportColumn
    if (cell === null) {
      if (column.kind === 'references') values[field] = []
      else if (acceptsNull(importable, field)) values[field] = null
      continue
    }
    const read = await readCell(column, references, cell)
    if ('issue' in read) errors.push({ path: field, ...read })
    else values[field] = read.value
  }
  return { id, values, errors }
}

type Read = { readonly value: unknown } | Omit<FieldIssue, 'path'>

async function readCell({ field, kind, of }: ImportColumn, references: References, cell: string): Promise<Read> {
  switch (kind) {
    case 'text': {
      const day = field.endsWith('On') ? germanDay.exec(cell) : null
      return { value: day ? `${day[3]}-${day[2]?.padStart(2, '0')}-${day[1]?.padStart(2, '0')}` : cell }
    }
    case 'number': {
      const value = Number(/^-?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell)
      return Number.isFinite(value) ? { value } : { issue: 'field-number' }
    }
    case 'boolean': {
      const value = truths.get(cell.toLowerCase())
      return value === undefined ? { issue: 'import-yes-no' } : { value }
    }
    case 'reference':
      return refer(references, of as NonNullable<typeof of>, cell)
    case 'references': {
      const ids: unknown[] = []
      for (const name of cell.split(separator).map((each) => each.trim())) {
        if (name === '') continue
        const found = await refer(references, of as NonNullable<typeof of>, name)
        if ('issue' in found) return found
        ids.push(found.value)
      }
      return { value: ids }
    }
  }
}

async function refer(references: References, of: Parameters<References['find']>[0], text: string): Promise<Read> {
  const found = await references.find(of, text)
  if ('id' in found) return { value: found.id }
  if ('unknown' in found) return { issue: 'import-reference-unknown', params: { text: text.slice(0, 100) } }
  return { issue: 'import-reference-ambiguous', params: { text: text.slice(0, 100), count: found.ambiguous } }
}

const nullable = new WeakMap<Importable, Map<string, boolean>>()

function acceptsNull(importable: Importable, field: string): boolean {
  const known = nullable.get(importable) ?? new Map<string, boolean>()
  nullable.set(importable, known)
  const accepts = known.get(field) ?? fieldSchema(importable, field)?.safeParse(null).success === true
  known.set(field, accepts)
  return accepts
}

function fieldSchema({ add }: Importable, field: string): z.ZodType | undefined {
  return add.input instanceof z.ZodObject ? (add.input.shape[field] as z.ZodType | undefined) : undefined
}

/** Returns a value as its cell shows it; what `readCells` reads from it is the value again. */
export async function cellOf(
  { kind, of }: ImportColumn,
  references: References,
  value: unknown,
): Promise<string | null> {
  if (value === null || value === undefined) return null
  if (kind === 'reference') return references.name(of as NonNullable<typeof of>, value as number)
  if (kind === 'references') {
    const names = await Promise.all((value as number[]).map((id) => references.name(of as NonNullable<typeof of>, id)))
    return names.length === 0 ? null : names.join(` ${separator} `)
  }
  return String(value as string | number | boolean)
}
