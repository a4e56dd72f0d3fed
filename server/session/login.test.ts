import { randomUUID } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { loadActor } from '../kernel/bus/actor.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { hashOf } from './cookie.ts'
import { endSessions } from './end-sessions.ts'
import { type LoginAttempt, login } from './login.ts'
import { accountAttempts, addressAttempts, blockSeconds, createLoginLimits } from './login-limits.ts'
import { logout } from './logout.ts'
import { hashPassword } from './passwords.ts'
import { loginContext } from './testing/login-context.ts'
import { one } from './testing/one.ts'
import { createTouch } from './touch-session.ts'

let database: TestDatabase
let world: World
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })

beforeAll(async () => {
  database = await createTestDatabase()
  world = await makeWorld(database.knex)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.knex('rate_limits').delete()
  await database.knex('login_guesses').delete()
  await database.knex('sessions').delete()
  lines.length = 0
})

function tryLogin(attempt: Partial<LoginAttempt>) {
  const whole = {
    login: 'rm',
    password: world.password,
    app: 'portal',
    address: '198.51.100.7',
    userAgent: 'test',
    before: null,
    now: new Date(),
  }
  return login(loginContext(database.knex, log), { ...whole, ...attempt } as LoginAttempt)
}
const code = async (attempt: Partial<LoginAttempt>) => {
  const result = await tryLogin(attempt)
  return result.ok ? 'ok' : result.refusal.code
}
const lastAudit = () =>
  one<object>(database.knex, `select * from commands where name like 'session.%' order by at desc limit 1`)

describe('login', () => {
  it('accepts e-mail or username in any case, and stores only the hash of the session value [ACC-1] [ASVS V7.2.3] [ASVS V11.5.1]', async () => {
    for (const name of ['rm', 'RM', 'Rm@World.Example', '  rm@world.example '])
      expect(await code({ login: name })).toBe('ok')
    const result = await tryLogin({})
    if (!result.ok) throw new Error('refused')
    expect(result.value).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const row = await one<{ expires_at: Date; created_at: Date }>(
      database.knex,
      'select *, host(address) as address from sessions where id_hash = ?',
      [hashOf(result.value, 'portal')],
    )
    expect(row).toMatchObject({
      user_id: world.users.rm.id,
      app: 'portal',
      address: '198.51.100.7',
      user_agent: 'test',
    })
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(30 * 86_400_000)
    const actor = await loadActor(database.knex, hashOf(result.value, 'portal'))
    expect(actor?.actor).toMatchObject({ userId: world.users.rm.id, zoneIds: [world.own.id], app: 'portal' })
  })

  it('creates a new value at each login and ends the previous session [ACC-1] [ASVS V7.2.2] [ASVS V7.2.4]', async () => {
    const first = await tryLogin({})
    if (!first.ok) throw new Error('refused')
    const second = await tryLogin({ before: first.hash })
    if (!second.ok) throw new Error('refused')
    expect(second.value).not.toBe(first.value)
    expect(await loadActor(database.knex, first.hash)).toBeNull()
    expect(await loadActor(database.knex, second.hash)).not.toBeNull()
  })

  it.each([
    ['a wrong password', { password: 'wrong' }, 'invalid-credentials'],
    ['an unknown user', { login: 'nobody' }, 'invalid-credentials'],
    [
      'the password of somebody unfinished that is wrong',
      { login: 'unfinished', password: 'wrong' },
      'invalid-credentials',
    ],
    ['a registration that is not finished', { login: 'unfinished' }, 'registration-not-finished'],
    ['an Admin on the portal host', { login: 'admin' }, 'admin-elsewhere'],
    ['an operator on the admin host', { app: 'admin' as const }, 'not-an-admin'],
    ['Support on the admin host', { login: 'support', app: 'admin' as const }, 'not-an-admin'],
    ['an Admin on the admin host', { login: 'admin', app: 'admin' as const }, 'ok'],
    ['Support on the portal host', { login: 'support' }, 'ok'],
  ])('answers %s [ACC-2]', async (_, attempt, expected) => {
    expect(await code(attempt)).toBe(expected)
    const sessions = await database.knex('sessions').whereNull('revoked_at')
    expect(sessions).toHaveLength(expected === 'ok' ? 1 : 0)
  })

  it('sends an Admin from the portal to the admin address and ends the Admin’s session there [NAV-6]', async () => {
    const visitor = await tryLogin({ login: 'visitor' })
    if (!visitor.ok) throw new Error('refused')
    const result = await tryLogin({ login: 'admin', before: visitor.hash })
    expect(result).toEqual({
      ok: false,
      refusal: { code: 'admin-elsewhere', params: { adminUrl: 'https://admin.example' } },
    })
    expect(await loadActor(database.knex, visitor.hash)).toBeNull()
  })

  it('refuses a deactivated account only after the right password [ACC-2]', async () => {
    const { id } = world.users.foreignRm
    await database.knex('users').where({ id }).update({ state: 'DEACTIVATED', deactivated_at: new Date() })
    expect(await code({ login: 'foreignrm', password: 'wrong' })).toBe('invalid-credentials')
    expect(await code({ login: 'foreignrm' })).toBe('account-deactivated')
    await database.knex('users').where({ id }).update({ state: 'ACTIVE', deactivated_at: null })
  })

  it('takes the same effort for unknown users as for known ones [ACC-2] [ASVS V6.3.8] [ASVS V11.4.2]', async () => {
    await database
      .knex('users')
      .where('id', world.users.srm.id)
      .update({ password_hash: await hashPassword('Right-Pass1') })
    const checked = async (name: string) => {
      const verify = vi.spyOn(argon2, 'verify')
      expect(await code({ login: name, password: 'wrong' })).toBe('invalid-credentials')
      const hashes = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4))
      verify.mockRestore()
      return hashes
    }
    const known = await checked('srm')
    expect(known).toEqual([['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']])
    expect(await checked(`nobody-${randomUUID()}`)).toEqual(known)
  })
})

describe('attempts', () => {
  it('blocks an account for 60 s after 5 wrong attempts, even with the right password or its other name [ACC-2]', async () => {
    for (let n = 0; n < accountAttempts; n += 1)
      expect(await code({ password: 'wrong', login: n % 2 ? 'rm' : 'rm@world.example' })).toBe('invalid-credentials')
    const result = await tryLogin({})
    expect(result).toEqual({ ok: false, refusal: { code: 'login-blocked', params: { seconds: blockSeconds } } })
    expect(await code({ login: 'visitor' })).toBe('ok')
    await database
      .knex('rate_limits')
      .where('key', 'like', 'login-account:%')
      .update({ expire: Date.now() - 1 })
    expect(await code({})).toBe('ok')
  })

  it('checks exactly 5 passwords of 40 attempts at once over many processes [ACC-2]', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, () => code({ password: 'wrong' })))
    expect(results.filter((result) => result === 'invalid-credentials')).toHaveLength(accountAttempts)
    expect(results.filter((result) => result === 'login-blocked')).toHaveLength(35)
    const blocks = await database.knex('commands').where({ refusal: 'login-blocked', user_id: world.users.rm.id })
    expect(blocks.length).toBeLessThanOrEqual(2)
  })

  it('resets the count of an account after a successful login [ACC-2]', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < accountAttempts - 1; n += 1) await code({ password: 'wrong' })
      expect(await code({})).toBe('ok')
    }
  })

  it('blocks an address that tries many accounts, and only that address [ACC-2]', async () => {
    const limits = createLoginLimits(database.knex)
    for (let n = 0; n < addressAttempts; n += 1) await limits.take(`unknown:${n}`, '192.0.2.1')
    expect(await code({ address: '192.0.2.1' })).toBe('login-blocked')
    expect(await code({ address: '192.0.2.2' })).toBe('ok')
    expect(await code({ address: '2001:db8:1:2::5' })).toBe('ok')
  })

  it('keeps counting in memory while the database is down', async () => {
    const gone = await createTestDatabase({ max: 1 })
    await gone.close()
    const limits = createLoginLimits(gone.knex)
    for (let n = 0; n < accountAttempts; n += 1) expect(await limits.take('user:1', '192.0.2.3')).toEqual({ ok: true })
    expect(await limits.take('user:1', '192.0.2.3')).toMatchObject({ ok: false, seconds: blockSeconds })
  })
})

describe('attempts while the disk is full', () => {
  it('that succeed do not add up: their count in memory is deleted with the one in the database [ACC-2] [OPS-3]', async () => {
    const full = await createTestDatabase({ max: 1 })
    await full.knex.raw(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON rate_limits FOR EACH ROW EXECUTE FUNCTION full_disk()`,
    )
    const limits = createLoginLimits(full.knex)
    for (let n = 0; n < addressAttempts + 5; n += 1) {
      expect(await limits.take('user:1', '192.0.2.4')).toEqual({ ok: true })
      await limits.succeeded('user:1', '192.0.2.4')
    }
    await full.close()
  })
})

describe('the audit trail and the log', () => {
  it('have every login, refusal and logout, and no secret [OPS-4] [ASVS V16.2.5] [ASVS V16.3.1]', async () => {
    const secret = 'My-secret-Pass-9'
    await code({ password: secret })
    expect(await lastAudit()).toMatchObject({
      actor: 'guest',
      outcome: 'refused',
      refusal: 'invalid-credentials',
      user_id: world.users.rm.id,
    })
    await code({ login: secret, password: 'x' })
    const result = await tryLogin({})
    if (!result.ok) throw new Error('refused')
    expect(await lastAudit()).toMatchObject({
      actor: `user:${world.users.rm.id}`,
      name: 'session.login',
      outcome: 'done',
    })
    await logout({ knex: database.knex, log }, result.hash)
    expect(await lastAudit()).toMatchObject({
      actor: `user:${world.users.rm.id}`,
      name: 'session.logout',
      outcome: 'done',
    })
    const written = JSON.stringify(await database.knex('commands')) + lines.join('')
    expect(lines.join('')).toContain('login refused')
    for (const hidden of [secret, world.password, result.value]) expect(written).not.toContain(hidden)
  })
})

describe('sessions', () => {
  const open = async () => {
    const result = await tryLogin({})
    if (!result.ok) throw new Error('refused')
    return result.hash
  }

  it('end at once by logout, sockets included; a second logout is harmless [ACC-6] [ASVS V7.4.1]', async () => {
    const hash = await open()
    const heard = await listening(async () => {
      await logout({ knex: database.knex, log }, hash)
      await logout({ knex: database.knex, log }, hash)
      await logout({ knex: database.knex, log }, null)
    })
    expect(await loadActor(database.knex, hash)).toBeNull()
    expect(heard).toEqual([{ sessions: [hash.toString('hex')] }])
  })

  it('of a user end together, optionally except one [ACC-6]', async () => {
    const [first, second] = [await open(), await open()]
    const heard = await listening(() =>
      database.knex.transaction((trx) =>
        endSessions(trx, { userId: world.users.rm.id, except: first.toString('hex') }),
      ),
    )
    expect(await loadActor(database.knex, first)).not.toBeNull()
    expect(await loadActor(database.knex, second)).toBeNull()
    expect(heard).toEqual([{ users: [world.users.rm.id] }])
  })

  it('end after 12 hours without use, and after 30 days in any case; use is recorded once a minute [ACC-1] [ASVS V7.3.1] [ASVS V7.3.2]', async () => {
    const hash = await open()
    const age = (column: string, text: string) =>
      database.knex.raw(`update sessions set ${column} = now() - ?::interval where id_hash = ?`, [text, hash])
    const seen = async () =>
      (
        await one<{ at: Date }>(database.knex, 'select last_seen_at as at from sessions where id_hash = ?', [hash])
      ).at.getTime()
    const touch = createTouch(database.knex)
    const before = await seen()
    await touch(hash, 0)
    expect(await seen()).toBe(before)
    await age('last_seen_at', '2 minutes')
    await touch(hash, 30_000)
    expect(await seen()).toBeLessThan(before)
    await touch(hash, 61_000)
    expect(await seen()).toBeGreaterThan(before)
    await age('last_seen_at', '12 hours 1 minute')
    expect(await loadActor(database.knex, hash)).toBeNull()
    await touch(hash, 200_000)
    expect(await loadActor(database.knex, hash)).toBeNull()
    await age('last_seen_at', '1 minute')
    await age('expires_at', '1 second')
    expect(await loadActor(database.knex, hash)).toBeNull()
  })

  it('are not created if the user was deactivated during the password check', async () => {
    const { knex } = database
    const trx = await knex.transaction()
    await trx('users').where('id', world.users.rm.id).update({ state: 'DEACTIVATED', deactivated_at: new Date() })
    const pending = code({})
    await expect
      .poll(async () => (await one<{ n: number }>(knex, 'select count(*) as n from pg_locks where not granted')).n)
      .toBeGreaterThan(0)
    await trx.commit()
    expect(await pending).toBe('invalid-credentials')
    await knex('users').where('id', world.users.rm.id).update({ state: 'ACTIVE', deactivated_at: null })
  })
})

/** The notifications on the channel 'rights' while `work` runs. */
async function listening(work: () => Promise<unknown>): Promise<unknown[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: database.url })
  const heard: unknown[] = []
  await client.connect()
  client.on('notification', (message) => heard.push(JSON.parse(message.payload ?? '')))
  await client.query('listen rights')
  await work()
  await client.query('select 1')
  await client.end()
  return heard
}
