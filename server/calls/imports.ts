import { Readable } from 'node:stream'
import writeWorkbook from 'write-excel-file/node'
import * as z from 'zod'
import { byteOrderMark, csvLine } from '../../contract/csv.ts'
import { mayAccess, operatorFeatures } from '../../contract/features.ts'
import { type ImportEntity, type ImportFormat, importEntities, importFormats } from '../../contract/imports.ts'
import type { Language } from '../../contract/session.ts'
import { Import, ImportRow } from '../../db/models/imports.ts'
import { streamReadOnly, write } from '../../db/transaction.ts'
import { type HttpCall, pathId, type Reply, read, readQuery } from '../http/call.ts'
import { addImport } from '../imports/add.ts'
import { importables } from '../imports/entities.ts'
import { exportRows, headsIn } from '../imports/export-rows.ts'
import { headOf } from '../imports/heads.ts'
import { receiveFile } from '../imports/receive-file.ts'
import { importedRow } from '../imports/rows.ts'
import { admit } from '../kernel/bus/dispatch.ts'
import { refused } from '../kernel/bus/refuse.ts'
import { isRefusalCode, languageOf, refusalText } from '../kernel/language.ts'

const rate = { points: 20, seconds: 60 }
const fields = z.object({ entity: z.enum(importEntities) })
const fileQuery = z.strictObject({ format: z.enum(importFormats).default('csv') })

/** POST /imports, multipart: entity and file. Returns the import, whose rows are checked in the background; 202. */
export async function postImport(call: HttpCall): Promise<Reply> {
  await read(call, { name: 'http.postImport', access: operatorFeatures, rate }, async () => undefined)
  const file = await receiveFile(call.request, call.response)
  const parsed = fields.safeParse(file.fields)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: [{ path: 'entity', issue: 'field-not-offered' }] })
  const { entity } = parsed.data
  const importId = await write(call.context.knex, async (trx) => {
    const { actor } = await admit(trx, call.sessionHash, importables[entity].edit.access)
    return addImport(trx, { actor, entity, fileName: file.name, content: file.content })
  })
  return { status: 202, json: { importId } }
}

/** GET /exports/:entity?format=csv|xlsx: the caller's rows as an import reads them, with heads in the caller's language. */
export async function getExport(call: HttpCall): Promise<Reply> {
  const { entity, format, language } = await fileOf(call, 'http.getExport')
  const importable = importables[entity]
  const rows = streamReadOnly(call.context.knex, async function* (trx) {
    const { actor, now } = await admit(trx, call.sessionHash, importable.edit.access)
    yield* exportRows({ context: call.context, trx, actor, now, importable })
  })
  return download(`${entity}.${format}`, format, headsIn(importable, language), rows)
}

/** GET /exports/:entity/template?format=csv|xlsx: a file with the heads only. */
export async function getImportTemplate(call: HttpCall): Promise<Reply> {
  const { entity, format, language } = await fileOf(call, 'http.getImportTemplate')
  const heads = headsIn(importables[entity], language).slice(1)
  return download(`${entity}-template.${format}`, format, heads, Readable.from([]))
}

/** GET /imports/:id/errors: every error of every row with its number, column and text, as CSV. */
export async function getImportErrors(call: HttpCall): Promise<Reply> {
  const id = pathId(call)
  const rows = await read(call, { name: 'http.importErrors', access: operatorFeatures }, async ({ trx, actor }) => {
    const found = await Import.query(trx).findById(id).modify('visibleTo', actor)
    if (!found) throw refused({ code: 'not-found' })
    const language = languageFor(call, actor.language)
    const wrong = await ImportRow.query(trx).where({ import_id: id, kind: 'wrong' }).orderBy('number')
    return wrong
      .map(importedRow)
      .flatMap(({ number, errors }) =>
        errors.map(({ field, code, params }) => [
          String(number),
          field === '' ? null : headOf(found.entity as ImportEntity, field, language),
          isRefusalCode(code) ? refusalText(code, language, params) : code,
        ]),
      )
  })
  return download(`import-${id}-errors.csv`, 'csv', ['row', 'column', 'error'], Readable.from(rows))
}

async function fileOf(call: HttpCall, name: string) {
  const entity = z.enum(importEntities).safeParse(call.request.params['entity'])
  const { format } = readQuery(call, fileQuery)
  const language = await read(call, { name, access: operatorFeatures, rate }, async ({ actor }) => {
    if (!entity.success) throw refused({ code: 'not-found' })
    if (!mayAccess(importables[entity.data].edit.access, actor.features)) throw refused({ code: 'not-authorized' })
    return languageFor(call, actor.language)
  })
  if (!entity.success) throw refused({ code: 'not-found' })
  return { entity: entity.data, format, language }
}

const languageFor = (call: HttpCall, own: Language): Language => {
  const header = call.request.get('accept-language')
  return header ? languageOf(header) : own
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

type Lines = AsyncIterable<readonly (string | null)[]>

async function download(name: string, format: ImportFormat, heads: readonly string[], rows: Lines): Promise<Reply> {
  const content = format === 'csv' ? Readable.from(csvText(heads, rows)) : Readable.from([await workbook(heads, rows)])
  return { download: { name, type: types[format], content } }
}

async function* csvText(heads: readonly string[], rows: Lines): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads, ';')
  for await (const row of rows) yield csvLine(row, ';')
}

/** A workbook of texts only: a spreadsheet neither rounds long ids nor computes anything. */
async function workbook(heads: readonly string[], rows: Lines): Promise<Buffer> {
  const text = (value: string | null) => (value === null ? null : { value, type: String, format: '@' })
  const data = [heads.map((head) => ({ value: head, type: String, fontWeight: 'bold' as const }))] as object[][]
  for await (const row of rows) data.push(row.map(text) as object[])
  return writeWorkbook(data as never, { stickyRowsCount: 1 }).toBuffer()
}
