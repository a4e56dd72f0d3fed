import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mqttTopics } from '../../contract/gateway.ts'
import { createGate } from './gate.ts'
import { createMeasure, limitPackets } from './limit-packets.ts'
import { publishPacket } from './testing/packets.ts'
import { readTopic, speakable, topicOf } from './topics.ts'

const publish = (bytes: number): Buffer => publishPacket('a', Buffer.alloc(bytes))

describe('the packet limit', () => {
  it('lets every packet within the limit pass and finds the first larger one, however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 3, max: 30_000 }),
        (sizes, step, limit) => {
          const stream = Buffer.concat(sizes.map(publish))
          const measure = createMeasure()
          let found: number | null = null
          for (let at = 0; at < stream.length && found === null; at += step)
            found = measure(stream.subarray(at, at + step), limit)
          expect(found).toBe(sizes.map((size) => size + 3).find((size) => size > limit) ?? null)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('an invalid length is too large', () => {
    expect(createMeasure()(Uint8Array.of(0x30, 255, 255, 255, 255, 1), 1_000)).toBe(Number.POSITIVE_INFINITY)
  })

  it('closes a connection before the large packet has arrived', async () => {
    let written = ''
    const inner = new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        written += String(chunk)
        done()
      },
    })
    const announced: number[] = []
    const outer = limitPackets(inner, 100, (bytes) => announced.push(bytes))
    const got: Buffer[] = []
    outer.on('data', (chunk: Buffer) => got.push(chunk))
    const closed = new Promise((resolve) => outer.once('close', resolve))
    outer.write('hello')
    inner.push(publish(50))
    inner.push(publish(5_000).subarray(0, 5))
    await closed
    expect([written, announced, Buffer.concat(got), inner.destroyed]).toEqual(['hello', [5_003], publish(50), true])
  })
})

describe('topics [GW-7]', () => {
  it('are parsed as written, and nothing else is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...mqttTopics), (hardwareId, topic) => {
        const read = readTopic(topicOf(hardwareId, topic))
        expect(read).toEqual(speakable(hardwareId) ? { hardwareId, topic } : null)
      }),
    )
    for (const topic of [
      '',
      'holdfast/v1',
      'holdfast/v1/up',
      'holdfast/v1//up',
      'holdfast/v1/a/b/up',
      'holdfast/v1/+/up',
      'holdfast/v2/a/up',
      'holdfast/v1/a/down',
    ])
      expect(readTopic(topic)).toBeNull()
  })
})

it('a gate admits a limited number at once and everybody in the end, whoever fails', async () => {
  const gate = createGate(3)
  let inside = 0
  let most = 0
  const all = Array.from({ length: 20 }, (_, turn) =>
    gate(async () => {
      most = Math.max(most, (inside += 1))
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
      if (turn % 4 === 0) throw new Error('no')
      return turn
    }),
  )
  const settled = await Promise.allSettled(all)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  expect([most, inside]).toEqual([3, 0])
})
