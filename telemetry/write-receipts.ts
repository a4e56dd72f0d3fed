import type pg from 'pg'
import { CopyRows, copyInto } from './write-copy.ts'

export interface Receipt {
  readonly id: string
  readonly device: { readonly gatewayId: number }
}

/**
 * Writes the receipts of messages that differ in gateway and id, and answers for each whether it is new. The primary key decides, also
 * between processes. Receipts are written in ascending order, so that two transactions never wait for each other in a circle.
 *
 * Duplicates are rare, so the fast way is tried first: COPY, twice as fast as INSERT with ON CONFLICT, which fails as a whole with
 * 23505 (see isKnownReceipt) when one is known; the caller then begins again with `careful`.
 */
export async function writeReceipts<R extends Receipt>(
  connection: pg.ClientBase,
  receipts: readonly R[],
  { careful }: { careful: boolean },
): Promise<(receipt: R) => boolean> {
  const sorted = [...receipts].sort(byKey)
  if (!careful) {
    const rows = new CopyRows()
    for (const { device, id } of sorted) {
      rows.row(2)
      rows.int4(device.gatewayId)
      rows.text(id)
    }
    await copyInto(connection, 'gateway_messages (gateway_id, message_id)', rows)
    return () => true
  }
  const written = await connection.query<[number, string][]>({
    name: 'write-receipts',
    text: `INSERT INTO gateway_messages (gateway_id, message_id)
      SELECT gateway_id, message_id FROM unnest($1::integer[], $2::text[]) AS r (gateway_id, message_id)
      ON CONFLICT DO NOTHING RETURNING gateway_id, message_id`,
    values: [sorted.map(({ device }) => device.gatewayId), sorted.map(({ id }) => id)],
    rowMode: 'array',
  } as pg.QueryArrayConfig)
  const fresh = new Set((written.rows as unknown as [number, string][]).map(([gatewayId, id]) => `${gatewayId} ${id}`))
  return ({ device, id }) => fresh.has(`${device.gatewayId} ${id}`)
}

/** True when a transaction failed because a receipt was known. */
export function isKnownReceipt(error: unknown): boolean {
  const { code, table } = error as { code?: unknown; table?: unknown }
  return code === '23505' && table === 'gateway_messages'
}

function byKey(a: Receipt, b: Receipt): number {
  return a.device.gatewayId - b.device.gatewayId || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
