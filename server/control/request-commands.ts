import type { Knex } from 'knex'
import {
  type AllowedBy,
  type Check,
  type ControlFacts,
  type ControlRefusal,
  controlChecks,
  type HeldFacts,
  refusalOf,
} from '../../machines/control.ts'
import type { Action } from '../../machines/device.ts'
import { type DeviceRequest, type Issued, issueDeviceCommands, keepRefusals } from '../../telemetry/commands/issue.ts'
import { supportCode } from '../kernel/bus/support-code.ts'
import type { Context } from '../kernel/context.ts'
import { lockedFacts } from './facts.ts'

/** A request for devices, the only source of commands. */
export interface Given {
  readonly devices: readonly { readonly id: number; readonly gatewayId: number }[]
  readonly action: Action
  readonly by: AllowedBy
  readonly anyway?: boolean
  /** The reservation that gives holders their right, as read under its lock. */
  readonly held?: HeldFacts | null
  readonly timeoutSeconds?: number
  /** For the command log. */
  readonly userId?: number | null
  readonly reservationId?: number | null
  readonly tokenId?: number | null
  readonly runId?: string | null
  readonly accessEventId?: number | null
  readonly note?: string
}
export interface GivenRefusal {
  readonly deviceId: number
  readonly code: ControlRefusal
  readonly deviceCommandId: string
  readonly supportCode: string
}
export interface IssuedOrRefused {
  readonly issued: readonly Issued[]
  readonly refused: readonly GivenRefusal[]
  /** The database's time of the decision. */
  readonly at: Date
}

const defaultTimeoutSeconds = 15

/**
 * Decides each device on its own and logs commands and refusals with all checks (rules C-1 to C-24). Locks the device
 * states, ascending; the caller has locked the reservation, if there is one.
 */
export async function requestCommands(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  given: Given,
): Promise<IssuedOrRefused> {
  const gateways = [...new Set(given.devices.map(({ gatewayId }) => gatewayId))]
  // Before locking: with several processes this asks the others.
  const linked = await context.link.linkedAmong(gateways)
  const ids = given.devices.map(({ id }) => id)
  const { facts, gateways: hangAt, at } = await lockedFacts(trx, ids, linked)
  const allowed: DeviceRequest[] = []
  const refused: { request: DeviceRequest; reason: ControlRefusal }[] = []
  for (const { id } of given.devices) {
    const known = facts.get(id)
    // Another gateway may have a device with the same hardware id, so its gateway is read under the lock.
    const gatewayId = hangAt.get(id)
    if (!known || gatewayId === undefined) throw new Error(`device ${id} is gone`)
    const checks = controlChecks(given, known, given.held ?? null, at)
    const request = requestOf(given, { id, gatewayId }, checks, known)
    const reason = refusalOf(checks)
    if (reason === null) allowed.push(request)
    else refused.push({ request, reason })
  }
  const issued = allowed.length > 0 ? await issueDeviceCommands(trx, allowed, at) : []
  const kept = await keepRefusals(trx, refused, at)
  const reasons = new Map(refused.map(({ request, reason }) => [request.deviceId, reason]))
  return {
    issued,
    refused: kept.map((each) => ({ ...each, code: reasons.get(each.deviceId) ?? 'command-in-flight' })),
    at,
  }
}

function requestOf(
  given: Given,
  { id, gatewayId }: { id: number; gatewayId: number },
  rules: readonly Check[],
  facts: ControlFacts,
): DeviceRequest {
  const { action, by, held = null } = given
  return {
    deviceId: id,
    gatewayId,
    action,
    allowedBy: by,
    userId: given.userId ?? null,
    reservationId: given.reservationId ?? null,
    tokenId: given.tokenId ?? null,
    runId: given.runId ?? null,
    accessEventId: given.accessEventId ?? null,
    anyway: (given.anyway ?? false) && facts.maintenance,
    note: given.note ?? '',
    timeoutSeconds: given.timeoutSeconds ?? defaultTimeoutSeconds,
    checks: { rules, facts: { ...facts, ...(held ? { held } : {}) } },
    supportCode,
  }
}
