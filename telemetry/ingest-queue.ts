import type { Incoming } from './write-streams.ts'

/** One body of one gateway that waits to be written. */
export interface Waiting {
  readonly gatewayId: number
  readonly messages: readonly Incoming[]
  readonly settle: (outcome: Outcome) => void
}
export type Outcome =
  | { readonly ok: true; readonly stored: number; readonly refused: readonly Incoming[] }
  | { readonly ok: false; readonly detail: string }

/**
 * Bodies in the order they came, bounded by their messages. A batch never holds a gateway that is in another batch still being written,
 * so that two writers do not wait for each other and an id sent twice meets itself in order.
 */
export class IngestQueue {
  readonly #most: number
  readonly #busy = new Set<number>()
  #waiting: Waiting[] = []
  #messages = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Messages that wait. */
  get messages(): number {
    return this.#messages
  }
  get empty(): boolean {
    return this.#waiting.length === 0
  }

  /** False when it is full: then nothing was taken. */
  add(body: Waiting): boolean {
    if (this.#messages > 0 && this.#messages + body.messages.length > this.#most) return false
    this.#waiting.push(body)
    this.#messages += body.messages.length
    return true
  }

  /** The next batch: bodies of gateways that are not being written, up to about `most` messages but at least one body; [] when there is none. */
  take(most: number): Waiting[] {
    const batch: Waiting[] = []
    const skipped: Waiting[] = []
    const passed = new Set<number>()
    let messages = 0
    let seen = 0
    for (const body of this.#waiting) {
      if (messages >= most) break
      seen += 1
      const fits = batch.length === 0 || messages + body.messages.length <= most
      if (!fits || passed.has(body.gatewayId) || this.#busy.has(body.gatewayId)) {
        passed.add(body.gatewayId)
        skipped.push(body)
        continue
      }
      batch.push(body)
      messages += body.messages.length
    }
    this.#waiting = skipped.concat(this.#waiting.slice(seen))
    this.#messages -= messages
    for (const { gatewayId } of batch) this.#busy.add(gatewayId)
    return batch
  }

  /** The batch is written, or has failed: its gateways are free again. */
  release(batch: readonly Waiting[]): void {
    for (const { gatewayId } of batch) this.#busy.delete(gatewayId)
  }
}
