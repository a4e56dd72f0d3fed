import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { isConflict, isLost, withRetry } from '../db/retry.ts'
import type { Outcome, Waiting } from './ingest-queue.ts'
import { ensurePartitions } from './partitions.ts'
import { writeBatch } from './write.ts'
import { isKnownReceipt } from './write-receipts.ts'
import type { Incoming } from './write-streams.ts'

type Fate = 'stored' | 'duplicate' | 'refused' | 'failed'
type Fates = Map<string, Fate>

/** Batches after a duplicate in which receipts are written the careful way at once: a gateway that repeats itself mostly goes on. */
const carefulBatches = 20

/** Writes batches and tells every caller what became of its own messages. */
export class BatchWriter {
  readonly #knex: Knex
  readonly #log: Logger
  #careful = 0

  constructor(knex: Knex, log: Logger) {
    this.#knex = knex
    this.#log = log
  }

  /** Writes these bodies together and settles each, after the commit; never throws. */
  async write(batch: readonly Waiting[]): Promise<void> {
    const once = new Map<string, Incoming>()
    for (const { messages } of batch) {
      for (const message of messages) {
        const key = keyOf(message)
        if (!once.has(key)) once.set(key, message)
      }
    }
    const fates: Fates = new Map()
    await this.#writeOrSplit([...once.values()], fates)
    for (const { messages, settle } of batch) settle(outcome(messages, fates))
  }

  /** A message that the database cannot take must not keep its neighbours out: halves are tried, until it stands alone and is refused. */
  async #writeOrSplit(messages: readonly Incoming[], fates: Fates): Promise<void> {
    try {
      await this.#writeOnce(messages, fates)
    } catch (error) {
      const data = isDataError(error)
      if (data && messages.length > 1) {
        const middle = messages.length >> 1
        await this.#writeOrSplit(messages.slice(0, middle), fates)
        await this.#writeOrSplit(messages.slice(middle), fates)
        return
      }
      const context = {
        err: error,
        messages: messages.length,
        gateways: new Set(messages.map((m) => m.device.gatewayId)).size,
      }
      if (data) this.#log.error(context, 'a gateway message cannot be stored and is refused')
      else this.#log.warn(context, 'gateway messages could not be stored, the gateways send them again')
      for (const message of messages) fates.set(keyOf(message), data ? 'refused' : 'failed')
    }
  }

  async #writeOnce(messages: readonly Incoming[], fates: Fates): Promise<void> {
    let careful = this.#careful > 0
    if (careful) this.#careful -= 1
    const attempt = () => writeBatch(this.#knex, messages, { now: new Date(), careful })
    const { stored } = await withRetry(async () => {
      try {
        return await attempt()
      } catch (error) {
        if (isLost(error) || isConflict(error)) careful = true
        if (isKnownReceipt(error)) {
          this.#careful = carefulBatches
          careful = true
        } else if (isMissingPartition(error)) await ensurePartitions(this.#knex, new Date())
        else throw error
        return attempt()
      }
    })
    for (const [index, message] of messages.entries()) fates.set(keyOf(message), stored[index] ? 'stored' : 'duplicate')
  }
}

/** What became of one body. The first message with a new id in it takes the credit of having been stored; its further ones are duplicates. */
function outcome(messages: readonly Incoming[], fates: Fates): Outcome {
  const refused: Incoming[] = []
  let stored = 0
  for (const message of messages) {
    const key = keyOf(message)
    const fate = fates.get(key) ?? 'failed'
    if (fate === 'failed') return { ok: false, detail: 'the messages could not be stored' }
    if (fate === 'refused') refused.push(message)
    if (fate !== 'stored') continue
    stored += 1
    fates.set(key, 'duplicate')
  }
  return { ok: true, stored, refused }
}

function keyOf({ id, device }: Incoming): string {
  return `${device.gatewayId} ${id}`
}

/** The database says that the data themselves are wrong. */
function isDataError(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  return /^2[23][0-9A-Z]{3}$/.test(code) && !isMissingPartition(error) && !isKnownReceipt(error)
}

function isMissingPartition(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514' && error.message.includes('no partition')
}
