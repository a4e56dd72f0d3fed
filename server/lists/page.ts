import type { Knex } from 'knex'
import {
  type AnyQueryBuilder,
  type Model,
  type QueryBuilder,
  type RawBuilder,
  type ReferenceBuilder,
  ref,
} from 'objection'
import { maxCount, type SortKey } from '../../contract/list.ts'
import { one } from '../../db/sql.ts'

/** A column ('tariffs.name') or an expression of Objection (`raw('lower(tariffs.name)')`). */
export type SortExpression = string | ReferenceBuilder | RawBuilder

/** Sorts by one of the columns that a list offers; equal rows by their id, so that every page has rows of its own. */
export function sortBy<S extends string>(
  query: AnyQueryBuilder,
  sort: SortKey<S>,
  sorts: Readonly<Record<S, SortExpression>>,
  id: string,
): void {
  const descending = sort.startsWith('-')
  const expression: SortExpression = sorts[(descending ? sort.slice(1) : sort) as S]
  const direction = descending ? 'desc' : 'asc'
  query
    .orderByRaw(`? ${direction}`, [typeof expression === 'string' ? ref(expression) : expression])
    .orderByRaw(`? ${direction}`, [ref(id)])
}

export interface Paging {
  readonly page: number
  readonly pageSize: number
}
export interface PageOf<Row> {
  readonly rows: Row[]
  readonly recordCount: number
  readonly countIsExact: boolean
}

/** Returns the offset and length of a page; no page reaches beyond `maxCount`. */
export function limitsOf({ page, pageSize }: Paging): { offset: number; limit: number } {
  const offset = (page - 1) * pageSize
  return { offset, limit: Math.max(0, Math.min(pageSize, maxCount - offset)) }
}

/** Reads one page of a sorted query. The count is exact up to `maxCount`; nothing is counted when the page itself shows the end. */
export async function readPage<M extends Model>(
  trx: Knex,
  query: QueryBuilder<M>,
  id: string,
  paging: Paging,
): Promise<PageOf<M>> {
  const { offset, limit } = limitsOf(paging)
  const rows: M[] = limit === 0 ? [] : await query.clone().limit(limit).offset(offset)
  const isLast = limit === paging.pageSize && rows.length < limit && (rows.length > 0 || offset === 0)
  if (isLast) return { rows, recordCount: offset + rows.length, countIsExact: true }
  return { rows, ...(await countOf(trx, query, id)) }
}

/** Number of rows of a query, counted up to `maxCount`. */
export async function countOf(
  trx: Knex,
  query: AnyQueryBuilder,
  id: string,
): Promise<{ recordCount: number; countIsExact: boolean }> {
  const found = query.clone().clearWithGraph().clearOrder().clearSelect().select(id)
  const { sql, bindings } = found
    .limit(maxCount + 1)
    .toKnexQuery()
    .toSQL()
  return boundedCount(trx, sql, bindings as never)
}

/** Number of rows of an SQL query, counted up to `maxCount`. */
export async function boundedCount(
  trx: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[] | Knex.ValueDict,
): Promise<{ recordCount: number; countIsExact: boolean }> {
  const text = `select count(*)::int as count from (select from (${sql}) found limit ${maxCount + 1}) counted`
  const { count } = await one<{ count: number }>(trx, text, bindings)
  return { recordCount: Math.min(count, maxCount), countIsExact: count <= maxCount }
}
