import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { LinksChange, ManyReply, RowOutcome } from '../../contract/many.ts'
import type { VersionedEntity } from '../../db/models/entity.ts'
import type { CommandHandler } from '../kernel/bus/handle.ts'
import { declaring, refused } from '../kernel/bus/refuse.ts'
import { actOnRows, type Done, type ManyCall, type ManyInput } from './row-outcomes.ts'

type Values = Readonly<Record<string, unknown>>
type Named = readonly { readonly id: number; readonly name: string }[]
type EditCall = ManyCall<ManyInput & { readonly set: Values }>

interface Edit<M extends VersionedEntity> {
  /** The handler that edits one row. */
  readonly edit: CommandHandler
  /** Name of the row's id in its input. */
  readonly idKey: string
  /** The row, if the caller may see it. */
  readonly row: (trx: Knex.Transaction, id: number) => QueryBuilder<M, M | undefined>
  /** Returns what the row holds, in the shape of the input of its edit. */
  readonly values: (trx: Knex.Transaction, row: M) => object | Promise<object>
  /** Returns the names of rows to which a field refers. */
  readonly names?: Readonly<Record<string, (trx: Knex.Transaction, ids: readonly number[]) => Promise<Named>>>
  /** Locks what the edits of all rows lock, in the order of a single edit. */
  readonly lock?: (trx: Knex.Transaction, ids: readonly number[]) => Promise<void>
}

/**
 * Edits several rows with the verb that edits one: the same rules, rights and messages. Rows that hold the values already
 * are left as they are.
 *
 *     export default handle(editMany, (call) =>
 *       editRows(call, { edit, idKey: 'zoneId', row: (trx, id) => Zone.query(trx).findById(id).modify('visibleTo', call.actor),
 *         values: valuesOf }))
 */
export async function editRows<M extends VersionedEntity>(call: EditCall, entity: Edit<M>): Promise<ManyReply> {
  const { set, rows } = call.input
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  await entity.lock?.(call.trx, ids)
  return actOnRows(
    call,
    async (trx, { id, version }) => {
      const before = await valuesAt(trx, entity, id)
      const wanted = changedBy(before, set)
      if (isDeepStrictEqual(wanted, before)) return { status: 'unchanged', changes: [] }
      await runEdit({ ...call, trx }, entity.edit, { ...wanted, [entity.idKey]: id, version })
      return outcome(before, await valuesAt(trx, entity, id))
    },
    (trx, outcomes) => namesOf(trx, entity, outcomes),
  )
}

async function valuesAt<M extends VersionedEntity>(
  trx: Knex.Transaction,
  { row, values }: Edit<M>,
  id: number,
): Promise<Values> {
  const found = await row(trx, id)
  if (!found) throw refused({ code: 'not-found' })
  return { ...(await values(trx, found)) }
}

/** Returns the values with what is set; references are added to those of the row, or taken away. */
function changedBy(before: Values, set: Values): Values {
  const changed = Object.entries(set).map(([field, value]) => [
    field,
    isLinks(value) ? linked(before[field] as number[], value) : value,
  ])
  return { ...before, ...(Object.fromEntries(changed) as Values) }
}

const isLinks = (value: unknown): value is LinksChange => typeof value === 'object' && value !== null && 'how' in value

function linked(before: readonly number[], { how, ids }: LinksChange): readonly number[] {
  if (how === 'remove') return before.filter((id) => !ids.includes(id))
  const kept = how === 'add' ? before : before.filter((id) => ids.includes(id))
  return [...kept, ...ids.filter((id) => !kept.includes(id))]
}

async function runEdit(call: EditCall, { def, run }: CommandHandler, input: Values): Promise<void> {
  const parsed = def.input.safeParse(input)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, input) })
  await declaring(def, call.context.log, () => run({ ...call, input: parsed.data } as never))
}

function outcome(before: Values, after: Values): Done {
  const changes = Object.keys(after)
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }))
  return { status: changes.length > 0 ? 'changed' : 'unchanged', changes }
}

async function namesOf<M extends VersionedEntity>(
  trx: Knex.Transaction,
  { names = {} }: Edit<M>,
  outcomes: readonly RowOutcome[],
): Promise<ManyReply['names']> {
  const changes = outcomes.flatMap((row) => row.changes)
  const found: ManyReply['names'] = []
  for (const [field, query] of Object.entries(names)) {
    const values = changes.filter((each) => each.field === field).flatMap(({ before, after }) => [before, after].flat())
    const ids = [...new Set(values.filter((value) => typeof value === 'number'))]
    if (ids.length > 0) found.push(...(await query(trx, ids)).map(({ id, name }) => ({ field, id, name })))
  }
  return found
}
