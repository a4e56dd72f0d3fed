import { acknowledge } from '../../contract/insight.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { handle } from '../bus/handle.ts'
import { scopeOf } from '../sites/scope.ts'

/** An operator has seen a malfunction of his zones. The first one counts; it stays open until its cause is gone. */
export default handle(acknowledge, async ({ input, actor, trx, now, emit, refuse }) => {
  const { sql, bindings } = siteScope(scopeOf(actor), 'coalesce(m.site_id, d.site_id, g.site_id)')
  const { rows } = await trx.raw<{ rows: { id: number; acknowledged_at: Date | null; closed_at: Date | null }[] }>(
    `SELECT m.id, m.acknowledged_at, m.closed_at FROM malfunctions m
     LEFT JOIN devices d ON d.id = m.device_id LEFT JOIN gateways g ON g.id = coalesce(m.gateway_id, d.gateway_id)
     WHERE m.id = ? AND ${sql} FOR NO KEY UPDATE OF m`,
    [input.malfunctionId, ...bindings],
  )
  const found = rows[0]
  if (!found) return refuse('not-found')
  if (found.closed_at) return refuse('malfunction-closed')
  if (found.acknowledged_at) return refuse('already-acknowledged')
  await trx('malfunctions')
    .where({ id: found.id })
    .update({ acknowledged_at: now, acknowledged_by: actor.userId, version: trx.raw(`nextval('change_version')`) })
  await trx('malfunction_history').insert({
    malfunction_id: found.id,
    type: 'acknowledged',
    at: now,
    user_id: actor.userId,
  })
  await emit({ changes: await malfunctionChanges(trx, [found.id]) })
  return { acknowledgedAt: now.toISOString() }
})
