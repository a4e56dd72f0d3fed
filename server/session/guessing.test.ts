import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../http/testing/use-app.ts'
import { browserHash, rememberBrowser } from './known-browsers.ts'
import { type LoginAttempt, login } from './login.ts'
import { maxGuesses } from './login-guesses.ts'
import { accountAttempts, blockSeconds, createLoginLimits } from './login-limits.ts'
import { hashPassword } from './passwords.ts'
import { loginContext } from './testing/login-context.ts'

const { db, world, app } = await useApp(({ config }) => ({ config: { ...config, trustProxy: 1 } }))
beforeEach(async () => {
  for (const table of ['rate_limits', 'login_guesses', 'known_browsers', 'sessions', 'messages'])
    await db.knex(table).delete()
})

async function code(attempt: Partial<LoginAttempt>): Promise<string> {
  const usual = { login: 'rm', password: world.password, app: 'portal', userAgent: 'test', before: null } as const
  const result = await login(loginContext(db.knex), { ...usual, now: new Date(), address: '198.51.100.7', ...attempt })
  return result.ok ? 'ok' : result.refusal.code
}
const guess = (attempt: Partial<LoginAttempt> = {}) => code({ password: 'wrong', address: '203.0.113.66', ...attempt })
const times = async (count: number, work: (n: number) => Promise<string>) => {
  const codes: string[] = []
  for (let n = 0; n < count; n += 1) codes.push(await work(n))
  return codes
}
const remembered = async (userId: number) => browserHash(await rememberBrowser(db.knex, userId, null))
const totals = () => db.knex('login_guesses')
const mails = () => db.knex('messages').where({ kind: 'account-guessed' })

describe('somebody who guesses from one address', () => {
  it('is blocked; the owner is not, at another address, for admins too [ACC-2] [ASVS V6.3.1]', async () => {
    for (const [name, app] of [
      ['rm', 'portal'],
      ['admin', 'admin'],
    ] as const) {
      const owner = { login: name, app }
      expect(await code(owner)).toBe('ok')
      const codes = await times(19, () => guess(owner))
      expect(codes.filter((each) => each === 'invalid-credentials')).toHaveLength(accountAttempts)
      expect(await guess({ ...owner, password: world.password })).toBe('login-blocked')
      expect(await code(owner)).toBe('ok')
      expect(await code({ ...owner, address: '192.0.2.200' })).toBe('ok')
    }
  })

  it('is blocked beside the owner behind one address; the owner’s browser is known [ACC-2]', async () => {
    const known = await remembered(world.users.rm.id)
    await times(accountAttempts, () => guess())
    expect(await guess({ password: world.password })).toBe('login-blocked')
    expect(await guess({ password: world.password, known: randomBytes(32) })).toBe('login-blocked')
    expect(await guess({ password: world.password, known: await remembered(world.users.srm.id) })).toBe('login-blocked')
    expect(await guess({ password: world.password, known })).toBe('ok')
  })

  it('sees 60 s for any total [ACC-2]', async () => {
    const limits = createLoginLimits(db.knex)
    for (let n = 0; n < 60; n += 1) {
      const taken = await limits.take(`user:${world.users.rm.id}`, `203.0.113.${n}`)
      if (!taken.ok) expect(taken.seconds).toBe(blockSeconds)
    }
    await totals().update({ next_at: new Date(Date.now() + 3_000_000) })
    expect(await limits.take(`user:${world.users.rm.id}`, '203.0.113.99')).toMatchObject({ seconds: blockSeconds })
  })
})

describe('somebody who guesses from many addresses', () => {
  it('makes at most 20 guesses of 100 at once over many processes [ACC-2] [ASVS V6.3.1]', async () => {
    const codes = await Promise.all(Array.from({ length: 100 }, (_, n) => guess({ address: `203.0.113.${n}` })))
    expect(codes.filter((each) => each === 'invalid-credentials').length).toBeLessThanOrEqual(maxGuesses)
    expect(codes).not.toContain('ok')
    expect(await totals()).toMatchObject([{ guesses: maxGuesses }])
  })

  it('waits longer for each guess after that, at most an hour [ACC-2]', async () => {
    await times(maxGuesses, (n) => guess({ address: `203.0.113.${n}` }))
    const waits: number[] = []
    for (let n = 0; n < 9; n += 1) {
      expect(await guess({ address: `203.0.112.${n}`, password: world.password })).toBe('login-blocked')
      // Both are set at once, and the guesses are forgotten after a day.
      const { next_at, expires_at } = (await totals().first()) as { next_at: Date; expires_at: Date }
      waits.push(Math.round((next_at.getTime() - expires_at.getTime()) / 1_000) + 86_400)
      await totals().update({ next_at: new Date() })
      expect(await guess({ address: `203.0.111.${n}` })).toBe('invalid-credentials')
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
  })

  it('does not block the browsers and addresses that the owner uses [ACC-2]', async () => {
    const known = await remembered(world.users.rm.id)
    expect(await code({ address: '2001:db8:1:2::5' })).toBe('ok')
    await times(maxGuesses + 1, (n) => guess({ address: `203.0.113.${n}` }))
    expect(await code({ address: '192.0.2.9' })).toBe('login-blocked')
    expect(await code({ address: '192.0.2.9', known })).toBe('ok')
    expect(await code({ address: '2001:db8:1:2::77' })).toBe('ok')
  })

  it('is blocked in the same way for accounts that do not exist [ASVS V6.3.8]', async () => {
    const nobody = await times(maxGuesses + 2, (n) => guess({ login: 'nobody', address: `203.0.113.${n}` }))
    await db.knex('rate_limits').delete()
    const somebody = await times(maxGuesses + 2, (n) => guess({ address: `203.0.113.${n}` }))
    expect(nobody).toEqual(somebody)
  })

  it('gets no more guesses by logins of the owner [ACC-2]', async () => {
    expect(await code({})).toBe('ok')
    await times(maxGuesses, (n) => guess({ address: `203.0.113.${n}` }))
    expect(await code({})).toBe('ok')
    expect(await guess({ address: '203.0.112.1' })).toBe('login-blocked')
  })
})

describe('known browsers', () => {
  it('guess for themselves: their total is bounded too [ACC-2]', async () => {
    const known = await remembered(world.users.rm.id)
    const codes = await times(accountAttempts + 1, () => guess({ known }))
    expect(codes.at(-1)).toBe('login-blocked')
    expect(await code({})).toBe('ok')
  })

  it('are forgotten when the password changes [ACC-2] [ASVS V7.4.3]', async () => {
    const { id } = world.users.srm
    await remembered(id)
    await db.knex('users').where({ id }).update({ firstname: 'Same' })
    expect(await db.knex('known_browsers').where({ user_id: id })).toHaveLength(1)
    const password_hash = await hashPassword(world.password)
    await db.knex('users').where({ id }).update({ password_hash })
    expect(await db.knex('known_browsers').where({ user_id: id })).toEqual([])
  })
})

describe('the owner', () => {
  it('is notified once a day, and not about their own browser [ACC-2]', async () => {
    const known = await remembered(world.users.rm.id)
    await times(accountAttempts + 2, () => guess({ known }))
    expect(await mails()).toEqual([])
    for (const address of ['203.0.113.1', '203.0.113.2']) await times(accountAttempts + 2, () => guess({ address }))
    expect(await mails()).toMatchObject([{ user_id: world.users.rm.id, channel: 'mail', state: 'queued' }])
  })

  it('is notified as an admin too; nobody is for an unknown login [ACC-2]', async () => {
    await times(accountAttempts + 2, () => guess({ login: 'admin', app: 'admin' }))
    await times(accountAttempts + 2, () => guess({ login: 'nobody', address: '203.0.113.2' }))
    expect(await mails()).toMatchObject([{ user_id: world.users.admin.id }])
  })
})

describe('POST /users/login', () => {
  const post = (password: string, cookie = '', from = '203.0.113.66') =>
    app.ask('POST', '/users/login', {
      body: { data: { type: 'users', attributes: { login: 'rm', password } } },
      headers: { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
    })

  it('sets a cookie by which the browser is known, of which only the hash is stored [ACC-2] [ASVS V3.3.4]', async () => {
    const [session = '', browser = ''] = (await post(world.password)).headers.getSetCookie()
    expect(session).toMatch(/^sid=/)
    expect(browser).toMatch(/^browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
    const [cookie = ''] = browser.split(';')
    const [{ value_hash }] = (await db.knex('known_browsers')) as [{ value_hash: Buffer }]
    expect(value_hash).toEqual(browserHash(cookie.replace('browser=', '')))
    await db.knex('sessions').delete()
    for (let n = 0; n < accountAttempts; n += 1) expect((await post('wrong')).status).toBe(401)
    expect((await post(world.password)).status).toBe(429)
    const again = await post(world.password, cookie)
    expect(again.status).toBe(200)
    expect(again.headers.getSetCookie()[1]).toContain(cookie)
    const invented = await post(world.password, `browser=${randomBytes(32).toString('base64url')}`, '192.0.2.1')
    expect(invented.headers.getSetCookie()[1]).not.toContain(cookie)
  })

  it('believes no X-Forwarded-For but that of its proxy [ASVS V4.1.3]', async () => {
    for (let n = 0; n < accountAttempts; n += 1)
      expect((await post('wrong', '', `192.0.2.${n}, 203.0.113.66`)).status).toBe(401)
    expect((await post(world.password, '', '192.0.2.77, 203.0.113.66')).status).toBe(429)
    expect((await post(world.password, '', '203.0.113.66, 192.0.2.77')).status).toBe(200)
  })
})

it('guessing at many accounts does not fill the audit trail [OPS-4]', async () => {
  const { limits } = loginContext(db.knex)
  await db.knex('commands').delete()
  for (let n = 0; n < 40; n += 1) {
    const attempt = { login: `nobody${n}`, password: 'wrong', app: 'portal', userAgent: null, before: null } as const
    expect(
      (await login({ ...loginContext(db.knex), limits }, { ...attempt, address: '203.0.113.66', now: new Date() })).ok,
    ).toBe(false)
  }
  const rows = await db.knex('commands')
  expect(rows.filter(({ name }) => name === 'session.login')).toHaveLength(20)
  expect(rows.length).toBeLessThanOrEqual(22)
})
