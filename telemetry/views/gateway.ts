import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { rooms } from '../../contract/rooms.ts'
import { many } from '../../db/sql.ts'

interface Row {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly lastMessageAt: Date | null
  readonly linked: boolean
  readonly clockAheadMs: number | null
  readonly simulatedUntil: Date | null
}

/** Returns gateways as they are pushed to admins, all of them unless ids are given. */
export async function gatewayChanges(
  knex: Knex,
  ids: readonly number[] | null = null,
): Promise<RoomChange<'gateway'>[]> {
  if (ids?.length === 0) return []
  const found = await many<Row>(
    knex,
    `SELECT id, shown_version AS version, name, last_message_at AS "lastMessageAt", linked, clock_ahead_ms AS "clockAheadMs",
       simulated_until AS "simulatedUntil"
     FROM gateways WHERE ?::integer[] IS NULL OR id = ANY (?::integer[]) ORDER BY id`,
    [ids as never, ids as never],
  )
  return found.map(({ id, version, lastMessageAt, simulatedUntil, ...said }) =>
    change('gateway', {
      id,
      version,
      view: {
        ...said,
        lastMessageAt: lastMessageAt?.toISOString() ?? null,
        simulatedUntil: simulatedUntil?.toISOString() ?? null,
      },
      rooms: [rooms.all()],
    }),
  )
}
