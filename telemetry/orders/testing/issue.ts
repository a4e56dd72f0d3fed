import type { Knex } from 'knex'
import { type Issued, issueOrders, keepRefusals, type Wish } from '../issue.ts'

/** Issues one command; null if one of this device is in flight. */
export async function issueOrder(trx: Knex.Transaction, wish: Wish, now: Date): Promise<Issued | null> {
  const [issued] = await issueOrders(trx, [wish], now)
  return issued ?? null
}

/** Stores one request that the rules refused. */
export async function keepRefused(
  trx: Knex.Transaction,
  wish: Wish,
  reason: string,
  now: Date,
): Promise<{ orderId: string; supportCode: string }> {
  const [kept] = await keepRefusals(trx, [{ wish, reason }], now)
  if (!kept) throw new Error('a refusal was not kept')
  return kept
}
