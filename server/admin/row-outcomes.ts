import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { ManyReply, RowOutcome } from '../../contract/many.ts'
import type { Refusal } from '../../contract/refusals.ts'
import type { Call } from '../kernel/bus/handle.ts'
import { Refused } from '../kernel/bus/refuse.ts'

export interface ManyInput {
  readonly rows: readonly { readonly id: number; readonly version: number }[]
  readonly world: string | null
  readonly skipRefused: boolean
}
/** A call that changes several rows. */
export type ManyCall<I extends ManyInput = ManyInput> = Omit<Call<never, 'world-moved' | 'rows-refused'>, 'input'> & {
  readonly input: I
}
type Names = ManyReply['names']
/** What was done to one row. */
export type Done = Pick<RowOutcome, 'status' | 'changes'>

/**
 * Does the same to several rows, each in a savepoint of its own, so that a refused row names its reason and the others go
 * on. Without `world` everything is rolled back: the preview is the act itself. With it, the outcome must be that of the
 * preview: otherwise `world-moved`. Rows are locked in ascending id.
 */
export async function actOnRows(
  call: ManyCall,
  act: (inner: Knex.Transaction, row: ManyInput['rows'][number]) => Promise<Done>,
  namesOf: (trx: Knex.Transaction, rows: readonly RowOutcome[]) => Promise<Names> = async () => [],
): Promise<ManyReply> {
  const { input, trx, refuse } = call
  const outcomes = new Map<number, RowOutcome>()
  const work = async (inner: Knex.Transaction) => {
    for (const row of input.rows.toSorted((a, b) => a.id - b.id)) outcomes.set(row.id, await tryRow(inner, row, act))
  }
  if (input.world === null) await rolledBack(trx, work)
  else await work(trx)
  const rows = input.rows.flatMap(({ id }) => outcomes.get(id) ?? [])
  const world = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const refused = rows.filter(({ status }) => status === 'refused').length
  if (input.world !== null && input.world !== world) return refuse('world-moved')
  if (input.world !== null && refused > 0 && !input.skipRefused) return refuse('rows-refused', { count: refused })
  return { world, applied: input.world !== null, rows, names: await namesOf(trx, rows) }
}

async function tryRow(
  trx: Knex.Transaction,
  row: ManyInput['rows'][number],
  act: (inner: Knex.Transaction, row: ManyInput['rows'][number]) => Promise<Done>,
): Promise<RowOutcome> {
  try {
    const done = await trx.transaction(async (inner) => {
      const result = await act(inner, row)
      // What would fail only at the commit fails here.
      await inner.raw('SET CONSTRAINTS ALL IMMEDIATE')
      await inner.raw('SET CONSTRAINTS ALL DEFERRED')
      return result
    })
    return { id: row.id, ...done, refusal: null, version: null }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { current, supportCode: _code, ...refusal } = error.refusal
    const version = current?.version ?? null
    return { id: row.id, status: 'refused', changes: [], refusal: refusal as RowRefusal, version }
  }
}

type RowRefusal = NonNullable<RowOutcome['refusal']> & Refusal

const undo = new Error('a preview is rolled back')

async function rolledBack(trx: Knex.Transaction, work: (inner: Knex.Transaction) => Promise<void>): Promise<void> {
  try {
    await trx.transaction(async (inner) => {
      await work(inner)
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
}
