import type { Knex } from 'knex'

/** Age of a heartbeat after which a process holds no links for commands. Until then commands wait for its gateways to return. */
const silentSeconds = 12
/** Time for which links of a process that shut down properly still count: gateways return after 2 to 4 s, maybe to one that ends next. */
const leaveSeconds = 9

/**
 * Returns those of the gateways that are linked to a living process other than `except`. Read from the database, which all processes reach.
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

/** Ends the heartbeat of this process: its gateways have some seconds to link to another one. */
export async function leaveLinks(knex: Knex, processId: string): Promise<void> {
  await knex.raw(
    `UPDATE processes SET workers = '{}', heartbeat_at = clock_timestamp() - make_interval(secs => ?) WHERE id = ?`,
    [silentSeconds - leaveSeconds, processId],
  )
}
