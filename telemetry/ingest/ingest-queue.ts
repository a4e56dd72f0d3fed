import type { Incoming } from './write-streams.ts'

/** A body that waits to be written. */
export interface Waiting {
  readonly gatewayId: number
  readonly messages: readonly Incoming[]
  readonly settle: (outcome: Outcome) => void
}
export type Outcome =
  | { readonly ok: true; readonly stored: number; readonly refused: readonly Incoming[] }
  | { readonly ok: false; readonly detail: string }

/** Maximum messages of a small body, which is news; more are a backlog. */
const smallMessages = 20

/**
 * Bodies by gateway, in order, bounded by their messages. Gateways take turns, a body each. A batch never includes a gateway of another batch
 * in progress, so that writers do not wait for each other and an id sent twice meets itself in order. Small bodies are news: they can be
 * taken alone, past the backlogs of other gateways.
 */
export class IngestQueue {
  readonly #most: number
  readonly #busy = new Set<number>()
  /** In the order of turns. */
  readonly #waiting = new Map<number, Waiting[]>()
  #messages = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Number of queued messages. */
  get messages(): number {
    return this.#messages
  }
  get empty(): boolean {
    return this.#waiting.size === 0
  }

  /** Adds a body. Returns false when the queue is full. */
  add(body: Waiting): boolean {
    if (this.#messages > 0 && this.#messages + body.messages.length > this.#most) return false
    const own = this.#waiting.get(body.gatewayId)
    if (own) own.push(body)
    else this.#waiting.set(body.gatewayId, [body])
    this.#messages += body.messages.length
    return true
  }

  /**
   * Returns the next batch: bodies of gateways without a write in progress, up to about `most` messages but at least one body; [] when
   * there is none. `only: 'small'` leaves larger bodies, and what their gateways sent after them.
   */
  take(most: number, only?: 'small'): Waiting[] {
    const batch: Waiting[] = []
    const taken = new Map<number, number>()
    const open = [...this.#waiting.keys()].filter((gatewayId) => !this.#busy.has(gatewayId))
    const fits = ({ messages }: Waiting): boolean => only === undefined || messages.length <= smallMessages
    let messages = 0
    for (let round = open; round.length > 0 && messages < most; ) {
      const further: number[] = []
      for (const gatewayId of round) {
        if (messages >= most) break
        const place = taken.get(gatewayId) ?? 0
        const body = this.#waiting.get(gatewayId)?.[place]
        if (!body || !fits(body) || (batch.length > 0 && messages + body.messages.length > most)) continue
        batch.push(body)
        messages += body.messages.length
        taken.set(gatewayId, place + 1)
        further.push(gatewayId)
      }
      round = further
    }
    for (const [gatewayId, bodies] of taken) {
      const left = this.#waiting.get(gatewayId)?.slice(bodies) ?? []
      this.#waiting.delete(gatewayId)
      if (left.length > 0) this.#waiting.set(gatewayId, left)
      this.#busy.add(gatewayId)
    }
    this.#messages -= messages
    return batch
  }

  /** Frees the gateways of a batch that is written or has failed. */
  release(batch: readonly Waiting[]): void {
    for (const { gatewayId } of batch) this.#busy.delete(gatewayId)
  }
}
