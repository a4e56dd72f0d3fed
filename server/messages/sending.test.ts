import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { maxAttempts } from '../jobs/add-job.ts'
import { unlockDead } from '../jobs/heartbeat.ts'
import { startJobs } from '../jobs/jobs.ts'
import { makeJobsDue, runJobs } from '../jobs/testing/run-jobs.ts'
import { createMetrics } from '../kernel/metrics.ts'
import { SendFailure, type SmsPort } from './port.ts'
import { queueMessages } from './queue.ts'
import { createSending, maxAtOnce } from './sending.ts'
import { createSmtp } from './smtp.ts'
import { type MailServer, startBlackHole, startMailServer } from './testing/mail-server.ts'
import { type MessageWorld, messageWorld } from './testing/message-world.ts'
import { messageWork } from './work.ts'

let db: TestDatabase
let knex: Knex
let world: MessageWorld
let server: MailServer
const opened: { stop(): Promise<void> }[] = []
beforeAll(async () => {
  db = await createTestDatabase({ max: 20 })
  knex = db.knex
  world = await messageWorld(knex)
})
beforeEach(async () => {
  await knex('messages').delete()
  await knex.raw('delete from graphile_worker._private_jobs')
  server = await startMailServer()
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((each) => each.stop()))
  await server.close()
})
afterAll(() => db?.close())

const away: [string, boolean][] = []
function sending({ url = server.url, sms = null as SmsPort | null, outbox = false } = {}) {
  const mail = outbox ? null : createSmtp({ url, from: 'noreply@parken.example', connections: maxAtOnce })
  const made = createSending({
    knex,
    log: pino({ level: 'silent' }),
    mail,
    sms,
    portalUrl: 'https://parken.example',
    onAway: (channel, is) => away.push([channel, is]),
  })
  opened.push(made)
  return { ...made, sweep: () => runJobs(knex, made.lanes) }
}
const queue = (count: number, kind: 'reservation-confirmed' | 'maintenance-not-moved' = 'reservation-confirmed') =>
  knex.transaction((trx) =>
    queueMessages(
      trx,
      Array.from({ length: count }, (_, index) => world.message(kind, `${kind} ${index}`)),
    ),
  )
interface Row {
  id: number
  state: string
  attempts: number
  error: string | null
  via: string | null
  /** Seconds between the last attempt and the next. */
  wait: number | null
  /** Seconds from now to the next attempt. */
  inSeconds: number | null
}
/** The rows of a channel with the due times of their jobs. */
const read = (channel = 'mail') =>
  many<Row>(
    knex,
    `select n.id, n.state, n.attempts, n.error, n.via, extract(epoch from j.run_at - n.last_attempt_at)::float as wait,
       extract(epoch from j.run_at - now())::float as "inSeconds"
     from messages n left join graphile_worker.jobs j on j.key = 'messages.' || n.channel || ' ' || n.id where n.channel = ? order by n.id`,
    [channel],
  )
const makeDue = () => makeJobsDue(knex)

describe('mails through a server', () => {
  it('are sent with the sender of the zone, their own Message-ID, as text and HTML, with complete addresses [NOTE-1]', async () => {
    await queue(1)
    await sending().sweep()
    const [row] = await read()
    expect(row).toMatchObject({ state: 'sent', attempts: 1, via: 'smtp', error: null })
    const [mail] = server.received
    expect(mail?.to).toBe(world.email)
    expect(mail?.header('From')).toBe('Parken am See <noreply@parken.example>')
    expect(mail?.header('Message-ID')).toBe(`<message-${row?.id}@parken.example>`)
    expect(mail?.header('Content-Type')).toContain('multipart/alternative')
    expect(mail?.header('Auto-Submitted')).toBe('auto-generated')
    expect(mail?.raw.replaceAll('=\r\n', '')).toContain(
      `https://parken.example/reserved-parking-lots/${world.reservationId}`,
    )
    expect(mail?.raw).not.toContain('{portal}')
  })

  it('are sent once each, however many processes send [NOTE-1]', async () => {
    await queue(60)
    await Promise.all(Array.from({ length: 10 }, () => sending().sweep()))
    expect(server.received).toHaveLength(60)
    expect(new Set(server.received.map((mail) => mail.header('Message-ID'))).size).toBe(60)
    expect((await read()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true)
  })

  it('fail at once if the server does not know the recipient, without delaying others', async () => {
    await queue(3)
    await knex('messages').where({ dedupe_key: 'reservation-confirmed 1' }).update({ recipient: 'nobody@example.org' })
    server.refuse = (address) => (address.startsWith('nobody') ? 550 : null)
    await sending().sweep()
    expect((await read()).map(({ state }) => state).toSorted()).toEqual(['failed', 'sent', 'sent'])
    expect(await knex('messages').where({ state: 'failed' }).first()).toMatchObject({
      attempts: 1,
      error: expect.stringContaining('550') as string,
    })
  })

  it('are retried at growing intervals for a day when the server defers them, by the database’s clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await queue(1)
    server.refuse = () => 451
    const own = sending()
    let wholeHours = 0
    for (let tries = 1; tries < maxAttempts; tries += 1) {
      await makeDue()
      await own.sweep()
      const [row] = await read()
      expect(row).toMatchObject({ state: 'queued', attempts: tries })
      expect(row?.wait).toBeGreaterThanOrEqual(Math.exp(Math.min(tries, 10)))
      expect(row?.wait).toBeLessThan(Math.exp(tries + 1))
      wholeHours += (row?.wait ?? 0) / 3_600
      await own.sweep()
    }
    expect(wholeHours).toBeGreaterThan(24)
    await makeDue()
    await own.sweep()
    expect((await read())[0]).toMatchObject({ state: 'failed', attempts: maxAttempts })
    expect(server.received).toEqual([])
  })

  it('wait while the server is unavailable: only a probe is attempted, no attempts are used up, and all are sent when it is back', async () => {
    await queue(20)
    vi.useFakeTimers({ toFake: ['performance'] })
    await server.close()
    const own = sending()
    away.length = 0
    await own.sweep()
    expect(away).toEqual([['mail', true]])
    expect((await read()).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(maxAtOnce)
    await own.sweep()
    await own.sweep()
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      const before = await tries()
      vi.advanceTimersByTime(60_000)
      await own.sweep()
      expect((await tries()) - before).toBe(1)
    }
    expect(Math.max(...(await read()).map(({ attempts }) => attempts))).toBe(1)
    expect((await read()).every(({ state, inSeconds }) => state === 'queued' && (inSeconds ?? 60) <= 30)).toBe(true)
    server = await startMailServer(server.port)
    vi.advanceTimersByTime(60_000)
    const sent = async () => {
      await makeDue()
      await own.sweep()
      return (await read()).filter(({ state }) => state === 'sent').length
    }
    await expect.poll(sent).toBe(20)
    expect(away.at(-1)).toEqual(['mail', false])
    expect(server.received).toHaveLength(20)
  })
  const tries = async () =>
    Number((await many<{ n: number }>(knex, 'select count(last_attempt_at)::int as n from messages'))[0]?.n)

  it('do not fail because of a wrong password', async () => {
    await queue(2)
    await sending({ url: `smtp://user:wrong@127.0.0.1:${server.port}` }).sweep()
    expect((await read()).every(({ state }) => state === 'queued')).toBe(true)
    expect(JSON.stringify(await read())).not.toContain('wrong')
  })

  it('are sent again with the same Message-ID when a process died before it could record the success', async () => {
    await queue(1)
    const dying = createSmtp({ url: server.url, from: 'noreply@parken.example', connections: 1 })
    await knex.raw(`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now(), attempts = 1`)
    const letter = {
      messageId: `<message-${(await read())[0]?.id}@parken.example>`,
      to: world.email,
      senderName: 'x',
      language: 'en',
    }
    await dying.send({ ...letter, subject: 's', text: 't', html: 'h' }, new AbortController().signal)
    dying.close()
    await sending().sweep()
    expect(server.received).toHaveLength(1)
    expect((await read())[0]).toMatchObject({ state: 'queued' })
    await unlockDead(knex, randomUUID(), false)
    await sending().sweep()
    expect(server.received.map((mail) => mail.header('Message-ID'))).toEqual([letter.messageId, letter.messageId])
    expect((await read())[0]).toMatchObject({ state: 'sent' })
  })

  it('are marked failed when their process died during the last attempt; others stay queued', async () => {
    await queue(3)
    const [lost, running] = await read()
    const job = (id: number | undefined) => `messages.mail ${id}`
    await knex.raw(
      `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = case key when ? then 'dead' else 'alive' end
       where key in (?, ?)`,
      [job(lost?.id), job(lost?.id), job(running?.id)],
    )
    await knex('processes').insert({
      id: randomUUID(),
      name: 'x',
      roles: [],
      workers: ['alive'],
      host: 'x',
      pid: 1,
      version: '0',
    })
    await unlockDead(knex, randomUUID(), false)
    const work = messageWork({
      knex,
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      config: { mail: null, mailDir: null, sms: null },
      portalUrl: 'https://parken.example',
    })
    opened.push(work)
    for (const { run } of work.ticks) await run()
    expect((await read()).map(({ state, error }) => ({ state, error }))).toEqual([
      { state: 'failed', error: 'interrupted' },
      { state: 'queued', error: null },
      { state: 'queued', error: null },
    ])
  })

  it('are not held up by a server that accepts connections and never replies; neither is shutdown', async () => {
    const hole = await startBlackHole()
    await queue(5)
    const own = sending({ url: `smtp://127.0.0.1:${hole.port}` })
    const jobs = await startJobs({
      url: db.url,
      knex,
      log: pino({ level: 'silent' }),
      heartbeat: { workers: new Set(), beat: async () => {}, stop: async () => {} },
      processId: randomUUID(),
      alone: false,
      lanes: own.lanes,
      cron: [],
    })
    await expect.poll(hole.taken).toBe(maxAtOnce)
    const held = () =>
      many(
        knex,
        `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )
    await expect.poll(held).toEqual([])
    const locked = () =>
      many(
        knex,
        `select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'messages' and l.pid <> pg_backend_pid()`,
      )
    await expect.poll(locked).toEqual([])
    expect(await queue(8)).toBe(3)
    await jobs.stop()
    expect((await read()).every(({ state, attempts }) => state === 'queued' && attempts === 0)).toBe(true)
    const due = 'select from graphile_worker.jobs where locked_at is null and run_at <= now()'
    expect(await many(knex, due)).toHaveLength(8)
    await hole.close()
  })
})

describe('without a server', () => {
  it('mails are kept in the outbox, with that reason [NOTE-1]', async () => {
    await queue(520)
    await sending({ outbox: true }).sweep()
    expect(
      (await read()).every(({ state, via, attempts }) => state === 'sent' && via === 'outbox' && attempts === 1),
    ).toBe(true)
  })
})

describe('SMS', () => {
  const port = (send: SmsPort['send']): SmsPort => ({ via: 'sms-gateway', send, close: () => {} })

  it('carry number and text, independently of mails [NOTE-2]', async () => {
    await queue(1, 'maintenance-not-moved')
    const sent: unknown[] = []
    await sending({ sms: port(async (sms) => void sent.push(sms)) }).sweep()
    const [row] = await read('sms')
    expect(row).toMatchObject({ state: 'sent', via: 'sms-gateway' })
    expect(sent).toEqual([
      { id: `message-${row?.id}`, to: '+4915123456789', text: expect.stringContaining('under maintenance') as string },
    ])
    expect(server.received).toHaveLength(1)
  })

  it('are not sent if consent was withdrawn while they were queued [NOTE-2]', async () => {
    await queue(1, 'maintenance-not-moved')
    await world.change({ sms_consent_at: null })
    const send = vi.fn<SmsPort['send']>()
    await sending({ sms: port(send) }).sweep()
    expect(send).not.toHaveBeenCalled()
    expect((await read('sms'))[0]).toMatchObject({ state: 'suppressed', error: 'consent-withdrawn', attempts: 0 })
    await world.allowSms()
  })

  it('do not stop mails when they fail', async () => {
    await queue(2, 'maintenance-not-moved')
    await sending({ sms: port(() => Promise.reject(new SendFailure('refused', 'no such number'))) }).sweep()
    expect((await read('sms')).map(({ state, error }) => [state, error])).toEqual(
      Array(2).fill(['failed', 'no such number']),
    )
    expect(server.received).toHaveLength(2)
  })
})
