import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { plantUser } from '../../../db/testing/fixtures.ts'
import { codeOf } from '../testing/totp.ts'
import { newTotpSecret, stepOfCode } from './one-time-codes.ts'
import { newRecoveryCodes, recoveryCodesLeft, useRecoveryCode } from './recovery-codes.ts'

let db: TestDatabase
let userId: number
beforeAll(async () => {
  db = await createTestDatabase()
  userId = await plantUser(db.knex, 'owner')
})
afterAll(() => db.close())

describe('recovery codes', () => {
  it('are ten of 80 random bits, never the same, of which only hashes are stored [ACC-13] [ASVS V6.5.2] [ASVS V6.5.3] [ASVS V6.5.4]', async () => {
    const codes = [await newRecoveryCodes(db.knex, userId), await newRecoveryCodes(db.knex, userId)].flat()
    expect(new Set(codes).size).toBe(20)
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const stored = JSON.stringify(await db.knex('recovery_codes'))
    for (const code of codes) for (const form of [code, code.replaceAll('-', '')]) expect(stored).not.toContain(form)
    expect(await recoveryCodesLeft(db.knex, userId)).toBe(10)
  })

  it('count once each, of two at once too, and no more after new ones were made [ACC-13] [ASVS V6.5.1]', async () => {
    const [first = '', second = ''] = await newRecoveryCodes(db.knex, userId)
    const uses = await Promise.all([1, 2, 3].map(() => useRecoveryCode(db.knex, userId, first)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await useRecoveryCode(db.knex, await plantUser(db.knex, 'other'), second)).toBe(false)
    await newRecoveryCodes(db.knex, userId)
    expect(await useRecoveryCode(db.knex, userId, second)).toBe(false)
  })
})

describe('one-time codes', () => {
  const now = new Date('2026-03-01T12:00:00Z')

  it('live for their 30 seconds and one step before and after, no longer [ACC-13] [ASVS V6.5.5]', () => {
    const secret = newTotpSecret()
    const codeAt = (seconds: number) => codeOf(secret, now.getTime() + seconds * 1_000)
    const steps = [-31, -30, -1, 0, 29, 30, 59, 60].map((seconds) => stepOfCode(secret, codeAt(seconds), now))
    const step = now.getTime() / 30_000
    expect(steps).toEqual([null, step - 1, step - 1, step, step, step + 1, step + 1, null])
  })

  it('come from secrets of 160 random bits, never the same [ACC-13] [ASVS V6.5.3]', () => {
    const secrets = Array.from({ length: 100 }, newTotpSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  })
})
