import { randomBytes } from 'node:crypto'
import type { GatewayMessage } from '../../contract/gateway.ts'

/** A message before it has an id; a plain Omit would lose the kinds. */
export type NewMessage = GatewayMessage extends infer M ? (M extends GatewayMessage ? Omit<M, 'id'> : never) : never

export interface MessageBuffer {
  add(message: NewMessage): void
  /** Returns up to `limit` of the oldest messages; they stay until removed. */
  peek(limit: number): GatewayMessage[]
  /** Removes what the portal stored, knew already or refused. */
  settle(messages: readonly GatewayMessage[]): void
  /** Shuffles the waiting messages. */
  shuffle(random: () => number): void
  /** Restarts: later ids differ from all earlier ones. */
  reboot(): void
  size(): number
  dropped(): number
}

/**
 * Buffers messages until they are acknowledged. When full, the oldest reading goes first: status messages and answers matter more. Ids are
 * a random prefix per start and a counter.
 */
export function createBuffer(capacity = 20_000): MessageBuffer {
  let waiting = new Map<string, GatewayMessage>()
  let prefix = newPrefix()
  let number = 0
  let dropped = 0
  function makeRoom(): void {
    let victim: string | undefined
    for (const [id, message] of waiting) {
      victim ??= id
      if (message.kind === 'reading') {
        victim = id
        break
      }
    }
    if (victim !== undefined) waiting.delete(victim)
    dropped++
  }
  return {
    add(message) {
      if (waiting.size >= capacity) makeRoom()
      const id = `${prefix}-${String(number++).padStart(6, '0')}`
      waiting.set(id, { id, ...message })
    },
    peek(limit) {
      const batch: GatewayMessage[] = []
      for (const message of waiting.values()) {
        if (batch.length >= limit) break
        batch.push(message)
      }
      return batch
    },
    settle(messages) {
      for (const message of messages) waiting.delete(message.id)
    },
    shuffle(random) {
      const all = [...waiting.values()]
      for (let i = all.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1))
        const [a, b] = [all[i], all[j]]
        if (a && b) [all[i], all[j]] = [b, a]
      }
      waiting = new Map(all.map((message) => [message.id, message]))
    },
    reboot() {
      prefix = newPrefix()
      number = 0
    },
    size: () => waiting.size,
    dropped: () => dropped,
  }
}

function newPrefix(): string {
  return randomBytes(6).toString('hex')
}
