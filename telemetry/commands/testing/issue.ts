import type { Knex } from 'knex'
import { type Issued, issueDeviceCommands, keepRefusals, type Wish } from '../issue.ts'

/** Issues one command; null if one of this device is in flight. */
export async function issueDeviceCommand(trx: Knex.Transaction, wish: Wish, now: Date): Promise<Issued | null> {
  const [issued] = await issueDeviceCommands(trx, [wish], now)
  return issued ?? null
}

/** Stores one request that the rules refused. */
export async function keepRefused(
  trx: Knex.Transaction,
  wish: Wish,
  reason: string,
  now: Date,
): Promise<{ deviceCommandId: string; supportCode: string }> {
  const [kept] = await keepRefusals(trx, [{ wish, reason }], now)
  if (!kept) throw new Error('a refusal was not kept')
  return kept
}
