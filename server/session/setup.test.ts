import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { Refused } from '../kernel/bus/refuse.ts'
import { passwordMatches } from './passwords.ts'
import { newSetupToken, setUp, setupNeeded, shareSetupToken } from './setup.ts'
import { one } from './testing/one.ts'

const log = pino({ level: 'silent' })
const input = (token: string, name = 'first') => ({
  token,
  email: `${name}@own.example`,
  username: name,
  password: 'Strong-Pass1',
})

async function outcome(work: Promise<number>): Promise<string> {
  try {
    await work
    return 'made'
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code
    throw error
  }
}

describe('the set-up of a self-hosted server', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.close())

  it('creates the first admin with the printed token, once [OPS-1] [ASVS V6.3.2]', async () => {
    const { knex } = database
    const { token, hash } = newSetupToken()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const context = { knex, log, setup: { tokenHash: hash as Buffer | null } }
    expect(await setupNeeded(knex)).toBe(true)
    expect(await outcome(setUp(context, input(`${token}x`), '192.0.2.1'))).toBe('setup-token-invalid')
    expect(await outcome(setUp(context, { ...input(token), password: 'weakweakweak' }, '192.0.2.1'))).toBe(
      'password-too-weak',
    )
    expect(await setupNeeded(knex)).toBe(true)
    const id = await setUp(context, input(token), '192.0.2.1')
    const user = await one<{ password_hash: string }>(
      knex,
      'select u.*, r.name as role from users u join roles r on r.id = u.role_id where u.id = ?',
      [id],
    )
    expect(user).toMatchObject({ email: 'first@own.example', state: 'ACTIVE', role: 'Admin' })
    expect(await passwordMatches(user.password_hash, 'Strong-Pass1')).toBe(true)
    expect(await setupNeeded(knex)).toBe(false)
    expect(context.setup.tokenHash).toBeNull()
    expect(await outcome(setUp(context, input(token, 'second'), '192.0.2.1'))).toBe('setup-done')
    expect(await knex('commands').where('name', 'session.setup')).toMatchObject([{ outcome: 'done', user_id: id }])
    expect(JSON.stringify(await knex('commands'))).not.toContain(token)
  })

  it('has one winner when many try at once in several processes [OPS-1]', async () => {
    const { token, hash } = newSetupToken()
    const tries = Array.from({ length: 12 }, (_, n) =>
      outcome(setUp({ knex: database.knex, log, setup: { tokenHash: hash } }, input(token, `try${n}`), '192.0.2.1')),
    )
    const results = await Promise.all(tries)
    expect(results.filter((result) => result === 'made')).toHaveLength(1)
    expect(results.filter((result) => result === 'setup-done')).toHaveLength(11)
    const { n } = await one<{ n: number }>(database.knex, 'select count(*) as n from users')
    expect(n).toBe(1)
  })

  it('accepts the token printed by any process, wherever the call arrives; afterwards no token is stored [OPS-1] [OPS-3]', async () => {
    const { knex } = database
    const printed = Array.from({ length: 3 }, newSetupToken)
    await Promise.all(printed.map(({ hash }) => shareSetupToken(knex, hash)))
    const here = { knex, log, setup: { tokenHash: (printed[0]?.hash ?? null) as Buffer | null } }
    expect(await outcome(setUp(here, input(newSetupToken().token), '192.0.2.1'))).toBe('setup-token-invalid')
    expect(await outcome(setUp(here, input(printed[2]?.token ?? ''), '192.0.2.1'))).toBe('made')
    expect(await knex('settings').where({ key: 'setup-tokens' })).toEqual([])
  })

  it('stores the tokens of the last starts only', async () => {
    const { knex } = database
    const printed = Array.from({ length: 40 }, newSetupToken)
    for (const { hash } of printed) await shareSetupToken(knex, hash)
    const { value } = await knex('settings').where({ key: 'setup-tokens' }).first<{ value: string[] }>('value')
    expect(value).toEqual(printed.slice(-32).map(({ hash }) => hash.toString('hex')))
  })

  it('refuses a taken e-mail address, and can be tried again', async () => {
    const { token, hash } = newSetupToken()
    await database.knex.raw(
      `insert into users (username, email, role_id) select 'x', 'FIRST@own.example', id from roles where name = 'Visitor'`,
    )
    const context = { knex: database.knex, log, setup: { tokenHash: hash as Buffer | null } }
    expect(await outcome(setUp(context, input(token), '192.0.2.1'))).toBe('email-taken')
    expect(await outcome(setUp(context, input(token, 'other'), '192.0.2.1'))).toBe('made')
  })
})
