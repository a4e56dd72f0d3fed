import type { Knex } from 'knex'
import { emergency } from '../../contract/control.ts'
import { publish } from '../../db/outbox.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import { type Scope, siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import { handle } from '../kernel/bus/handle.ts'
import { giveSeveral, standingDevices } from './command-many-issue.ts'
import { openEmergencies } from './emergency-malfunctions.ts'

/** Deadline of an emergency's commands, seconds. */
const timeoutSeconds = 15

/**
 * Moves devices of one site regardless of maintenance, occupancy and their last report (rules C-52 to C-54), but not
 * without a link, beyond their capabilities or during another command. Every door that is commanded to open counts as a
 * malfunction until it is shut again.
 */
export default handle(emergency, async ({ input, actor, trx, refuse, context }) => {
  const { siteId, deviceIds, action, reason, safetyWord } = input
  const scope = scopeOf(actor)
  const name = await siteName(trx, siteId, scope)
  if (name === null) return refuse('not-found')
  // Compared exactly, including spaces: the name is a confirmation, not a search.
  if (safetyWord !== name) return refuse('safety-word-wrong')
  const devices = await standingDevices(trx, deviceIds, { ...scope, siteIds: [siteId] })
  if (devices.length < new Set(deviceIds).size) return refuse('device-not-at-site')
  const { answer, given } = await giveSeveral(trx, context, {
    kind: 'emergency',
    devices,
    action,
    anyway: false,
    note: reason,
    timeoutSeconds,
    userId: actor.userId,
  })
  if (action === 'open') {
    const opened = await openEmergencies(trx, given, { by: actor.name, reason })
    await publish(trx, await malfunctionChanges(trx, opened))
  }
  return answer
})

/** The site's name; null if it is outside the scope. */
async function siteName(trx: Knex, siteId: number, scope: Scope): Promise<string | null> {
  const { sql, bindings } = siteScope(scope, 's.id')
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(`SELECT s.name FROM sites s WHERE s.id = ? AND ${sql}`, [
    siteId,
    ...bindings,
  ])
  return rows[0]?.name ?? null
}
