import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { OrderFrame } from '../../contract/gateway.ts'
import { actions } from '../../machines/device.ts'
import { sign } from '../gateways/sign.ts'
import { createOrderBook, type OrderMemory } from '../simulator/order-book.ts'
import { seededRandom } from '../simulator/random.ts'

/** Frames sent by an attacker who overheard everything; the environment selects the long form. */
const frames = Number(process.env['T21_FRAMES'] ?? 2_000)
const seed = Number(
  process.env['T21_SEED'] ?? (process.env['PROPERTIES'] === 'random' ? Date.now() % 100_000 : 20_261_123),
)

const began = Date.parse('2026-11-21T09:00:00.000Z')
const recorded = 200

/** A gateway that follows the protocol, and the frames sent to it. */
function gateway(key: Buffer) {
  const memory: OrderMemory = { lastCounter: 0, seen: [] }
  const book = (own = memory) =>
    createOrderBook({
      orderKey: key.toString('base64url'),
      hasDevice: (device) => device.startsWith('A0-'),
      memory: own,
      save: () => undefined,
    })
  const frame = (counter: number, at: number, order: string = randomUUID()): OrderFrame =>
    sign(
      {
        order,
        counter,
        device: `A0-${1 + (counter % 20)}`,
        do: actions[counter % 2] ?? 'open',
        issuedAt: new Date(at).toISOString(),
        expiresAt: new Date(at + 15_000).toISOString(),
      },
      key,
    )
  return { memory, book, frame }
}

/** Another text or number of the same kind: one bit is flipped. */
function turned(value: string | number, random: () => number): string | number {
  if (typeof value === 'number') return value ^ (1 << Math.floor(random() * 30))
  const at = Math.floor(random() * value.length)
  const letter = String.fromCharCode(value.charCodeAt(at) ^ (1 << Math.floor(random() * 7)))
  return value.slice(0, at) + letter + value.slice(at + 1)
}

it(`accepts none of ${frames} frames that were replayed, altered or made by others [CTRL-8]`, () => {
  const random = seededRandom(seed)
  const own = gateway(randomBytes(32))
  const other = gateway(randomBytes(32))
  const book = own.book()
  book.greeted(began - 1)
  const heard = Array.from({ length: recorded }, (_, index) => own.frame(index + 1, began + index * 10))
  for (const [index, frame] of heard.entries()) {
    expect(book.take(frame, began + index * 10 + 1)).toEqual({ taken: true })
  }
  const fields = Object.keys(heard[0] ?? {}) as (keyof OrderFrame)[]
  const fresh = () => own.frame(recorded + 1 + Math.floor(random() * 1_000), began + 2_000)
  const pick = () => heard[Math.floor(random() * heard.length)] as OrderFrame
  /** All are within the time of the commands, so it is not their age that is refused. */
  const now = began + recorded * 10
  const attacks: Record<string, () => OrderFrame> = {
    replay: pick,
    altered: () => {
      const frame = fresh()
      const field = fields[Math.floor(random() * fields.length)] as keyof OrderFrame
      return { ...frame, [field]: turned(frame[field], random) }
    },
    'counter raised': () => ({ ...pick(), counter: recorded + 1 + Math.floor(random() * 1_000) }),
    'longer life': () => ({ ...pick(), expiresAt: new Date(now + 3_600_000).toISOString() }),
    "another gateway's key": () => other.frame(recorded + 1 + Math.floor(random() * 1_000), began + 2_000),
    "another gateway's line": () => other.frame(1 + Math.floor(random() * recorded), began + 1),
    'signature of another frame': () => ({ ...fresh(), signature: pick().signature }),
    'no signature': () => ({ ...fresh(), signature: '' }),
    'old counter, new command': () => own.frame(1 + Math.floor(random() * recorded), began + 2_000),
  }
  const names = Object.keys(attacks)
  const taken: string[] = []
  const codes = new Map<string, Set<string>>()
  for (let n = 0; n < frames; n += 1) {
    const name = names[n % names.length] ?? ''
    // Sometimes it restarts, with or without its memory, and the portal greets it.
    const rebooted = n % 50 === 49
    const memory = n % 100 === 99 ? { lastCounter: 0, seen: [] } : structuredClone(own.memory)
    const target = rebooted ? own.book(memory) : book
    if (rebooted) target.greeted(now)
    const frame = attacks[name]?.() ?? fresh()
    const answer = target.take(frame, now)
    if (answer.taken) taken.push(`${name}: ${JSON.stringify(frame)}`)
    else codes.set(name, (codes.get(name) ?? new Set()).add(answer.code ?? ''))
  }
  expect(taken, `T21_SEED=${seed}`).toEqual([])
  expect([...(codes.get('altered') ?? [])], 'altered ones are known as such').toEqual(['forged'])
  expect(codes.get("another gateway's key")).toEqual(new Set(['forged']))
  // It was not deaf: a genuine command is still accepted.
  expect(book.take(own.frame(recorded + 2_000, now), now + 1)).toEqual({ taken: true })
})
