import { type Model, type QueryBuilder, raw } from 'objection'
import type { DependantKind, Dependants, RefusalCode } from '../../contract/refusals.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/** Maximum number of dependants of one kind that are named unless said otherwise; the count says how many there are. */
const usualMaxNamed = 5

/** What hangs on a row, or on any of several. */
export interface DependantQuery {
  readonly kind: DependantKind
  /** The rows that hang on the one to be removed; joins go into subqueries. */
  readonly rows: QueryBuilder<Model, Model[]>
  /** Column by which they are named; `name` unless said otherwise. */
  readonly nameColumn?: string
  readonly maxNamed?: number
}

/**
 * Refuses `in-use`, or the entity's own code, when something hangs on a row, and names it. Lock the row before (`lockVersion` with `forRemoval`), so that nothing is hung on
 * it while this looks. List also what the database would delete along with the row, unless it is a part of it.
 *
 *     await refuseDependants(refuse, [
 *       { kind: 'event', rows: Event.query(trx).where('tariff_id', tariff.id).modify('kept') },
 *     ])
 */
export async function refuseDependants<C extends RefusalCode = 'in-use'>(
  refuse: Refuse<C>,
  queries: readonly DependantQuery[],
  ...[code = 'in-use' as C]: 'in-use' extends C ? [code?: C] : [code: C]
): Promise<void> {
  const found = await readDependants(queries)
  if (found.length > 0) refuse(code, undefined, undefined, { dependants: found })
}

/** Returns what hangs on a row, by kind. */
export async function readDependants(queries: readonly DependantQuery[]): Promise<Dependants[]> {
  const found: Dependants[] = []
  // One after another: a transaction has one connection.
  for (const query of queries) {
    const dependants = await findDependants(query)
    if (dependants.count > 0) found.push(dependants)
  }
  return found
}

async function findDependants({
  kind,
  rows,
  nameColumn = 'name',
  maxNamed = usualMaxNamed,
}: DependantQuery): Promise<Dependants> {
  const first = (await rows
    .clone()
    .clearSelect()
    .select('id', raw('??::text as name', nameColumn), raw('count(*) over ()::int as count'))
    .orderBy([nameColumn, 'id'])
    .limit(maxNamed)) as unknown as { id: number; name: string; count: number }[]
  return { kind, count: first[0]?.count ?? 0, first: first.map(({ id, name }) => ({ id, name })) }
}
