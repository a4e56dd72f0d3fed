import type { Knex } from 'knex'
import { type DeviceRequest, type Issued, issueDeviceCommands, keepRefusals } from '../issue.ts'

/** Issues one command; null if one of this device is in flight. */
export async function issueDeviceCommand(
  trx: Knex.Transaction,
  request: DeviceRequest,
  now: Date,
): Promise<Issued | null> {
  const [issued] = await issueDeviceCommands(trx, [request], now)
  return issued ?? null
}

/** Stores one request that the rules refused. */
export async function keepRefused(
  trx: Knex.Transaction,
  request: DeviceRequest,
  reason: string,
  now: Date,
): Promise<{ deviceCommandId: string; supportCode: string }> {
  const [kept] = await keepRefusals(trx, [{ request, reason }], now)
  if (!kept) throw new Error('the refusal was not stored')
  return kept
}
