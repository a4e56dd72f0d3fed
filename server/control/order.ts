import type { Knex } from 'knex'
import { order } from '../../contract/control.ts'
import { type Action, moves, refusalFor } from '../../machines/device.ts'
import { issueOrder, keepRefused, type Wish } from '../../telemetry/orders/issue.ts'
import { lockDevices } from '../../telemetry/orders/transition.ts'
import { type Scope, siteScope } from '../../telemetry/views/scope.ts'
import { handle } from '../bus/handle.ts'
import { supportCode } from '../bus/support-code.ts'
import { scopeOf } from '../sites/scope.ts'
import { type ControlFacts, controlFacts } from './facts.ts'

/**
 * An operator's order to a device of his zones. The rule is decided on the device's state as it is under its lock; refused wishes are kept
 * in the ledger too. The answer says that the order is on its way: the device's own report says what became of it.
 */
export default handle(order, async ({ input, actor, trx, now, refuse, context }) => {
  const device = await visibleDevice(trx, input.deviceId, scopeOf(actor))
  if (!device) return refuse('not-found')
  const linked = await context.link.linked(device.gatewayId)
  await lockDevices(trx, [device.id])
  const facts = await controlFacts(trx, device.id, { linked, now })
  const wish: Wish = {
    deviceId: device.id,
    gatewayId: device.gatewayId,
    action: input.action,
    allowedBy: 'operator',
    userId: actor.userId,
    anyway: input.anyway && facts.maintenance,
    note: input.note,
    timeoutSeconds: input.timeoutSeconds,
    supportCode,
  }
  const refusal = refusalFor(input.action, facts, { anyway: input.anyway }) ?? tooFast(input.action, facts)
  const issued = refusal === null ? await issueOrder(trx, wish, now) : null
  if (issued) return { ...issued, deadline: issued.deadline.toISOString() }
  const code = refusal ?? 'order-in-flight'
  const kept = await keepRefused(trx, wish, code, now)
  return refuse.keeping(code, { supportCode: kept.supportCode })
})

/** The device in the actor's scope with its gateway; whatever he may not see does not exist. */
async function visibleDevice(
  trx: Knex.Transaction,
  deviceId: number,
  scope: Scope,
): Promise<{ id: number; gatewayId: number } | null> {
  const { sql, bindings } = siteScope(scope, 'd.site_id')
  const { rows } = await trx.raw<{ rows: { id: number; gatewayId: number }[] }>(
    `SELECT d.id, d.gateway_id AS "gatewayId" FROM devices d WHERE d.id = ? AND d.retired_at IS NULL AND ${sql}`,
    [deviceId, ...bindings],
  )
  return rows[0] ?? null
}

/** No two movements within two seconds, whoever orders them. */
function tooFast(action: Action, facts: ControlFacts): 'too-fast' | null {
  return moves(action) && facts.restSeconds > 0 ? 'too-fast' : null
}
