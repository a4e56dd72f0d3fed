import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { QueryResultRow } from 'pg'
import { sendOn } from './connection.ts'

type Bindings = readonly Knex.RawBinding[] | Knex.ValueDict

/** Returns the rows of a plain SQL query. The caller asserts their type. */
export async function many<T>(knex: Knex, sql: string, bindings: Bindings = []): Promise<T[]> {
  const answer = await knex.raw<{ rows: T[] }>(sql, bindings)
  return answer.rows
}

/** Returns whether a query has any row. */
export async function exists(knex: Knex, sql: string, bindings: Bindings = []): Promise<boolean> {
  return (await one<{ there: boolean }>(knex, `select exists (${sql}) as there`, bindings)).there
}

/** Returns the first row of a query that always has one. */
export async function one<T>(knex: Knex, sql: string, bindings: Bindings = []): Promise<T> {
  const [first] = await many<T>(knex, sql, bindings)
  if (first === undefined) throw new Error('A query that always has a row had none.')
  return first
}

type Binding = Knex.RawBinding | readonly (string | number | boolean | Date | null)[]
type Named<V> = readonly V[] | Readonly<Record<string, V>>
interface Statement {
  readonly name: string
  /** The text for the server: $1 instead of the first ? or name. */
  readonly text: string
  /** The binding names in order of their positions; null = positional. */
  readonly names: readonly string[] | null
  /** Number of values. */
  readonly places: number
}
const statements = new Map<string, Statement>()

function statementOf(sql: string, bindings: Named<unknown>): Statement {
  let found = statements.get(sql)
  if (!found) {
    const name = createHash('md5').update(sql).digest('hex')
    statements.set(sql, (found = { name, ...(isList(bindings) ? numbered(sql) : named(sql, bindings)) }))
  }
  return found
}

const isList = (bindings: Named<unknown>): bindings is readonly unknown[] => Array.isArray(bindings)

function numbered(sql: string): Omit<Statement, 'name'> {
  const own = [...sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place))
  if (own.length > 0) return { text: sql, names: null, places: Math.max(...own) }
  let place = 0
  const text = sql.replace(/\?/g, () => `$${(place += 1)}`)
  return { text, names: null, places: place }
}

/** As in Knex, each mention is a position of its own. The first call defines the names; all calls must give the same ones, none undefined. */
function named(sql: string, bindings: Readonly<Record<string, unknown>>): Omit<Statement, 'name'> {
  const names: string[] = []
  const text = sql.replace(/(?<!:):(\w+)/g, (all, name: string) => (name in bindings ? `$${names.push(name)}` : all))
  return { text, names, places: names.length }
}

const isTransaction = (knex: Knex): knex is Knex.Transaction => knex.isTransaction === true

/**
 * Returns the rows of a statement whose plan is cached on its connection: planning a view takes ten times as long as reading one row of it. Only for
 * constant texts, because each text is a statement of its own. It has no `?` except for bindings (or only $1, $2 …), bindings are values and no SQL, and it
 * names its columns, so that a new column does not change the result. Sent when called, so that others can follow without waiting (pipelined).
 */
export async function prepared<T>(trx: Knex, sql: string, bindings: Named<Binding> = []): Promise<T[]> {
  const { name, text, names, places } = statementOf(sql, bindings)
  const values = isList(bindings) ? [...bindings] : (names ?? []).map((each) => bindings[each])
  // As in Knex: a missing value would otherwise be compared as null.
  if (values.length !== places || values.includes(undefined)) throw new Error(`wrong bindings for: ${sql}`)
  if (!isTransaction(trx)) {
    const { rows } = await trx.raw<{ rows: T[] }>(sql, bindings as Knex.ValueDict).options({ name })
    return rows
  }
  // Bypasses Knex, whose query builder takes as long as a simple statement runs.
  const { rows } = await sendOn(trx, (connection) => connection.query<T & QueryResultRow>({ name, text, values }))
  return rows
}
