import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { type CountedId, countedId } from './write-receipt-ids.ts'

/** Numbers of one row. */
export const blockNumbers = 256

/** The receipts of 256 neighbouring numbers of a series, a bit each, the first one leftmost. */
interface Block {
  readonly gatewayId: number
  readonly series: string
  readonly block: number
  readonly bits: Uint8Array
  /** Bits stored before, as the database writes them; absent without any. */
  known?: string
}

/** Receipts of counted ids, stored as bits: a row for 256 messages instead of a row and an index entry each. */
export class ReceiptBlocks {
  readonly #gateways = new Map<number, Map<string, Map<number, Block>>>()
  #last: Block | undefined

  /** Adds a message. Returns false when its id is not counted. */
  add(gatewayId: number, id: string): boolean {
    const counted = countedId(id)
    if (!counted) return false
    const block = this.#blockOf(gatewayId, counted)
    const place = counted.number % blockNumbers
    block.bits[place >> 3] = (block.bits[place >> 3] ?? 0) | (0x80 >> (place & 7))
    return true
  }

  /**
   * Writes what was added. Rows are locked ascending, so that of two transactions with the same id the second waits and then finds it.
   * Returns whether everything was new; `isNew` says it for each.
   */
  async write(trx: Knex.Transaction): Promise<boolean> {
    const blocks = [...this.#all()].sort(byKey)
    if (blocks.length === 0) return true
    const rows = await prepared<Pick<Block, 'series' | 'block'> & { gateway_id: number }>(
      trx,
      `INSERT INTO gateway_message_blocks AS b (gateway_id, series, block, numbers)
        SELECT * FROM unnest($1::integer[], $2::text[], $3::integer[], $4::bit(${blockNumbers})[])
        ON CONFLICT (gateway_id, series, block) DO UPDATE SET numbers = b.numbers | excluded.numbers, at = excluded.at
          WHERE bit_count(b.numbers & excluded.numbers) = 0
        RETURNING gateway_id, series, block`,
      keyed(blocks, hexOf),
    )
    if (rows.length === blocks.length) return true
    const written = new Set(rows.map((row) => keyOf(row.gateway_id, row)))
    await this.#mend(
      trx,
      blocks.filter((block) => !written.has(keyOf(block.gatewayId, block))),
    )
    return false
  }

  /** Whether an added message was new, after `write`. */
  isNew(gatewayId: number, id: string): boolean {
    const counted = countedId(id)
    return counted !== null && this.#blockOf(gatewayId, counted).known?.[counted.number % blockNumbers] !== '1'
  }

  /** Reads locked blocks with known bits, then adds the rest. */
  async #mend(trx: Knex.Transaction, blocks: readonly Block[]): Promise<void> {
    const rows = await prepared<{ place: number; numbers: string }>(
      trx,
      `SELECT u.place::integer, b.numbers FROM unnest($1::integer[], $2::text[], $3::integer[]) WITH ORDINALITY AS u (gateway_id, series, block, place)
        JOIN gateway_message_blocks b USING (gateway_id, series, block)`,
      keyed(blocks),
    )
    for (const { place, numbers } of rows) {
      const block = blocks[place - 1]
      if (block) block.known = numbers
    }
    await prepared(
      trx,
      `UPDATE gateway_message_blocks b SET numbers = b.numbers | u.numbers, at = now()
        FROM unnest($1::integer[], $2::text[], $3::integer[], $4::bit(${blockNumbers})[]) AS u (gateway_id, series, block, numbers)
        WHERE b.gateway_id = u.gateway_id AND b.series = u.series AND b.block = u.block AND b.numbers <> b.numbers | u.numbers`,
      keyed(blocks, hexOf),
    )
  }

  #blockOf(gatewayId: number, { series, number }: CountedId): Block {
    const place = Math.floor(number / blockNumbers)
    const last = this.#last
    if (last && last.block === place && last.gatewayId === gatewayId && last.series === series) return last
    const ofGateway = this.#gateways.get(gatewayId) ?? new Map<string, Map<number, Block>>()
    this.#gateways.set(gatewayId, ofGateway)
    const ofSeries = ofGateway.get(series) ?? new Map<number, Block>()
    ofGateway.set(series, ofSeries)
    const block = ofSeries.get(place) ?? { gatewayId, series, block: place, bits: new Uint8Array(blockNumbers / 8) }
    ofSeries.set(place, block)
    this.#last = block
    return block
  }

  *#all(): Iterable<Block> {
    for (const ofGateway of this.#gateways.values()) for (const ofSeries of ofGateway.values()) yield* ofSeries.values()
  }
}

function byKey(a: Block, b: Block): number {
  return a.gatewayId - b.gatewayId || (a.series < b.series ? -1 : a.series > b.series ? 1 : a.block - b.block)
}

function keyOf(gatewayId: number, { series, block }: Pick<Block, 'series' | 'block'>): string {
  return `${gatewayId} ${block} ${series}`
}

function keyed(blocks: readonly Block[], value?: (block: Block) => string): Knex.RawBinding[] {
  return [
    blocks.map(({ gatewayId }) => gatewayId),
    blocks.map(({ series }) => series),
    blocks.map(({ block }) => block),
    ...(value ? [blocks.map(value)] : []),
  ]
}

/** Returns bits as the type bit reads them. */
function hexOf({ bits }: Block): string {
  return `x${Buffer.from(bits).toString('hex')}`
}
