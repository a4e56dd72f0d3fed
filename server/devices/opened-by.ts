import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { publishAccess } from '../doors/publish-access.ts'
import type { DeviceValues } from './values.ts'

/** Maximum minutes before its start at which a reservation opens (rule C-20). */
const earliestMinutes = 15

/** Fields of a device that its holder sees on the way of a reservation. */
const shownToHolders = [
  'isMandatory',
  'pathNumber',
  'pathName',
  'pathIcon',
  'sequenceNumber',
  'postActionDelayMs',
  'accessMethodIds',
] as const satisfies readonly (keyof DeviceValues)[]

/** Returns whether a change of these fields changes what holders see. */
export const isShownToHolders = (changed: ReadonlySet<keyof DeviceValues>): boolean =>
  shownToHolders.some((field) => changed.has(field))

/** Locks the reservations that open one of these devices within a quarter of an hour; returns them. */
export async function lockOpenedBy(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<number[]> {
  if (deviceIds.length === 0) return []
  const rows = await many<{ id: number }>(
    trx,
    `SELECT r.id FROM reservations r
     WHERE r.id IN (SELECT coalesce(f.parent_id, f.id) FROM reservations f WHERE f.device_id = ANY (?) AND f.state = 'RESERVED'
         AND f.ends_at > now() AND f.starts_at <= now() + make_interval(mins => ?))
       AND r.state = 'RESERVED' ORDER BY r.id FOR NO KEY UPDATE`,
    [[...deviceIds], earliestMinutes],
  )
  return rows.map(({ id }) => id)
}

/** Publishes to the holders of these (locked) reservations what they open now. */
export async function publishOpenedBy(trx: Knex.Transaction, reservationIds: readonly number[]): Promise<void> {
  if (reservationIds.length === 0) return
  // Every write draws a version, so their screens take the new view as newer.
  await trx.raw('UPDATE reservations SET modified_at = now() WHERE id = ANY (?)', [[...reservationIds]])
  await publishAccess(trx, reservationIds)
}
