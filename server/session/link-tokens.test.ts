import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { plantUser } from '../../db/testing/fixtures.ts'
import { type LinkPurpose, linkHash, linkHours, linkPurposes } from '../messages/links.ts'
import { queueAccountMail } from '../messages/queue-account.ts'
import { findLink, revokeLinks, useLink } from './link-tokens.ts'

let db: TestDatabase
let knex: Knex
let userId: number
beforeAll(async () => {
  db = await createTestDatabase({ max: 12 })
  knex = db.knex
  userId = await plantUser(knex, 'owner')
})
beforeEach(async () => {
  await knex('messages').delete()
  await knex('tokens').delete()
})
afterAll(() => db.close())

const now = new Date('2026-03-01T12:00:00Z')
const hour = 3_600_000
async function plant(
  purpose: LinkPurpose,
  owner: { user_id?: number; email?: string },
  expires = now.getTime() + hour,
) {
  const value = randomBytes(32).toString('base64url')
  await knex('tokens').insert({
    purpose,
    token_hash: linkHash(value),
    ...owner,
    created_at: new Date(expires - 2 * hour),
    expires_at: new Date(expires),
  })
  return value
}
const use = (purpose: LinkPurpose, value: string, at = now) =>
  knex.transaction((trx) => useLink(trx, purpose, value, at))
const state = async (purpose: LinkPurpose, value: string) => (await findLink(knex, purpose, value, now)).state

describe('links in mails', () => {
  it('work once, of concurrent users for one, and then no link of the same purpose and owner works [ASVS V6.5.1] [ACC-3]', async () => {
    const links = await Promise.all([1, 2, 3].map(() => plant('registration', { user_id: userId })))
    const other = await plant('password-reset', { user_id: userId })
    const foreign = await plant('registration', { user_id: await plantUser(knex, 'other') })
    const uses = await Promise.all([...links, ...links].map((value) => use('registration', value)))
    expect(uses.filter(({ ok }) => ok)).toHaveLength(1)
    for (const value of links) expect(await state('registration', value)).toBe('used')
    expect(await state('password-reset', other)).toBe('valid')
    expect(await state('registration', foreign)).toBe('valid')
  })

  it('are not used up by being read', async () => {
    const value = await plant('registration', { user_id: userId })
    for (let times = 0; times < 5; times += 1) expect(await state('registration', value)).toBe('valid')
    expect(await knex('tokens').first('used_at', 'uses')).toEqual({ used_at: null, uses: 0 })
  })

  it('expire to the millisecond [ASVS V6.5.5]', async () => {
    const [dead, alive] = [
      await plant('registration', { user_id: userId }, now.getTime()),
      await plant('registration', { user_id: userId }, now.getTime() + 1),
    ]
    expect(await use('registration', dead)).toMatchObject({ ok: false, state: 'expired', userId })
    expect(await use('registration', alive)).toMatchObject({ ok: true, userId })
  })

  it.each(linkPurposes)(
    '%s: work until a second before their end, not a second after it [ASVS V6.5.5]',
    async (purpose) => {
      const end = now.getTime() + linkHours[purpose] * hour
      const value = await plant(purpose, { user_id: userId }, end)
      expect(await use(purpose, value, new Date(end + 1_000))).toMatchObject({ ok: false, state: 'expired' })
      expect(await use(purpose, value, new Date(end - 1_000))).toMatchObject({ ok: true, userId })
    },
  )

  it.each(linkPurposes)('%s: work once, and for this purpose only [ASVS V6.5.1]', async (purpose) => {
    const value = await plant(purpose, { user_id: userId })
    for (const other of linkPurposes.filter((each) => each !== purpose))
      expect(await use(other, value)).toMatchObject({ ok: false, state: 'unknown', userId: null })
    expect(await use(purpose, value)).toMatchObject({ ok: true })
    expect(await use(purpose, value)).toMatchObject({ ok: false, state: 'used' })
  })

  it.each(linkPurposes)(
    '%s: are found by no guess, near or far, and guesses change nothing [ASVS V6.5.4]',
    async (purpose) => {
      const value = await plant(purpose, { user_id: userId })
      const near = Array.from(
        value,
        (letter, at) => value.slice(0, at) + (letter === 'x' ? 'y' : 'x') + value.slice(at + 1),
      )
      const far = Array.from({ length: 200 }, () => randomBytes(32).toString('base64url'))
      for (const guess of [...near, ...far])
        expect(await use(purpose, guess)).toMatchObject({ ok: false, state: 'unknown', userId: null })
      expect(await state(purpose, value)).toBe('valid')
    },
  )

  it('are unknown for another purpose, and in any other form', async () => {
    const value = await plant('registration', { user_id: userId })
    expect(await state('password-reset', value)).toBe('unknown')
    for (const wrong of ['', 'x', `${value}=`, value.slice(1), randomBytes(32).toString('base64url'), '%'])
      expect(await use('registration', wrong)).toMatchObject({ ok: false, state: 'unknown', userId: null })
  })

  it('of an address without an account belong to the address, in any case', async () => {
    const [first, second] = [
      await plant('rm-invitation', { email: 'Somebody@World.example' }),
      await plant('rm-invitation', { email: 'somebody@world.example' }),
    ]
    const other = await plant('rm-invitation', { email: 'other@world.example' })
    expect(await use('rm-invitation', first)).toMatchObject({ ok: true, email: 'Somebody@World.example' })
    expect(await state('rm-invitation', second)).toBe('used')
    expect(await state('rm-invitation', other)).toBe('valid')
  })

  it('and the mails that wait with one become void when they are revoked', async () => {
    const value = await plant('password-reset', { user_id: userId })
    await knex.transaction(async (trx) => {
      await queueAccountMail(trx, { kind: 'password-reset', userId })
      await queueAccountMail(trx, { kind: 'registration', userId })
    })
    await knex.transaction((trx) => revokeLinks(trx, 'password-reset', userId))
    expect(await state('password-reset', value)).toBe('used')
    expect(await knex('messages').orderBy('id').select('state', 'error')).toEqual([
      { state: 'suppressed', error: 'link-outdated' },
      { state: 'queued', error: null },
    ])
  })
})
