import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../kernel/bus/dispatch.ts'
import { Authenticator } from '../session/testing/authenticator.ts'
import { openSession } from '../testing/context.ts'
import { useApp } from './testing/use-app.ts'

const portal = 'https://portal.example'
const rpId = 'portal.example'
const { db, world, app } = await useApp(() => ({ addresses: { portal, admin: 'https://admin.portal.example' } }))
beforeEach(async () => {
  for (const table of ['passkeys', 'rate_limits', 'messages', 'recovery_codes']) await db.knex(table).delete()
})

const send = async (session: Buffer, name: string, input: unknown) => {
  const answer = await runCommand(app.context, session, { id: randomUUID(), name, input })
  return answer.ok ? (answer.reply as Record<string, unknown>) : answer.refusal.code
}

/** Adds a passkey for the manager, as its browser does. */
async function addPasskey(origin = portal): Promise<{ key: Authenticator; session: Buffer; added: unknown }> {
  const session = await openSession(db.knex, world.users.rm.id)
  const offer = (await send(session, 'session.offerPasskey', {})) as { challenge: string; user: { id: string } }
  const key = new Authenticator()
  const response = key.create({ challenge: offer.challenge, origin, rpId }, offer.user.id)
  return { key, session, added: await send(session, 'session.addPasskey', { name: 'Phone', response }) }
}

/** Asks for a challenge; returns it with the cookie that binds it to the browser. */
async function challenge(): Promise<{ challenge: string; cookie: string }> {
  const answer = await app.ask('POST', '/users/login/passkey/options')
  const { options } = JSON.parse(answer.text) as { options: { challenge: string } }
  return { challenge: options.challenge, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
const signIn = (cookie: string, response: object) =>
  app.ask('POST', '/users/login/passkey', { cookie, body: { response } })

describe('passkeys', () => {
  it('are added with recovery codes and a mail, and sign in without a name [ACC-13] [ASVS V6.3.3]', async () => {
    const { key, added } = await addPasskey()
    expect(added).toMatchObject({ passkeyId: expect.any(Number), recoveryCodes: expect.arrayContaining([]) })
    expect((added as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
    expect(await db.knex('messages').where({ kind: 'account-changed' })).toHaveLength(1)
    const asked = await challenge()
    const answer = await signIn(asked.cookie, key.sign({ challenge: asked.challenge, origin: portal, rpId }))
    expect(answer).toMatchObject({ status: 200, data: [{ id: String(world.users.rm.id) }] })
    expect(answer.headers.getSetCookie().join()).toMatch(/__Host-sid=[\w-]{43};.*Secure/)
    const stored = JSON.stringify(await db.knex('commands'))
    for (const code of (added as { recoveryCodes: string[] }).recoveryCodes) expect(stored).not.toContain(code)
  })

  it('count a challenge once, and only in the browser that asked for it [ACC-13]', async () => {
    const { key } = await addPasskey()
    const [first, second] = [await challenge(), await challenge()]
    const response = key.sign({ challenge: first.challenge, origin: portal, rpId })
    expect(await signIn('', response)).toMatchObject({ status: 410, error: { code: 'sign-in-step-expired' } })
    expect(await signIn(second.cookie, response)).toMatchObject({ status: 403, error: { code: 'passkey-refused' } })
    expect(await signIn(first.cookie, response)).toMatchObject({ status: 200 })
    expect(await signIn(first.cookie, response)).toMatchObject({ status: 410 })
  })

  it.each([
    ['of another page', { origin: 'https://portal.example.evil.example', rpId }, {}],
    ['of another portal', { origin: portal, rpId: 'evil.example' }, {}],
    ['that nobody unlocked', { origin: portal, rpId }, { verified: false }],
  ])('refuse a signature %s [ACC-13]', async (_what, where, how) => {
    const { key } = await addPasskey()
    const asked = await challenge()
    const answer = await signIn(asked.cookie, key.sign({ challenge: asked.challenge, ...where }, how))
    expect(answer).toMatchObject({ status: 403, error: { code: 'passkey-refused' } })
  })

  it('refuse a copy, whose counter does not grow, and one that nobody knows [ACC-13]', async () => {
    const { key } = await addPasskey()
    const again = async (counter: number) => {
      const asked = await challenge()
      const response = key.sign({ challenge: asked.challenge, origin: portal, rpId }, { counter })
      return (await signIn(asked.cookie, response)).status
    }
    expect([await again(7), await again(7), await again(6), await again(8)]).toEqual([200, 403, 403, 200])
    await db.knex('passkeys').delete()
    expect(await again(9)).toBe(403)
  })

  it('are not added from another page, nor with an offer that was used [ACC-13]', async () => {
    expect((await addPasskey('https://evil.example')).added).toBe('passkey-refused')
    const { key, session } = await addPasskey()
    const response = key.create({ challenge: 'c29tZXRoaW5n', origin: portal, rpId }, 'YQ')
    expect(await send(session, 'session.addPasskey', { name: 'Phone', response })).toBe('sign-in-step-expired')
  })

  it('are the last factor where one is required, and are taken off by an admin, who ends the sessions [ACC-13] [ASVS V7.4.5]', async () => {
    const { session, added } = await addPasskey()
    const { passkeyId } = added as { passkeyId: number }
    await db.knex('tenants').update({ requires_second_factor: true })
    expect(await send(session, 'session.removePasskey', { passkeyId })).toBe('last-factor')
    const admin = await openSession(db.knex, world.users.admin.id, 'admin')
    await send(admin, 'session.removeFactors', { email: 'RM@world.example' })
    expect(await db.knex('passkeys')).toEqual([])
    expect(await send(session, 'session.offerPasskey', {})).toBe('session-expired')
    await db.knex('tenants').update({ requires_second_factor: false })
  })
})
