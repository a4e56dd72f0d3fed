import type { Knex } from 'knex'

/**
 * A process that has not told for so long that it lives does not hold links any more, as far as orders are concerned. Until then its gateways are
 * coming back to another one: what they are ordered waits for that.
 */
const silentSeconds = 12
/** So long what a process held that ended in order still counts: a gateway comes back after 2 to 4 s, and may meet the next one that ends. */
const leaveSeconds = 9

/**
 * Of these gateways, those that are linked to a living process, but for the process `except`. What the others say stands in the database, so that it
 * is known whatever lies between the processes.
 */
export async function linkedElsewhere(
  knex: Knex,
  gatewayIds: readonly number[],
  except: string | null = null,
): Promise<Set<number>> {
  if (gatewayIds.length === 0) return new Set()
  const { rows } = await knex.raw<{ rows: { id: number }[] }>(
    `SELECT g.id FROM gateways g JOIN processes p ON p.id = g.link_process
     WHERE g.id = ANY (?) AND g.linked AND p.id IS DISTINCT FROM ?::uuid
       AND p.heartbeat_at > clock_timestamp() - make_interval(secs => ?)`,
    [[...gatewayIds], except as never, silentSeconds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** This process ends: its gateways have a few seconds to come back to another one before they count as unreachable. */
export async function leaveLinks(knex: Knex, processId: string): Promise<void> {
  await knex.raw(
    `UPDATE processes SET workers = '{}', heartbeat_at = clock_timestamp() - make_interval(secs => ?) WHERE id = ?`,
    [silentSeconds - leaveSeconds, processId],
  )
}
