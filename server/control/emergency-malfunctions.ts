import type { Knex } from 'knex'
import { publish } from '../../db/outbox.ts'
import { closeMalfunctions, openMalfunctions } from '../../telemetry/malfunctions/malfunctions.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import type { IssuedOrRefused } from './request-commands.ts'

/** Hours after which an acknowledged emergency ends unless the device reports that it is open. */
const hoursAfterSeen = 24

/** Opens a malfunction for every device that was commanded to open; returns the ids. */
export async function openEmergencies(
  trx: Knex.Transaction,
  { issued, at }: Pick<IssuedOrRefused, 'issued' | 'at'>,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<number[]> {
  const openings = issued.map(({ deviceId, supportCode }) => ({
    kind: 'emergency-open' as const,
    deviceId,
    at,
    detail: { by, reason, supportCode },
  }))
  return openMalfunctions(trx, openings)
}

/**
 * Closes emergencies that were acknowledged a day ago, unless the device reports that it is open (rule C-55): some
 * devices never report that they are shut. Returns how many.
 */
export async function endSeenEmergencies(knex: Knex, now?: Date): Promise<number> {
  return knex.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { deviceId: number; at: Date }[] }>(
      `SELECT m.device_id AS "deviceId", clock.now AS at
       FROM (SELECT coalesce(?::timestamptz, clock_timestamp()) AS now) AS clock, malfunctions m
       JOIN device_states s ON s.device_id = m.device_id
       WHERE m.kind = 'emergency-open' AND m.closed_at IS NULL AND m.acknowledged_at < clock.now - make_interval(hours => ?)
         AND (s.door_state IS NULL AND s.status <> 'free' OR s.door_state = 'closed')
       ORDER BY m.device_id FOR NO KEY UPDATE OF s`,
      [now ?? null, hoursAfterSeen],
    )
    const closed = await closeMalfunctions(
      trx,
      rows.map(({ deviceId, at }) => ({ kind: 'emergency-open' as const, deviceId, at })),
    )
    await publish(trx, await malfunctionChanges(trx, closed))
    return closed.length
  })
}
