import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import * as z from 'zod'
import { mayAccess } from '../../contract/features.ts'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { ImportedRow, RowKind } from '../../contract/imports.ts'
import type { FieldIssue } from '../../contract/refusals.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { CommandHandler, QueryHandler } from '../kernel/bus/handle.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { Refused, refuser } from '../kernel/bus/refuse.ts'
import { supportCode } from '../kernel/bus/support-code.ts'
import { isUnavailable } from '../kernel/bus/unavailable.ts'
import { cellOf, type RowValues, readCells } from './cells.ts'
import type { Importable, Values } from './entity.ts'
import type { Cell } from './parse/table.ts'
import type { References } from './references.ts'

/** What an import did with a row, or would do. */
export interface RowOutcome {
  readonly kind: RowKind
  readonly name: string
  readonly rowId: number | null
  readonly rowVersion: number | null
  readonly differences: ImportedRow['differences']
  readonly errors: readonly FieldIssue[]
}

/** Everything that the rows of an import share. */
export interface Applying {
  readonly context: Kernel
  readonly trx: Knex.Transaction
  readonly actor: UserActor
  readonly now: Date
  readonly importable: Importable
  readonly references: References
  /** The field of each column. */
  readonly fields: readonly string[]
  /** Numbers of the rows that were applied, by what they identify. */
  readonly seen: Map<string, number>
}

/**
 * Applies one row of a file by the entity's own commands. A row with errors leaves nothing behind. The rehearsal and the
 * import run the same; only the end of their transactions differs.
 */
export async function applyRow(apply: Applying, row: { number: number; cells: readonly Cell[] }): Promise<RowOutcome> {
  const { importable, references, fields } = apply
  const read = await readCells(importable, references, fields, row.cells)
  const existing = await findRow(apply, read)
  const name = nameOf(read.values, existing?.values ?? {}, row.number)
  const wrong = (errors: readonly FieldIssue[]): RowOutcome => ({
    kind: 'wrong',
    name,
    rowId: existing?.id ?? null,
    rowVersion: existing?.version ?? null,
    differences: [],
    errors,
  })
  const errors = [...read.errors, ...(existing?.errors ?? []), ...twice(apply, read, existing?.id ?? null, row.number)]
  return existing && existing.id !== null
    ? change(apply, read, { ...existing, id: existing.id }, errors, name, wrong)
    : create(apply, read, errors, name, wrong)
}

interface Existing {
  readonly id: number | null
  readonly version: number | null
  readonly values: Values
  readonly errors: readonly FieldIssue[]
}

/** Returns the row that is meant, by id or key; null = there is none. */
async function findRow(apply: Applying, { id, values, errors }: RowValues): Promise<Existing | null> {
  const { importable, trx, actor } = apply
  const none = (error: FieldIssue): Existing => ({ id: null, version: null, values: {}, errors: [error] })
  if (id !== null) return (await readRow(apply, id)) ?? none({ path: 'id', issue: 'field-not-found' })
  if (errors.some(({ path }) => path === 'id' || importable.key.includes(path))) return null
  if (importable.key.some((field) => values[field] === undefined || values[field] === null)) return null
  const found = await importable.find({ trx, actor }, values)
  const [first, second] = found
  const [path = ''] = importable.key
  if (second !== undefined)
    return none({
      path,
      issue: 'import-reference-ambiguous',
      params: { text: String(values[path]), count: found.length },
    })
  return first === undefined ? null : readRow(apply, first)
}

async function readRow({ context, trx, actor, now, importable }: Applying, id: number): Promise<Existing | null> {
  try {
    const reply = await replyOf({ context, trx, actor, now, importable }, id)
    if (!reply) return null
    return { id, version: reply['version'] as number, values: editedValues(importable, reply), errors: [] }
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'not-found') return null
    throw error
  }
}

/** Returns what the entity's query replies; null or a refusal if the caller has no such row. */
export async function replyOf(
  { context, trx, actor, now, importable }: Pick<Applying, 'context' | 'trx' | 'actor' | 'now' | 'importable'>,
  id: number,
): Promise<Values | null> {
  const { read, idField } = importable
  if (typeof read === 'function') return read({ trx, actor }, id)
  const handler = context.handlers.queries.get(read.name) as QueryHandler
  return (await handler.run({ input: { [idField]: id }, actor, trx, now, refuse: refuser(), context })) as Values
}

/** Returns the fields of a row that its edit command takes, and those that only its add command takes. */
export function editedValues({ add, edit, idField, values }: Importable, reply: Values): Values {
  const given = values ? values(reply) : reply
  const fields = [...new Set([...shapeOf(edit.input), ...shapeOf(add.input)])]
  const picked = fields.filter((field) => field !== idField && field !== 'version' && field in given)
  const kept = Object.fromEntries(picked.map((field) => [field, given[field]]))
  const translations = given['translations'] as { texts: unknown } | undefined
  return translations ? { ...kept, translations: { texts: translations.texts } } : kept
}

const shapeOf = (schema: z.ZodType): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

/** Refuses a row that means the same as an earlier one of the file. */
function twice(apply: Applying, { values }: RowValues, id: number | null, number: number): FieldIssue[] {
  const { key } = apply.importable
  const parts = key.map((field) => values[field])
  const known = parts.every((part) => part !== undefined && part !== null)
  const names = [...(id === null ? [] : [`id ${id}`]), ...(known ? [`key ${JSON.stringify(parts).toLowerCase()}`] : [])]
  const earlier = names.map((each) => apply.seen.get(each)).find((each) => each !== undefined)
  for (const each of names) if (!apply.seen.has(each)) apply.seen.set(each, number)
  return earlier === undefined ? [] : [{ path: '', issue: 'import-row-twice', params: { row: earlier } }]
}

function nameOf(values: Values, existing: Values, number: number): string {
  const name = values['name'] ?? values['description'] ?? values['email'] ?? existing['name'] ?? existing['description']
  return typeof name === 'string' ? name.slice(0, 255) : `#${number}`
}

type Wrong = (errors: readonly FieldIssue[]) => RowOutcome

async function create(
  apply: Applying,
  { id, values }: RowValues,
  errors: readonly FieldIssue[],
  name: string,
  wrong: Wrong,
): Promise<RowOutcome> {
  const { importable, actor, references } = apply
  const { add, defaults, columns } = importable
  // An id that is not found means another row: what else is missing would mislead.
  if (id !== null) return wrong(errors)
  const input = { ...defaults, ...values }
  const parsed = add.input.safeParse(input)
  const all = together(errors, parsed.success ? [] : fieldIssues(parsed.error, input))
  if (!mayAccess(add.access, actor.features)) all.push({ path: '', issue: 'import-not-allowed' })
  if (all.length > 0 || !parsed.success) return wrong(all)
  const run = await inSavepoint(apply, add.name, parsed.data)
  if ('errors' in run) return wrong(run.errors)
  const differences: ImportedRow['differences'] = []
  for (const column of columns) {
    if (values[column.field] === undefined || values[column.field] === null) continue
    const after = await cellOf(column, references, values[column.field])
    if (after !== null) differences.push({ field: column.field, before: null, after })
  }
  const rowId = (run.reply as Record<string, number>)[importable.idField] ?? null
  return { kind: 'new', name, rowId, rowVersion: null, differences, errors: [] }
}

async function change(
  apply: Applying,
  { values }: RowValues,
  existing: Existing & { readonly id: number },
  errors: readonly FieldIssue[],
  name: string,
  wrong: Wrong,
): Promise<RowOutcome> {
  const { importable, references } = apply
  const { edit, columns, fixed = [], idField } = importable
  const next = importable.overlay?.(existing.values, values) ?? { ...existing.values, ...values }
  const differences: ImportedRow['differences'] = []
  const moved: FieldIssue[] = []
  for (const column of columns) {
    const [before, after] = [existing.values[column.field], next[column.field]]
    if (same(before, after)) continue
    if (fixed.includes(column.field)) moved.push({ path: column.field, issue: 'field-invalid' })
    differences.push({
      field: column.field,
      before: await cellOf(column, references, before),
      after: await cellOf(column, references, after),
    })
  }
  const editable = Object.fromEntries(Object.entries(next).filter(([field]) => !fixed.includes(field)))
  const input = importable.toEdit?.(next) ?? { ...editable, [idField]: existing.id, version: existing.version }
  const parsed = edit.input.safeParse(input)
  const outcome = { name, rowId: existing.id, rowVersion: existing.version, errors: [] }
  if (differences.length === 0 && errors.length === 0) return { ...outcome, kind: 'same', differences }
  const all = together([...errors, ...moved], parsed.success ? [] : fieldIssues(parsed.error, input))
  if (!mayAccess(edit.access, apply.actor.features)) all.push({ path: '', issue: 'not-authorized' })
  if (all.length > 0 || !parsed.success) return wrong(all)
  const run = await inSavepoint(apply, edit.name, parsed.data)
  return 'errors' in run ? wrong(run.errors) : { ...outcome, kind: 'changed', differences }
}

function same(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) return isDeepStrictEqual(new Set(before), new Set(after))
  return (before ?? null) === (after ?? null)
}

/** Returns all issues, each field's first from its cell: what a command says of a value that it never got would mislead. */
function together(ofCells: readonly FieldIssue[], ofCommand: readonly FieldIssue[]): FieldIssue[] {
  const known = new Set(ofCells.map(({ path }) => path))
  return [...ofCells, ...ofCommand.filter(({ path }) => !known.has(path.split('.')[0] ?? ''))]
}

/** Runs a command; if it refuses, everything that it wrote is taken back. */
async function inSavepoint(
  { context, trx, actor, now }: Applying,
  name: string,
  input: unknown,
): Promise<{ readonly reply: unknown } | { readonly errors: readonly FieldIssue[] }> {
  const handler = context.handlers.commands.get(name) as CommandHandler
  await trx.raw('SAVEPOINT import_row')
  try {
    const reply = await handler.run({ input, actor, trx, now, refuse: refuser(), context })
    await trx.raw('RELEASE SAVEPOINT import_row')
    return { reply }
  } catch (error) {
    if (isUnavailable(error)) throw error
    await trx.raw('ROLLBACK TO SAVEPOINT import_row')
    if (error instanceof Refused) return { errors: issuesOf(error) }
    const code = supportCode()
    context.log.error({ err: error, command: name, supportCode: code }, 'a row of an import failed')
    return { errors: [{ path: '', issue: 'unknown-failure', params: { supportCode: code } }] }
  }
}

function issuesOf({ refusal }: Refused): readonly FieldIssue[] {
  if (refusal.fields && refusal.fields.length > 0) return refusal.fields
  return [{ path: '', issue: refusal.code, ...(refusal.params ? { params: refusal.params } : {}) }]
}
