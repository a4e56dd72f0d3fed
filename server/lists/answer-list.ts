import type { Knex } from 'knex'
import type { Model, QueryBuilder } from 'objection'
import type * as z from 'zod'
import type { ListDef, SortKey } from '../../contract/list.ts'
import { answer, type Call, type QueryHandler } from '../kernel/bus/handle.ts'
import { type Ids, idBatches } from './batches.ts'
import type { CsvColumn } from './csv.ts'
import { type PageOf, readPage, type SortExpression, sortBy } from './page.ts'
import { searchIn } from './search.ts'

type Row<D extends ListDef> = z.input<D['row']>
type ListCall<D extends ListDef> = Call<D['input'], never>
type Input<D extends ListDef> = z.output<D['input']>
/** What the reply says beside rows and count. */
type More<D extends ListDef> = Omit<z.input<D['reply']>, 'rows' | 'recordCount' | 'countIsExact'>
type SortOf<D extends ListDef> = D['sorts'][number]

/** A query's handler whose list can also be had as a file. */
export interface ListHandler extends QueryHandler {
  readonly columns: readonly CsvColumn<unknown>[]
  /** The rows of the list, or those of some ids, batch by batch, whatever page was asked for. */
  batches(call: ListCall<ListDef>, only?: readonly number[]): AsyncIterable<readonly unknown[]>
}

export function isListHandler(handler: QueryHandler | undefined): handler is ListHandler {
  return handler !== undefined && 'batches' in handler
}

interface Reading<D extends ListDef, Id> {
  /** One page of rows, with the count of all. */
  page(call: ListCall<D>): Promise<PageOf<Row<D>>>
  /** The ids of all rows in their order. */
  ids(call: ListCall<D>): Promise<Ids> | Ids
  /** The rows of some ids, in any order; `id` says which is which. */
  rows(call: ListCall<D>, ids: readonly Id[]): Promise<readonly Row<D>[]>
  id(row: Row<D>): Id
  readonly csv: readonly CsvColumn<z.output<D['row']>>[]
  more?(call: ListCall<D>): Promise<More<D>>
}

/** The handler of a list that finds its rows by itself. Most lists are simpler with `answerList`. */
export function answerListBy<D extends ListDef, Id>(def: D, reading: Reading<D, Id>): ListHandler {
  const handler = answer(def as ListDef, async (call) => {
    const own = call as unknown as ListCall<D>
    const page = await reading.page(own)
    return { ...page, ...(await reading.more?.(own)) } as never
  })
  return {
    ...handler,
    columns: reading.csv as readonly CsvColumn<unknown>[],
    async *batches(call, only) {
      const own = call as unknown as ListCall<D>
      const found = only
        ? [only as readonly unknown[] as readonly Id[]]
        : idBatches<Id>(call.trx, await reading.ids(own))
      for await (const ids of found) {
        const rows = new Map((await reading.rows(own, ids)).map((row) => [reading.id(row), row]))
        yield ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
      }
    },
  }
}

interface Parts<D extends ListDef, M extends Model> {
  /** The rows that the caller may see and that fit the filters, with all that `row` needs: neither sorted nor paged. */
  query(call: ListCall<D>): QueryBuilder<M>
  /** The column that tells rows apart: 'tariffs.id'. */
  readonly id: string
  /** Columns in which the search looks, or the search itself. */
  readonly search: readonly string[] | ((query: QueryBuilder<M>, text: string) => void)
  /** What is sorted by, for each name of the definition. */
  readonly sorts: Readonly<Record<SortOf<D>, SortExpression | ((call: ListCall<D>) => SortExpression)>>
  /** The row as the wire has it. */
  row(model: M, call: ListCall<D>): Row<D>
  readonly csv: readonly CsvColumn<z.output<D['row']>>[]
  more?(call: ListCall<D>): Promise<More<D>>
}

/**
 * The handler of a list of models: the entity writes its query, the kit searches, sorts, pages, counts and streams it as a file.
 *
 *     export default answerList(list, {
 *       query: ({ trx, actor, input }) => {
 *         const found = Tariff.query(trx).modify('visibleTo', actor).withGraphFetched('stages')
 *         return input.filters.tenantId === undefined ? found : found.where('tenant_id', input.filters.tenantId)
 *       },
 *       id: 'tariffs.id',
 *       search: ['tariffs.name'],
 *       sorts: { name: raw('lower(tariffs.name)'), createdAt: 'tariffs.created_at' },
 *       row: ({ id, name, stages }) => ({ id, name, stages: stages.length }),
 *       csv: [{ head: heads.name, cell: ({ name }) => name }],
 *     })
 */
export function answerList<D extends ListDef, M extends Model & { id: number }>(
  def: D,
  parts: Parts<D, M>,
): ListHandler {
  const found = (call: ListCall<D>): QueryBuilder<M> => {
    const { search, sort } = call.input as Input<D> as { search: string; sort: SortKey }
    const query = parts.query(call)
    if (typeof parts.search !== 'function') searchIn(query, parts.search, search)
    else if (search !== '') parts.search(query, search)
    const sorts = Object.entries<SortExpression | ((call: ListCall<D>) => SortExpression)>(parts.sorts).map(
      ([name, by]): [string, SortExpression] => [name, typeof by === 'function' ? by(call) : by],
    )
    sortBy(query, sort, Object.fromEntries(sorts), parts.id)
    return query
  }
  return answerListBy<D, number>(def, {
    async page(call) {
      const { rows, ...count } = await readPage(call.trx, found(call), parts.id, call.input as never)
      return { rows: rows.map((model) => parts.row(model, call)), ...count }
    },
    ids(call) {
      const { sql, bindings } = idsOf(found(call), parts.id)
      return { sql, bindings: bindings as Knex.RawBinding[] }
    },
    async rows(call, ids) {
      const models = await parts.query(call).whereIn(parts.id as never, [...ids] as never)
      return models.map((model) => parts.row(model, call))
    },
    id: (row) => (row as { id: number }).id,
    csv: parts.csv,
    ...(parts.more ? { more: parts.more } : {}),
  })
}

function idsOf<M extends Model>(query: QueryBuilder<M>, id: string) {
  return query.clone().clearWithGraph().clearSelect().select(id).toKnexQuery().toSQL()
}
