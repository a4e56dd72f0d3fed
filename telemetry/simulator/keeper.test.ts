import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReservationsFrame } from '../../contract/gateway.ts'
import { createKeeper, type KeeperMemory } from './keeper.ts'

const key = Buffer.alloc(32, 7)
const minute = 60_000
const begin = Date.parse('2026-11-21T09:00:00Z')
const pin = '123455'
const iso = (ms: number) => new Date(begin + ms).toISOString()
const hash = (id: number, typed: string) => createHmac('sha256', key).update(`${id}:${typed}`).digest('hex')
const entry = (id: number, more: object = {}) => ({
  id,
  device: 'A0-1',
  from: iso(0),
  until: iso(60 * minute),
  pinHash: hash(id, pin),
  rfid: '04A2',
  plate: 'DD-HF 2026',
  ...more,
})
function keeper(reservations = [entry(7)], memory: KeeperMemory = {}) {
  let saved = 0
  const made = createKeeper({ orderKey: key.toString('base64url'), memory, save: () => void saved++ })
  const frame: ReservationsFrame = { version: 1, from: iso(0), until: iso(24 * 60 * minute), reservations }
  made.keep(frame)
  expect(saved).toBe(1)
  return made
}
const opened = { ok: true, reservationId: 7 }

describe('a gateway without uplink [GW-2]', () => {
  it('lets people in by PIN, at that device and in that window only', () => {
    const gateway = keeper()
    expect(gateway.judge('A0-1', 'pin', ` ${pin} `, begin)).toEqual(opened)
    expect(gateway.judge('A0-1', 'pin', pin, begin + 60 * minute - 1)).toEqual(opened)
    expect(gateway.judge('A0-1', 'pin', pin, begin + 60 * minute)).toMatchObject({ ok: false })
    expect(gateway.judge('A0-1', 'pin', pin, begin - 1)).toMatchObject({ ok: false })
    expect(gateway.judge('A0-2', 'pin', pin, begin)).toMatchObject({ ok: false })
  })

  it('accepts a PIN only for its own reservation', () => {
    const gateway = keeper([entry(7, { pinHash: hash(8, pin) })])
    expect(gateway.judge('A0-1', 'pin', pin, begin)).toEqual({ ok: false, why: 'wrong' })
  })

  it('accepts no PIN for a minute after five wrong ones, not even the right one; a right one resets nothing', () => {
    const gateway = keeper()
    const wrong = () => gateway.judge('A0-1', 'pin', '000000', begin)
    for (let n = 0; n < 4; n++) expect(wrong()).toEqual({ ok: false, why: 'wrong' })
    expect(gateway.judge('A0-1', 'pin', pin, begin)).toEqual(opened)
    expect(wrong()).toEqual({ ok: false, why: 'wrong' })
    expect(gateway.judge('A0-1', 'pin', pin, begin + minute - 1)).toEqual({ ok: false, why: 'locked' })
    expect(gateway.judge('A0-1', 'pin', pin, begin + minute)).toEqual(opened)
  })

  it('opens for no PIN but the right one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,9}$/), (typed) => {
        expect(keeper().judge('A0-1', 'pin', typed, begin).ok).toBe(typed === pin)
      }),
    )
  })

  it('lets people in by card, however its number is written, and never by an empty one', () => {
    const gateway = keeper([entry(7), entry(8, { rfid: '' })])
    expect(gateway.judge('A0-1', 'rfid', '04a2', begin)).toEqual(opened)
    for (const token of ['04A3', '', ' ']) expect(gateway.judge('A0-1', 'rfid', token, begin).ok).toBe(false)
  })

  it('lets a plate in that was read twice within ten seconds; a misread opens nothing [GW-8]', () => {
    const gateway = keeper()
    const read = (plate: string, at: number) => gateway.judge('A0-1', 'plate', plate, begin + at)
    expect(read('DD HF 2026', 0)).toEqual({ ok: false, why: 'read once' })
    expect(read('DD HF 2O26', 1_000)).toEqual({ ok: false, why: 'unknown' })
    expect(read('dd-hf-2026', 10_001)).toEqual({ ok: false, why: 'read once' })
    expect(read('DD-HF 2026', 11_000)).toEqual(opened)
  })

  it('lets people in by the code on a phone, for that device, once and within its minute [CTRL-1]', () => {
    const gateway = keeper()
    const code = (device: string, expires: number) => {
      const text = `HF1.7.3.${Math.floor(expires / 1_000).toString(36)}`
      const mac = createHmac('sha256', key).update(`holdfast-qr\n${text}\n${device}`).digest().subarray(0, 16)
      return `${text}.${mac.toString('base64url')}`
    }
    const good = code('A0-1', begin + minute)
    expect(gateway.judge('A0-2', 'qr', good, begin)).toEqual({ ok: false, why: 'unknown' })
    expect(gateway.judge('A0-1', 'qr', good.replace('HF1.7', 'HF1.8'), begin)).toEqual({ ok: false, why: 'unknown' })
    expect(gateway.judge('A0-1', 'qr', good, begin + minute)).toEqual({ ok: false, why: 'expired' })
    expect(gateway.judge('A0-1', 'qr', good, begin)).toEqual(opened)
    expect(gateway.judge('A0-1', 'qr', good, begin + 1)).toEqual({ ok: false, why: 'used' })
  })

  it('lets nobody in if its frame is older than a day, or a newer one does not contain them', () => {
    const gateway = keeper([entry(7, { until: iso(48 * 60 * minute) })])
    expect(gateway.judge('A0-1', 'pin', pin, begin + 24 * 60 * minute - 1)).toEqual(opened)
    expect(gateway.judge('A0-1', 'pin', pin, begin + 24 * 60 * minute).ok).toBe(false)
    gateway.keep({ version: 2, from: iso(0), until: iso(24 * 60 * minute), reservations: [] })
    expect(gateway.judge('A0-1', 'pin', pin, begin).ok).toBe(false)
  })

  it('remembers everything over a restart', () => {
    const memory: KeeperMemory = {}
    keeper([entry(7)], memory)
    const again = createKeeper({ orderKey: key.toString('base64url'), memory, save: () => {} })
    expect(again.judge('A0-1', 'pin', pin, begin)).toEqual(opened)
  })
})
