import type { Knex } from 'knex'
import { publish } from '../../db/outbox.ts'
import { malfunctionChanges, malfunctionSite } from '../../telemetry/views/malfunction.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

export interface ScopedMalfunction {
  readonly id: number
  readonly deviceId: number | null
  /** Whether the actor may see the device where it is now: it may have moved since. */
  readonly seesDevice: boolean
  readonly siteId: number
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly acknowledgedAt: Date | null
  readonly assignedTo: number | null
}

/** Changes a locked malfunction, appends to its history, and publishes it. */
export async function changeMalfunction(
  trx: Knex.Transaction,
  id: number,
  change: Readonly<Record<string, unknown>>,
  entry: { type: string; at: Date; user_id: number; data?: object; comment?: string },
): Promise<void> {
  await trx('malfunctions')
    .where({ id })
    .update({ ...change, version: trx.raw(`nextval('change_version')`) })
  await trx('malfunction_history').insert({ malfunction_id: id, ...entry })
  await publish(trx, await malfunctionChanges(trx, [id]))
}

/**
 * Returns a malfunction at a site in the actor's zones, open or not; null = there is none. `lock` = it will be written.
 */
export async function scopedMalfunction(
  trx: Knex,
  actor: UserActor,
  malfunctionId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<ScopedMalfunction | null> {
  const { sql, bindings } = siteScope(scopeOf(actor), malfunctionSite)
  const device = siteScope(scopeOf(actor), 'd.site_id')
  const { rows } = await trx.raw<{ rows: ScopedMalfunction[] }>(
    `SELECT m.id, m.device_id AS "deviceId", d.id IS NOT NULL AND ${device.sql} AS "seesDevice", ${malfunctionSite} AS "siteId", m.opened_at AS "openedAt", m.closed_at AS "closedAt",
       m.acknowledged_at AS "acknowledgedAt", m.assigned_to AS "assignedTo"
     FROM malfunctions m
     LEFT JOIN devices d ON d.id = m.device_id LEFT JOIN gateways g ON g.id = coalesce(m.gateway_id, d.gateway_id)
     WHERE m.id = ? AND ${sql} ${lock ? 'FOR NO KEY UPDATE OF m' : ''}`,
    [...device.bindings, malfunctionId, ...bindings],
  )
  return rows[0] ?? null
}
