import pg from 'pg'

/** What columns a statement answers, as pg's results have it. */
interface Columns {
  readonly fields: readonly object[]
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}
/** The parts of pg that are used here. */
interface Wire {
  describe(what: object): void
}
type Step = (this: KeptQuery, ...given: unknown[]) => void
const base = pg.Query.prototype as unknown as Record<'submit' | 'handleCommandComplete', Step>

/** What is known of a connection: the columns of its kept statements by name, and itself as it is when nothing is to be described. */
interface Known {
  readonly columns: Map<string, Columns>
  readonly silent: Wire
}
const known = new WeakMap<Wire, Known>()

function knownOf(connection: Wire): Known {
  const found = known.get(connection)
  if (found) return found
  const silent = Object.create(connection, { describe: { value: () => undefined } }) as Wire
  const made = { columns: new Map<string, Columns>(), silent }
  known.set(connection, made)
  return made
}

/**
 * Runs a kept statement, without asking for its columns once the connection knows them. They are the same each time, for the server refuses a kept statement
 * that would answer others; to describe thirty of them costs both sides as much as to read a row.
 */
class KeptQuery extends pg.Query {
  declare private readonly _result: Columns
  declare private _accumulateRows: boolean
  readonly #name: string
  #connection: Wire | undefined

  constructor(statement: KeptStatement, done: (error: Error | null, result: pg.QueryResult) => void) {
    super({ ...statement, callback: done } as pg.QueryConfig)
    this.#name = statement.name
  }

  override submit = (connection: unknown): void => {
    this.#connection = connection as Wire
    const { columns, silent } = knownOf(this.#connection)
    const own = columns.get(this.#name)
    if (own === undefined) return base.submit.call(this, connection)
    const { fields, _parsers, _prebuiltEmptyResultObject } = own
    Object.assign(this._result, { fields, _parsers, _prebuiltEmptyResultObject })
    this._accumulateRows = true
    return base.submit.call(this, silent)
  }

  handleCommandComplete(...given: unknown[]): void {
    base.handleCommandComplete.apply(this, given)
    const columns = this.#connection && knownOf(this.#connection).columns
    if (!columns || columns.has(this.#name)) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    columns.set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/** A statement that is kept on its connection by its name, with its values. */
export interface KeptStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** Rows as lists instead of objects. */
  readonly rowMode?: 'array'
}

interface KeptResult<T> extends Omit<pg.QueryResult, 'rows'> {
  readonly rows: T[]
}

/** Runs a kept statement on a connection, sent when this is called. */
export async function runKept<T extends pg.QueryResultRow | readonly unknown[]>(
  connection: pg.ClientBase,
  statement: KeptStatement,
): Promise<KeptResult<T>> {
  try {
    return await new Promise((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult): void =>
        error ? reject(error) : resolve(result as unknown as KeptResult<T>)
      connection.query(new KeptQuery(statement, done))
    })
  } catch (error) {
    // As pg does: who asked is of more use than where the answer was read.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
