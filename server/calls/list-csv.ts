import { Readable } from 'node:stream'
import * as z from 'zod'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { ListDef } from '../../contract/list.ts'
import { maxRows } from '../../contract/many.ts'
import { streamReadOnly } from '../../db/transaction.ts'
import { type HttpCall, type Reply, read, readQuery } from '../http/call.ts'
import { admit } from '../kernel/bus/dispatch.ts'
import { refused, refuser } from '../kernel/bus/refuse.ts'
import { languageOf } from '../kernel/language.ts'
import { isListHandler, type ListHandler } from '../lists/answer-list.ts'
import { csvLines } from '../lists/csv.ts'

const query = z.strictObject({
  input: z.string().max(10_000).default('{}'),
  /** Only these rows, in this order. */
  ids: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10})*$/)
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= maxRows)
    .optional(),
})
const rate = { points: 20, seconds: 60 }

/** Maximum number of files at once. Each holds a connection while it is read; the others stay free for people's calls. */
const maxOpen = 4
let open = 0

/**
 * GET /lists/:name/csv?input=…&ids=…: all pages of a list as a file, or some of its rows, for the input (JSON) that its query takes. Everything is read from one
 * snapshot; column heads are in the caller's language.
 */
export async function getListCsv(call: HttpCall): Promise<Reply> {
  const name = String(call.request.params['name'])
  const handler = call.context.handlers.queries.get(name)
  if (open >= maxOpen) throw refused({ code: 'server-busy' })
  const access = isListHandler(handler) ? handler.def.access : 'session'
  const { list, input, ids, language } = await read(call, { name: `${name}.csv`, access, rate }, async ({ actor }) => {
    if (!isListHandler(handler)) throw refused({ code: 'not-found' })
    const header = call.request.get('accept-language')
    const given = readQuery(call, query)
    return {
      list: handler,
      input: inputOf(handler.def as ListDef, given.input),
      ids: given.ids,
      language: header ? languageOf(header) : actor.language,
    }
  })
  const content = Readable.from(csvLines(list.columns, batches(call, list, input, ids), language))
  open += 1
  content.once('close', () => (open -= 1))
  return { download: { name: `${name.replaceAll('.', '-')}.csv`, type: 'text/csv; charset=utf-8', content } }
}

function inputOf(def: ListDef, text: string): z.output<ListDef['input']> {
  const given = jsonOf(text)
  const parsed = def.input.safeParse(given)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, given) })
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused({ code: 'bad-input', fields: [{ path: 'input', issue: 'field-invalid' }] })
  }
}

function batches(
  { context, sessionHash }: HttpCall,
  handler: ListHandler,
  input: z.output<ListDef['input']>,
  ids: readonly number[] | undefined,
) {
  return streamReadOnly(context.knex, async function* (trx) {
    const { actor, now } = await admit(trx, sessionHash, handler.def.access)
    yield* handler.batches({ input, actor, trx, now, refuse: refuser(), context }, ids)
  })
}
