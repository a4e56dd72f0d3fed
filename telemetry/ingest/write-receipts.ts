import type { Knex } from 'knex'
import { CopyRows, copyRows } from '../../db/copy.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import { ReceiptBlocks } from './write-receipt-blocks.ts'

export interface Receipt {
  readonly id: string
  readonly device: { readonly gatewayId: number }
}

/**
 * Writes the receipts of messages that differ in gateway and id. Returns whether each is new. Keys decide, also between processes. Receipts
 * are written ascending, counted ids (write-receipt-blocks.ts) first, so that two transactions never deadlock. Uncounted ids are first
 * written by COPY, twice as fast as INSERT with ON CONFLICT, which fails as a whole with 23505 (isKnownReceipt) when one is known; the
 * caller then retries with `careful`.
 */
export async function writeReceipts<R extends Receipt>(
  trx: Knex.Transaction,
  receipts: readonly R[],
  { careful }: { careful: boolean },
): Promise<(receipt: R) => boolean> {
  const blocks = new ReceiptBlocks()
  const others = receipts.filter(({ device, id }) => !blocks.add(device.gatewayId, id))
  const [allNew, isNew] = await pipelined([blocks.write(trx), writeSingly(trx, others.sort(byKey), careful)])
  if (allNew && isNew === everything) return everything
  const single = new Set<R>(others)
  return (receipt) => (single.has(receipt) ? isNew(receipt) : blocks.isNew(receipt.device.gatewayId, receipt.id))
}

const everything = (): boolean => true

async function writeSingly(
  trx: Knex.Transaction,
  sorted: readonly Receipt[],
  careful: boolean,
): Promise<(receipt: Receipt) => boolean> {
  if (sorted.length === 0) return everything
  if (!careful) {
    const rows = new CopyRows()
    for (const { device, id } of sorted) {
      rows.row(2)
      rows.int4(device.gatewayId)
      rows.text(id)
    }
    await copyRows(trx, 'gateway_messages (gateway_id, id)', rows)
    return everything
  }
  const written = await prepared<{ gateway_id: number; id: string }>(
    trx,
    `INSERT INTO gateway_messages (gateway_id, id)
      SELECT * FROM unnest($1::integer[], $2::text[])
      ON CONFLICT DO NOTHING RETURNING gateway_id, id`,
    [sorted.map(({ device }) => device.gatewayId), sorted.map(({ id }) => id)],
  )
  const fresh = new Set(written.map(({ gateway_id: gatewayId, id }) => `${gatewayId} ${id}`))
  return ({ device, id }) => fresh.has(`${device.gatewayId} ${id}`)
}

/** Whether a transaction failed because a receipt was known. */
export function isKnownReceipt(error: unknown): boolean {
  const { code, table } = error as { code?: unknown; table?: unknown }
  return code === '23505' && table === 'gateway_messages'
}

function byKey(a: Receipt, b: Receipt): number {
  return a.device.gatewayId - b.device.gatewayId || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
