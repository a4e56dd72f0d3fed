import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { isConflict, isLost, withRetry } from '../../db/retry.ts'
import { ensurePartitions } from '../storage/partitions.ts'
import type { Outcome, Waiting } from './ingest-queue.ts'
import { writeBatch } from './write.ts'
import { isKnownReceipt } from './write-receipts.ts'
import type { Incoming } from './write-streams.ts'

/** A message of a batch, for one or more bodies with its id. */
interface Slot {
  readonly message: Incoming
  fate: 'waits' | 'stored' | 'duplicate' | 'refused' | 'failed'
}

/** Batches after a duplicate in which more are expected. */
const carefulBatches = 20

/** Writes batches and reports the outcome of every body. */
export class BatchWriter {
  readonly #knex: Knex
  readonly #log: Logger
  /** Remaining batches that write their receipts carefully, and before any lock. */
  #careful = 0
  #repeats = 0

  constructor(knex: Knex, log: Logger) {
    this.#knex = knex
    this.#log = log
  }

  /** Writes bodies together and reports each outcome after the commit; never throws. */
  async write(batch: readonly Waiting[]): Promise<void> {
    const slots: Slot[] = []
    const places = batch.map((): Slot[] => [])
    const known = new Map<number, Map<string, Slot>>()
    for (const [index, { gatewayId, messages }] of batch.entries()) {
      const ids = known.get(gatewayId) ?? new Map<string, Slot>()
      known.set(gatewayId, ids)
      const own = places[index] ?? []
      for (const message of messages) {
        let slot = ids.get(message.id)
        if (!slot) {
          slot = { message, fate: 'waits' }
          ids.set(message.id, slot)
          slots.push(slot)
        }
        own.push(slot)
      }
    }
    await this.#writeOrSplit(slots)
    for (const [index, { settle }] of batch.entries()) settle(outcome(places[index] ?? []))
  }

  /** Splits in halves, until a message that the database rejects is alone and is refused. */
  async #writeOrSplit(slots: readonly Slot[]): Promise<void> {
    try {
      await this.#writeOnce(slots)
    } catch (error) {
      const data = isDataError(error)
      if (data && slots.length > 1) {
        const middle = slots.length >> 1
        await this.#writeOrSplit(slots.slice(0, middle))
        await this.#writeOrSplit(slots.slice(middle))
        return
      }
      const context = {
        err: error,
        messages: slots.length,
        gateways: new Set(slots.map(({ message }) => message.device.gatewayId)).size,
      }
      if (data) this.#log.error(context, 'refused a gateway message that cannot be stored')
      else this.#log.warn(context, 'cannot store gateway messages, the gateways will retry')
      // What was not acknowledged comes again, and with it what was.
      if (!data) this.#repeats = carefulBatches
      for (const slot of slots) slot.fate = data ? 'refused' : 'failed'
    }
  }

  async #writeOnce(slots: readonly Slot[]): Promise<void> {
    const messages = slots.map(({ message }) => message)
    let careful = this.#careful > 0
    if (careful) this.#careful -= 1
    const repeats = this.#repeats > 0
    if (repeats) this.#repeats -= 1
    const attempt = () => writeBatch(this.#knex, messages, { now: new Date(), careful, repeats: repeats || careful })
    const { stored } = await withRetry(async () => {
      try {
        return await attempt()
      } catch (error) {
        if (isLost(error) || isConflict(error)) careful = true
        if (isKnownReceipt(error)) {
          this.#careful = carefulBatches
          careful = true
        } else if (isMissingPartition(error)) await this.#knex.transaction((trx) => ensurePartitions(trx, new Date()))
        else throw error
        return attempt()
      }
    })
    if (stored.includes(false)) this.#repeats = carefulBatches
    for (const [index, slot] of slots.entries()) slot.fate = stored[index] ? 'stored' : 'duplicate'
  }
}

/** Returns the outcome of a body. The first message with a new id counts as stored; further ones are duplicates. */
function outcome(slots: readonly Slot[]): Outcome {
  const refused: Incoming[] = []
  let stored = 0
  for (const slot of slots) {
    if (slot.fate === 'failed' || slot.fate === 'waits')
      return { ok: false, detail: 'the messages could not be stored' }
    if (slot.fate === 'refused') refused.push(slot.message)
    if (slot.fate !== 'stored') continue
    stored += 1
    slot.fate = 'duplicate'
  }
  return { ok: true, stored, refused }
}

/** Whether the data themselves are wrong. */
function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return (
    typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code) && !isMissingPartition(error) && !isKnownReceipt(error)
  )
}

function isMissingPartition(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514' && error.message.includes('no partition')
}
