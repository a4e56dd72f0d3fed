import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { evaluateEvents } from '../control/events/evaluate.ts'
import { book, makeDoor, outcomes, see } from '../control/events/testing/door.ts'
import { readQr, writeQr } from '../control/qr.ts'
import { startApp } from '../http/testing/app.ts'
import { useApp } from '../http/testing/use-app.ts'
import { supportCode } from '../kernel/bus/support-code.ts'
import { isSigned, signWebhook } from '../payment-provider/sign.ts'
import { newSessionValue } from '../session/cookie.ts'
import { newTotpSecret } from '../session/factors/one-time-codes.ts'
import { newRegisteringBrowser } from '../session/registering-cookie.ts'
import { newSetupToken } from '../session/setup.ts'

const { db, app } = await useApp()
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Counts comparisons in constant time, which are carried out. */
function watchComparisons() {
  const compared = vi.spyOn(crypto, 'timingSafeEqual')
  syncBuiltinESMExports()
  return compared
}
const now = new Date()
const key = crypto.randomBytes(32)
const device = { id: 42, hardwareId: 'A0-17' }

it('what the server draws comes from the generator of the operating system [ASVS V6.5.3] [ASVS V11.5.1]', () => {
  const predictable = vi.spyOn(Math, 'random')
  const draws = [
    () => newSessionValue('portal').value,
    () => newRegisteringBrowser().value,
    () => newSetupToken().token,
    newTotpSecret,
    supportCode,
  ]
  for (const draw of draws) expect(draw()).not.toBe(draw())
  expect(predictable).not.toHaveBeenCalled()
})

describe('a wrong secret that the database does not find by its hash is compared in constant time [ASVS V11.2.4]:', () => {
  it('the mac of a QR code', () => {
    const compared = watchComparisons()
    const expires = new Date(now.getTime() + 60_000)
    const code = writeQr({ reservationId: 7, deviceId: device.id, expires }, device.hardwareId, key)
    expect(readQr(code, device, [crypto.randomBytes(32)], now)).toMatchObject({ ok: false })
    expect(compared).toHaveBeenCalledTimes(1)
  })

  it('the signature of a webhook', () => {
    const compared = watchComparisons()
    const header = signWebhook(crypto.randomBytes(32), '{}', now)
    expect(isSigned(key, Buffer.from('{}'), header, now)).toBe(false)
    expect(compared).toHaveBeenCalledTimes(1)
  })

  it('the token for metrics', async () => {
    const guarded = await startApp(db.knex, ({ config }) => ({ config: { ...config, metricsToken: 'a-long-token' } }))
    const compared = watchComparisons()
    const headers = { authorization: 'Bearer a-long-toker' }
    expect((await guarded.ask('GET', '/metrics', { headers })).status).toBe(404)
    expect(compared).toHaveBeenCalledTimes(1)
    await guarded.close()
  })

  it('the token of the set-up', async () => {
    const fresh = await startApp(db.knex, () => ({ setup: { tokenHash: newSetupToken().hash } }))
    const compared = watchComparisons()
    const body = { token: 'x'.repeat(43), email: 'first@own.example', username: 'first', password: 'Strong-Pass1' }
    expect((await fresh.ask('POST', '/setup', { body })).error?.code).toBe('setup-token-invalid')
    expect(compared).toHaveBeenCalledTimes(1)
    await fresh.close()
  })

  it('a PIN', async () => {
    const door = await makeDoor(db.knex)
    await book(db.knex, door, { pin: '123455' })
    await see(db.knex, door, 'pin-entered', '543215', { at: now, receivedAt: now })
    const compared = watchComparisons()
    await evaluateEvents(app.context, now)
    expect(await outcomes(db.knex, door)).toEqual(['wrong-pin'])
    expect(compared).toHaveBeenCalled()
  })
})
