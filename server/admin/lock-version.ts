import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import type { VersionedEntity } from '../../db/models/entity.ts'
import { User } from '../../db/models/people.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Locks a row for an edit or a removal and returns it. Refuses `not-found` when the query has no row, and `changed-meanwhile` when the row has
 * another version than the caller saw; `current` puts what it holds now into the shape of the command's input, so that the form can show both.
 *
 *     const tariff = await lockVersion(trx, refuse, {
 *       row: Tariff.query(trx).findById(input.tariffId).modify('visibleTo', actor),
 *       seen: input.version,
 *       current: async (kept) => fieldsOf(await kept.$fetchGraph('stages')),
 *     })
 *
 * Nested rows (stages) belong to the version of their parent: patch the parent too, each write draws a new version. For a removal, pass
 * `forRemoval: true`: then nothing new can be hung on the row before it is gone.
 */
export async function lockVersion<M extends VersionedEntity>(
  trx: Knex.Transaction,
  refuse: Refuse<'not-found' | 'changed-meanwhile'>,
  {
    row,
    seen,
    current,
    forRemoval = false,
  }: {
    readonly row: QueryBuilder<M, M | undefined>
    readonly seen: number
    readonly current: (kept: M) => Values | Promise<Values>
    readonly forRemoval?: boolean
  },
): Promise<M> {
  const kept = await (forRemoval ? row.forUpdate() : row.forNoKeyUpdate())
  if (!kept) return refuse('not-found')
  if (kept.version === seen) return kept
  const details = { current: { version: kept.version, values: await current(kept) } }
  return refuse('changed-meanwhile', { by: await nameOf(trx, kept.modifiedBy) }, undefined, details)
}

async function nameOf(trx: Knex.Transaction, userId: number | null): Promise<string> {
  const user = userId === null ? undefined : await User.query(trx).findById(userId)
  return user?.shownName ?? '–'
}
