import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { OrderFrame } from '../../contract/gateway.ts'
import { sign } from '../gateways/sign.ts'
import { openMemory } from './memory.ts'
import { createOrderBook } from './order-book.ts'

const key = Buffer.alloc(32, 7)
const now = Date.parse('2026-11-21T09:00:05.000Z')
const folder = mkdtempSync(join(tmpdir(), 'holdfast-book-'))
const file = join(folder, 'memory.json')
afterEach(() => rmSync(file, { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

function order(counter: number, more: Partial<OrderFrame> = {}): OrderFrame {
  return sign(
    {
      order: `order-${counter}`,
      counter,
      device: 'A0-17',
      do: 'open',
      issuedAt: '2026-11-21T09:00:00.000Z',
      expiresAt: '2026-11-21T09:00:15.000Z',
      ...more,
    },
    key,
  )
}

function book(hello = '2026-11-21T08:59:59.000Z') {
  const memory = openMemory(file)
  const own = createOrderBook({
    orderKey: key.toString('base64url'),
    hasDevice: (device) => device === 'A0-17',
    memory: memory.of('GW-1'),
    save: memory.save,
  })
  own.greeted(Date.parse(hello))
  return own
}

describe('order book of a gateway [GW-2]', () => {
  it('accepts an order that is signed, new, in time and for one of its devices', () => {
    expect(book().take(order(1), now)).toEqual({ taken: true })
  })

  it('refuses a forged order, which does not use up its counter', () => {
    const own = book()
    expect(own.take({ ...order(5), do: 'close' }, now)).toEqual({ taken: false, code: 'forged' })
    expect(own.take(order(4), now)).toEqual({ taken: true })
  })

  it('refuses an order whose counter is not above the last', () => {
    const own = book()
    own.take(order(7), now)
    expect(own.take(order(7, { order: 'other' }), now)).toEqual({ taken: false, code: 'replayed' })
    expect(own.take(order(6), now)).toEqual({ taken: false, code: 'replayed' })
    expect(own.take(order(8), now)).toEqual({ taken: true })
  })

  it('refuses an order at and after its expiry, and one without a readable expiry', () => {
    const at = (time: string) => Date.parse(time)
    expect(book().take(order(1), at('2026-11-21T09:00:14.999Z'))).toEqual({ taken: true })
    rmSync(file)
    expect(book().take(order(1), at('2026-11-21T09:00:15.000Z'))).toEqual({ taken: false, code: 'expired' })
    expect(book().take(order(2, { expiresAt: 'soon' }), now)).toEqual({ taken: false, code: 'expired' })
  })

  it('refuses an order for a device it does not have', () => {
    expect(book().take(order(1, { device: 'A0-18' }), now)).toEqual({ taken: false, code: 'unknown-device' })
  })

  it('without memory accepts nothing issued before the portal greeted it: it may have been done already', () => {
    expect(book('2026-11-21T09:00:00.000Z').take(order(9), now)).toEqual({ taken: false, code: 'replayed' })
    expect(book('2026-11-21T08:59:59.999Z').take(order(9), now)).toEqual({ taken: true })
    expect(book('2026-11-21T09:00:00.000Z').take(order(10), now), 'it remembers').toEqual({ taken: true })
  })

  it('refuses an order seen before and repeats the earlier answer [CTRL-8]', () => {
    const own = book()
    own.take(order(1), now)
    expect(own.answerTo('order-1')).toBeNull()
    own.answered('order-1', 'failed', 'jammed')
    expect(own.take(order(1), now)).toEqual({ taken: false, code: 'seen' })
    expect(own.answerTo('order-1')).toEqual({ result: 'failed', reason: 'jammed' })
  })

  it('remembers all of that over a restart, in a file that only its owner can read', () => {
    const before = book()
    before.take(order(3), now)
    before.answered('order-3', 'done')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const after = book()
    expect(after.take(order(3), now)).toEqual({ taken: false, code: 'seen' })
    expect(after.take(order(2), now)).toEqual({ taken: false, code: 'replayed' })
    expect(after.answerTo('order-3')).toEqual({ result: 'done', reason: null })
  })
})
