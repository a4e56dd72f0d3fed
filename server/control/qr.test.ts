import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readQr, writeQr } from './qr.ts'

const key = randomBytes(32)
const device = { id: 42, hardwareId: 'A0-17' }
const now = new Date('2026-11-21T09:00:00Z')
const expires = new Date(now.getTime() + 60_000)
const code = writeQr({ reservationId: 100_017, deviceId: device.id, expires }, device.hardwareId, key)

describe('a code for a reader', () => {
  it('is valid at its device until its expiry, with any live key of the gateway [CTRL-1]', () => {
    const good = { ok: true, reservationId: 100_017, expires }
    expect(readQr(code, device, [key], now)).toEqual(good)
    expect(readQr(code, device, [randomBytes(32), key], now)).toEqual(good)
    expect(readQr(code, device, [key], new Date(expires.getTime() - 1))).toEqual(good)
    expect(readQr(code, device, [key], expires)).toEqual({ ok: false, code: 'qr-expired' })
  })

  it('is invalid at another device, at another gateway, or with another key [CTRL-1]', () => {
    const bad = { ok: false, code: 'qr-invalid' }
    expect(readQr(code, { ...device, id: 43 }, [key], now)).toEqual(bad)
    expect(readQr(code, { ...device, hardwareId: 'A0-18' }, [key], now)).toEqual(bad)
    expect(readQr(code, device, [randomBytes(32)], now)).toEqual(bad)
    expect(readQr(code, device, [], now)).toEqual(bad)
  })

  it('is short enough for a small picture and consists of numbers only', () => {
    const most = { reservationId: 2_147_483_647, deviceId: 2_147_483_647, expires: new Date('2099-12-31T23:59:59Z') }
    expect(writeQr(most, device.hardwareId, key).length).toBeLessThan(64)
  })

  it('is invalid with any bit altered: none of 2,000 mutations is accepted [CTRL-1]', () => {
    const bytes = Buffer.from(code)
    const flips = fc.array(fc.nat(bytes.length * 8 - 1), { minLength: 1, maxLength: 3 })
    let taken = 0
    fc.assert(
      fc.property(flips, (places) => {
        const other = Buffer.from(bytes)
        for (const place of places) other.writeUInt8(other.readUInt8(place >> 3) ^ (1 << (place & 7)), place >> 3)
        if (!other.equals(bytes) && readQr(other.toString(), device, [key], now).ok) taken += 1
      }),
      { numRuns: 2_000 },
    )
    expect(taken).toBe(0)
  })

  it('is invalid in any other notation: other letters for the same bytes, leading zeros, anything around it [CTRL-1]', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const others = [...alphabet].map((letter) => code.slice(0, -1) + letter).filter((each) => each !== code)
    const parts = code.split('.')
    others.push(
      `${code}=`,
      ` ${code}`,
      code.toUpperCase(),
      [parts[0], `0${parts[1]}`, ...parts.slice(2)].join('.'),
      [...parts.slice(0, 3), `0${parts[3]}`, parts[4]].join('.'),
      parts.slice(0, 4).join('.'),
    )
    for (const other of others) expect(readQr(other, device, [key], now)).toEqual({ ok: false, code: 'qr-invalid' })
  })
})
