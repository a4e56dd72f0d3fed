import type { Knex } from 'knex'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { lockDevices, touchDevices } from '../commands/transition.ts'
import { deviceChanges } from '../views/device.ts'
import { gatewayChanges } from '../views/gateway.ts'

/** Number of a link: rises with each link of a gateway, so that the end of an old one does not undo a newer one. */
export type LinkNumber = number

const deadSeconds = 45
const number = '(extract(epoch FROM linked_at) * 1000000)::bigint'

/** Marks a gateway linked to this process. Returns the link's number and a clock that follows the database's. */
export async function markLinked(
  knex: Knex,
  gatewayId: number,
  processId: string,
): Promise<{ link: LinkNumber; clock: () => Date; caches: boolean }> {
  return flip(knex, gatewayId, async (trx) => {
    const { rows } = await trx.raw<{ rows: { was: boolean; link: number; now: Date; caches: boolean }[] }>(
      `UPDATE gateways g SET linked = true, link_process = ?, linked_at = greatest(clock_timestamp(), before.linked_at + interval '1 microsecond')
       FROM (SELECT id, linked, linked_at FROM gateways WHERE id = ? FOR NO KEY UPDATE) AS before WHERE g.id = before.id
       RETURNING before.linked AS was, (extract(epoch FROM g.linked_at) * 1000000)::bigint AS link, clock_timestamp() AS now,
         g.allow_offline_caching AS caches`,
      [processId, gatewayId],
    )
    const row = rows[0]
    const heard = performance.now()
    if (!row) throw new Error(`gateway ${gatewayId} is gone`)
    const { was, link, now, caches } = row
    const clock = () => new Date(now.getTime() + performance.now() - heard)
    return { flipped: !was, result: { link, clock, caches } }
  })
}

/** Marks the end of a link, unless a newer one replaced it. */
export async function markUnlinked(knex: Knex, gatewayId: number, link: LinkNumber): Promise<void> {
  await flip(knex, gatewayId, async (trx) => {
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `UPDATE gateways SET linked = false, link_process = NULL WHERE id = ? AND linked AND ${number} = ?`,
      [gatewayId, link],
    )
    return { flipped: rowCount > 0, result: undefined }
  })
}

/**
 * Returns gateways that have counted for `seconds` as linked to this process or to a dead one, with the number of that link. A process is
 * dead `deadSeconds` after its last heartbeat, longer than it can be silent while the database stalls.
 */
export async function countedAsLinked(
  knex: Knex,
  seconds: number,
  processId: string,
  gatewayIds: readonly number[] | null = null,
): Promise<{ id: number; link: LinkNumber }[]> {
  const { rows } = await knex.raw<{ rows: { id: number; link: number }[] }>(
    `SELECT id, ${number} AS link FROM gateways g WHERE linked AND linked_at < clock_timestamp() - make_interval(secs => ?)
       AND (link_process IS NULL OR link_process = ? OR NOT EXISTS (SELECT FROM processes p WHERE p.id = g.link_process
         AND p.heartbeat_at > clock_timestamp() - make_interval(secs => ?)))
       AND (?::integer[] IS NULL OR id = ANY (?::integer[]))`,
    [seconds, processId, deadSeconds, gatewayIds as never, gatewayIds as never],
  )
  return rows
}

/** Returns the stored link state of gateways, with the number of the newest link. */
export async function linksOf(
  knex: Knex,
  gatewayIds: readonly number[],
): Promise<{ id: number; linked: boolean; process: string | null; link: LinkNumber | null }[]> {
  return prepared(
    knex,
    `SELECT id, linked, link_process AS process, ${number} AS link FROM gateways WHERE id = ANY (?) ORDER BY id`,
    [[...gatewayIds]],
  )
}

/** Returns those of the tokens that are not revoked. */
export async function liveTokens(knex: Knex, tokenIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await knex.raw<{ rows: { id: number }[] }>(
    'SELECT id FROM gateway_tokens WHERE id = ANY (?) AND revoked_at IS NULL',
    [[...tokenIds]],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Changes the link state; when it flipped, publishes the gateway, and all its devices with a new version. */
async function flip<T>(
  knex: Knex,
  gatewayId: number,
  change: (trx: Knex.Transaction) => Promise<{ flipped: boolean; result: T }>,
): Promise<T> {
  return knex.transaction(async (trx) => {
    const deviceIds = await devicesOf(trx, gatewayId)
    await lockDevices(trx, deviceIds)
    const { flipped, result } = await change(trx)
    if (!flipped) return result
    if (deviceIds.length > 0) await touchDevices(trx, deviceIds)
    const devices = deviceIds.length > 0 ? await deviceChanges(trx, deviceIds) : []
    await publish(trx, [...devices, ...(await gatewayChanges(trx, [gatewayId]))])
    return result
  })
}

async function devicesOf(trx: Knex.Transaction, gatewayId: number): Promise<number[]> {
  return trx('devices').where({ gateway_id: gatewayId }).whereNull('retired_at').orderBy('id').pluck<number[]>('id')
}
