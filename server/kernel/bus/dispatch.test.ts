import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { command, query } from '../../../contract/kit.ts'
import { publish } from '../../../db/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { saidFact } from '../../../db/testing/outbox.ts'
import { openSession, testContext } from '../../testing/context.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { createLimits } from '../limits.ts'
import { runCommand, runQuery } from './dispatch.ts'
import { answer, handle, handleAnybody } from './handle.ts'
import type { Kernel } from './handlers.ts'
import { keptEach } from './thin-refusals.ts'

const note = command({
  name: 'test.note',
  access: ['BASIC_RM'],
  input: z.strictObject({
    text: z.string().min(1).max(10),
    how: z.enum(['done', 'refuse', 'keep', 'crash']).default('done'),
  }),
  reply: z.object({ text: z.string(), times: z.number() }),
  refusals: ['command-in-flight'],
  limit: { points: 40, seconds: 10 },
})
const whoami = query({
  name: 'test.whoami',
  access: 'session',
  input: z.strictObject({}),
  reply: z.object({ name: z.string() }),
})

/** A command that is authorised by a secret in its input. */
const knock = command({
  name: 'test.knock',
  access: 'public',
  input: z.strictObject({ token: z.string(), loud: z.boolean() }),
  reply: z.object({ by: z.number().nullable() }),
  refusals: ['eticket-invalid'],
  secretInput: ['token'],
  limit: { points: 3, seconds: 60 },
})

/** A command with what opens doors in input and reply, and a code that is typed. */
const unlock = command({
  name: 'test.unlock',
  access: ['BASIC_RM'],
  input: z.strictObject({ name: z.string(), rfidToken: z.string() }),
  reply: z.object({ stay: z.object({ pin: z.string().nullable(), place: z.string() }) }),
  refusals: ['changed-meanwhile'],
  privateInput: ['name'],
})

let db: TestDatabase
let world: World
let context: Kernel
const limits = createLimits()
let rm: Buffer

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
})
afterAll(() => db.close())
beforeEach(async () => {
  rm = await openSession(db.knex, world.users.rm.id)
  await db.knex('settings').delete()
  const noteHandler = handle(note, async ({ input, trx, refuse }) => {
    const key = 'note'
    await trx.raw(
      `insert into settings (key, value) values (?, '1') on conflict (key) do update set value = to_jsonb((settings.value)::int + 1)`,
      [key],
    )
    await publish(trx, [], saidFact(input.text))
    if (input.how === 'refuse') refuse('command-in-flight')
    if (input.how === 'keep') refuse.keeping('command-in-flight')
    if (input.how === 'crash') throw new Error('a bug')
    const row = (await trx('settings').where({ key }).first()) as { value: number }
    return { text: input.text, times: row.value }
  })
  const whoamiHandler = answer(whoami, async ({ actor }) => ({ name: actor.name }))
  const knocking = handleAnybody(knock, async ({ actor, input, refuse }) => {
    if (input.token.startsWith('invented')) refuse('eticket-invalid')
    return { by: actor?.userId ?? null }
  })
  const unlocking = handle(unlock, async ({ input, refuse }) => {
    if (input.name === 'stale-secret-1')
      refuse('changed-meanwhile', {}, [], { current: { fields: [{ path: 'name', value: 'stale-secret-2' }] } as never })
    return { stay: { pin: '493817', place: 'Box 7' } }
  })
  context = testContext(db.knex, {
    commands: new Map([
      [unlock.name, unlocking],
      [note.name, noteHandler],
      [knock.name, knocking],
    ]),
    queries: new Map([[whoami.name, whoamiHandler]]),
    watches: new Map(),
  })
})

const times = async () =>
  ((await db.knex('settings').where({ key: 'note' }).first()) as { value: number } | undefined)?.value ?? 0
const send = (input: unknown, id = randomUUID(), session: Buffer | null = rm) =>
  runCommand(context, session, { id, name: 'test.note', input })

describe('a command', () => {
  it('runs, stores its reply and replies after the commit', async () => {
    const id = randomUUID()
    expect(await send({ text: 'a' }, id)).toEqual({ ok: true, reply: { text: 'a', times: 1 } })
    const row = await db.knex('commands').where({ id }).first()
    expect(row).toMatchObject({
      name: 'test.note',
      outcome: 'done',
      user_id: world.users.rm.id,
      reply: { text: 'a', times: 1 },
    })
    expect(await times()).toBe(1)
  })

  it('runs once, however often and however concurrently its id is sent [CTRL-8]', async () => {
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ text: 'b' }, id)))
    expect(new Set(answers.map((item) => JSON.stringify(item)))).toEqual(
      new Set([JSON.stringify({ ok: true, reply: { text: 'b', times: 1 } })]),
    )
    expect(await times()).toBe(1)
    expect(await send({ text: 'b', how: 'done' }, id)).toMatchObject({
      ok: false,
      refusal: { code: 'command-id-reused' },
    })
    expect(await send({ text: 'c' }, id)).toMatchObject({ ok: false, refusal: { code: 'command-id-reused' } })
  })

  it('writes nothing when refused, and repeats the same refusal', async () => {
    const id = randomUUID()
    expect(await send({ text: 'r', how: 'refuse' }, id)).toEqual({ ok: false, refusal: { code: 'command-in-flight' } })
    expect(await send({ text: 'r', how: 'refuse' }, id)).toEqual({ ok: false, refusal: { code: 'command-in-flight' } })
    expect(await times()).toBe(0)
    expect(await db.knex('commands').where({ id })).toHaveLength(1)
    expect(
      await db.knex('outbox').where({ fact: 'gateways.silent' }).whereRaw("payload->>'lastMessageAt' = 'r'"),
    ).toHaveLength(0)
  })

  it('keeps the first refusals of an account each, and of more only their number by the minute [OPS-4] [ASVS V16.3.3]', async () => {
    const before = (await db.knex('commands').where({ outcome: 'done' })).length
    await db.knex('commands').where({ outcome: 'refused' }).delete()
    context = {
      ...context,
      limits: { take: async (key, rate) => (key.startsWith('audit.') ? limits.take(key, rate) : null) },
    }
    for (let n = 0; n < 50; n += 1) {
      await send({ text: 'r', how: 'refuse' })
      await send({ text: 'd' })
    }
    const refused = await db.knex('commands').where({ outcome: 'refused' })
    const [each, thinned] = [
      refused.filter(({ name }) => name === note.name),
      refused.filter(({ name }) => name !== note.name),
    ]
    expect(each).toHaveLength(keptEach.points)
    expect(thinned.length).toBeLessThanOrEqual(2)
    const inputs = thinned.map(({ input }) => input as { count: number; codes: Record<string, number> })
    expect(inputs.reduce((sum, { count }) => sum + count, 0)).toBe(30)
    expect(inputs.reduce((sum, { codes }) => sum + (codes['command-in-flight'] ?? 0), 0)).toBe(30)
    expect(thinned[0]).toMatchObject({
      name: 'audit.refusals',
      actor: `refusals:user:${world.users.rm.id}`,
      user_id: world.users.rm.id,
    })
    expect(await db.knex('commands').where({ outcome: 'done' })).toHaveLength(before + 50)
  })

  it('keeps what it wrote when the refusal says so', async () => {
    expect(await send({ text: 'k', how: 'keep' })).toEqual({ ok: false, refusal: { code: 'command-in-flight' } })
    expect(await times()).toBe(1)
  })

  it('keeps nothing in the trail that opens doors; its holder has it, also when the command is repeated [OPS-4] [ASVS V16.2.5]', async () => {
    const id = randomUUID()
    const unlocked = (name: string, at = id) =>
      runCommand(context, rm, { id: at, name: unlock.name, input: { name, rfidToken: 'card-secret-3' } })
    const whole = { ok: true, reply: { stay: { pin: '493817', place: 'Box 7' } } }
    expect(await unlocked('code-secret-4')).toEqual(whole)
    expect(await unlocked('code-secret-4')).toEqual(whole)
    const elsewhere = { ...context }
    const input = { name: 'code-secret-4', rfidToken: 'card-secret-3' }
    expect(await runCommand(elsewhere, rm, { id, name: unlock.name, input })).toMatchObject({
      reply: { stay: { pin: null, place: 'Box 7' } },
    })
    expect(await unlocked('stale-secret-1', randomUUID())).toMatchObject({ refusal: { code: 'changed-meanwhile' } })
    const rows = await db.knex('commands').where({ name: unlock.name })
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'refused']))
    expect(JSON.stringify(rows)).not.toMatch(/secret|493817/)
    const unprivate = createHash('sha256')
      .update(`${unlock.name}\0${JSON.stringify(input)}`)
      .digest()
    expect(rows.some(({ input_hash }) => unprivate.equals(input_hash as Buffer))).toBe(false)
  })

  it('replies to a bug with a support code that finds it in the audit trail [ERR-2] [ASVS V16.5.1]', async () => {
    const id = randomUUID()
    const reply = await send({ text: 'x', how: 'crash' }, id)
    expect(reply).toMatchObject({ ok: false, refusal: { code: 'unknown-failure' } })
    const row = await db.knex('commands').where({ id }).first()
    expect(row).toMatchObject({ outcome: 'failed', support_code: expect.stringMatching(/^HF-\w{4}-\w{4}$/) })
    expect(await times()).toBe(0)
  })

  it('names the invalid fields', async () => {
    expect(await send({ text: '', extra: 1 })).toMatchObject({
      ok: false,
      refusal: { code: 'bad-input', fields: expect.arrayContaining([expect.objectContaining({ path: 'text' })]) },
    })
    expect(await send({ text: 'a\u0000b' })).toMatchObject({ ok: false, refusal: { code: 'bad-input' } })
    expect(await send({ text: '\ud800' })).toMatchObject({ ok: false, refusal: { code: 'bad-input' } })
    expect(await send(null)).toMatchObject({ ok: false, refusal: { code: 'bad-input' } })
  })

  it('refuses callers without a session, with a dead one, and without the feature, and keeps that [ASVS V16.3.2] [ASVS V4.4.3] [ASVS V7.2.1]', async () => {
    expect(await send({ text: 'a' }, randomUUID(), null)).toMatchObject({ refusal: { code: 'session-expired' } })
    const visitor = await openSession(db.knex, world.users.visitor.id)
    const id = randomUUID()
    expect(await send({ text: 'a' }, id, visitor)).toMatchObject({ refusal: { code: 'not-authorized' } })
    expect(await db.knex('commands').where({ id }).first()).toMatchObject({
      outcome: 'refused',
      refusal: 'not-authorized',
      user_id: world.users.visitor.id,
    })
    await db.knex('sessions').where({ id_hash: rm }).update({ revoked_at: new Date() })
    expect(await send({ text: 'a' })).toMatchObject({ refusal: { code: 'session-expired' } })
    expect(await times()).toBe(0)
  })

  it('limits each actor separately', async () => {
    const answers = await Promise.all(Array.from({ length: 45 }, () => send({ text: 'l' })))
    expect(
      answers.filter((item) => !item.ok && item.refusal.code === 'too-many-requests').length,
    ).toBeGreaterThanOrEqual(5)
    const other = await openSession(db.knex, world.users.srm.id)
    expect(await send({ text: 'l' }, randomUUID(), other)).toMatchObject({ ok: true })
  })
})

describe('a query', () => {
  it('reads as the actor and cannot write', async () => {
    expect(await runQuery(context, rm, { name: 'test.whoami', input: {} })).toEqual({
      ok: true,
      view: { name: 'Test rm' },
    })
    expect(await runQuery(context, rm, { name: 'test.nothing', input: {} })).toMatchObject({
      refusal: { code: 'not-found' },
    })
  })
})

describe('a command with a secret', () => {
  const send = (session: Buffer | null, token: string, id = randomUUID(), loud = true) =>
    runCommand(context, session, { id, name: knock.name, input: { token, loud } })

  it('needs no session, and stores only the hash of the secret [TICK-3]', async () => {
    const id = randomUUID()
    expect(await send(null, 'open-sesame', id)).toEqual({ ok: true, reply: { by: null } })
    const kept = await db.knex('commands').where({ id }).first()
    expect(JSON.stringify(kept)).not.toContain('open-sesame')
    expect(kept).toMatchObject({ outcome: 'done', user_id: null, input: { loud: true } })
    expect(kept?.input.token).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it('runs once per secret, signed in or not [CTRL-8]', async () => {
    const id = randomUUID()
    expect(await send(rm, 'mellon', id)).toEqual({ ok: true, reply: { by: world.users.rm.id } })
    expect(await send(null, 'mellon', id)).toEqual({ ok: true, reply: { by: world.users.rm.id } })
    expect(await send(null, 'mellon', id, false)).toMatchObject({ refusal: { code: 'command-id-reused' } })
    expect(await send(null, 'another', id)).toEqual({ ok: true, reply: { by: null } })
  })

  it('is limited per address too: invented secrets are stopped, and leave nothing behind [TICK-3]', async () => {
    const invent = (from: string) => {
      const input = { token: `invented ${randomUUID()}`, loud: true }
      return runCommand(context, null, { id: randomUUID(), name: knock.name, input }, from)
    }
    const rows = async () => (await db.knex('commands').where({ name: knock.name }).select('id')).length
    const before = await rows()
    const answers = await Promise.all(Array.from({ length: 35 }, () => invent('192.0.2.1')))
    const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.refusal.code))
    expect(codes.filter((code) => code === 'eticket-invalid')).toHaveLength(30)
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(5)
    expect(await rows()).toBe(before)
    expect(await invent('192.0.2.2')).toMatchObject({ refusal: { code: 'eticket-invalid' } })
  })

  it('is limited per secret [TICK-3]', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(null, 'often')))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(await send(null, 'seldom')).toMatchObject({ ok: true })
  })
})
