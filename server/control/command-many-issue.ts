import type { Knex } from 'knex'
import type { Several } from '../../contract/control.ts'
import { one, prepared } from '../../db/sql.ts'
import type { Action } from '../../machines/device.ts'
import { type Scope, siteScope } from '../../telemetry/views/scope.ts'
import type { Context } from '../kernel/context.ts'
import { type IssuedOrRefused, requestCommands } from './request-commands.ts'

/** A device with its gateway and site. */
export interface Standing {
  readonly id: number
  readonly gatewayId: number
  readonly siteId: number
}
/** An operator's request for several devices. Each is decided on its own. */
export interface SeveralRequest {
  readonly kind: 'selection' | 'emergency'
  /** In the order of the request, without duplicates. */
  readonly devices: readonly Standing[]
  readonly action: Action
  readonly anyway: boolean
  readonly note: string
  readonly timeoutSeconds: number
  readonly userId: number
}

/** Returns the devices that are in use and in the scope, in the order of `ids`, without duplicates. */
export async function standingDevices(trx: Knex, ids: readonly number[], scope: Scope): Promise<Standing[]> {
  const { sql, bindings } = siteScope(scope, 'd.site_id')
  const rows = await prepared<Standing>(
    trx,
    `SELECT d.id, d.gateway_id AS "gatewayId", d.site_id AS "siteId" FROM devices d
     WHERE d.id = ANY (?) AND d.retired_at IS NULL AND ${sql}`,
    [[...ids], ...bindings],
  )
  const found = new Map(rows.map((device) => [device.id, device]))
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
}

/**
 * Issues the commands of one request and stores it as a run with one step per device (rule C-50). A run without
 * commands ends at once.
 */
export async function giveSeveral(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  request: SeveralRequest,
): Promise<{ answer: Several; given: IssuedOrRefused }> {
  const { kind, devices, action, anyway, note, timeoutSeconds, userId } = request
  const by = kind === 'emergency' ? 'emergency' : 'operator'
  const [siteId, ...others] = new Set(devices.map((device) => device.siteId))
  const { id: runId } = await one<{ id: string }>(
    trx,
    `INSERT INTO control_runs (site_id, kind, allowed_by, user_id, action, created_at, version)
     VALUES (?, ?, ?, ?, ?, clock_timestamp(), nextval('change_version')) RETURNING id`,
    [others.length > 0 ? null : (siteId ?? null), kind, by, userId, action],
  )
  const given = await requestCommands(trx, context, {
    devices,
    action,
    by,
    anyway,
    note,
    timeoutSeconds,
    userId,
    runId,
  })
  await keepSteps(trx, runId, devices, given)
  const { issued, refused, at } = given
  if (issued.length === 0) await trx('control_runs').where({ id: runId }).update({ state: 'done', ended_at: at })
  const answer = {
    runId,
    issued: issued.map(({ deviceId, deviceCommandId }) => ({ deviceId, deviceCommandId })),
    refused: refused.map(({ deviceId, code, supportCode }) => ({ deviceId, code, supportCode })),
    deadline: new Date(at.getTime() + timeoutSeconds * 1_000).toISOString(),
  }
  return { answer, given }
}

async function keepSteps(
  trx: Knex.Transaction,
  runId: string,
  devices: readonly Standing[],
  { issued, refused }: IssuedOrRefused,
): Promise<void> {
  const deviceCommands = new Map(issued.map(({ deviceId, deviceCommandId }) => [deviceId, deviceCommandId]))
  const noes = new Map(refused.map((each) => [each.deviceId, each]))
  const steps = devices.map(({ id }, index) => {
    const no = noes.get(id)
    const deviceCommand = deviceCommands.get(id) ?? no?.deviceCommandId
    if (!deviceCommand) throw new Error(`device ${id} was neither commanded nor refused`)
    return { place: index + 1, device: id, deviceCommand, state: no ? 'failed' : 'issued', reason: no?.code ?? null }
  })
  await trx.raw(
    `INSERT INTO control_steps (run_id, place, device_id, device_command_id, state, reason)
     SELECT ?, s.place, s.device, s."deviceCommand", s.state, s.reason
     FROM jsonb_to_recordset(?::jsonb) AS s (place integer, device integer, "deviceCommand" uuid, state text, reason text)`,
    [runId, JSON.stringify(steps)],
  )
}
