import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { plantUser } from '../../db/testing/fixtures.ts'
import { tablesHolding } from '../../db/testing/stored.ts'
import { makeJobsDue, runJobs } from '../jobs/testing/run-jobs.ts'
import { createMetrics } from '../kernel/metrics.ts'
import { linkHash, linkHours, linkPage, linkPurposes } from './links.ts'
import { type AccountMail, queueAccountMail } from './queue-account.ts'
import { linkIn, mailText } from './testing/link-in.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'
import { messageWork } from './work.ts'

let db: TestDatabase
let knex: Knex
let server: MailServer
let userId: number
let folder: string
const lines: string[] = []
const opened: { stop(): Promise<void> }[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  server = await startMailServer()
  userId = await plantUser(knex, 'linked')
  folder = await mkdtemp(join(tmpdir(), 'mails-'))
})
beforeEach(async () => {
  server.refuse = () => null
  server.received.splice(0)
  lines.splice(0)
  await knex('messages').delete()
  await knex('tokens').delete()
  await knex.raw('delete from graphile_worker._private_jobs')
})
afterEach(() => Promise.all(opened.splice(0).map((each) => each.stop())))
afterAll(async () => {
  await server.close()
  await db.close()
  await rm(folder, { recursive: true })
})

const queue = (mail: Partial<AccountMail> = {}) =>
  knex.transaction((trx) => queueAccountMail(trx, { kind: 'registration', userId, ...mail }))
async function send(config: Partial<Parameters<typeof messageWork>[0]['config']> = {}): Promise<void> {
  const work = messageWork({
    knex,
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    metrics: createMetrics(),
    config: { mail: { url: server.url, from: 'noreply@parken.example' }, mailDir: null, sms: null, ...config },
    portalUrl: 'https://parken.example',
  })
  opened.push(work)
  await runJobs(knex, work.lanes)
}
const links = () =>
  many<{ purpose: string; hash: Buffer; email: string; data: object; hours: number }>(
    knex,
    `select purpose, token_hash as hash, email, data, extract(epoch from expires_at - created_at)::int / 3600 as hours from tokens order by id`,
  )

describe('mails with links [NOTE-1]', () => {
  it.each(linkPurposes)('%s: the link is drawn when the mail is sent [ASVS V6.4.1] [ASVS V11.5.1]', async (kind) => {
    await queue({ kind, link: { zones: [1] } })
    expect(await links()).toEqual([])
    await send()
    const value = linkIn(server.received[0]?.raw ?? '')
    expect(value).toMatch(/^[\w-]{43}$/)
    expect(await links()).toEqual([
      {
        purpose: kind,
        hash: linkHash(value),
        email: 'linked@example.org',
        data: { zones: [1] },
        hours: linkHours[kind],
      },
    ])
  })

  it.each(linkPurposes)('%s: are raw in no table, job or log [ASVS V6.5.2]', async (kind) => {
    await queue({ kind })
    await send()
    const value = linkIn(server.received[0]?.raw ?? '')
    expect(value).not.toBe('')
    expect(await tablesHolding(knex, value)).toEqual([])
    expect(lines.join('')).not.toContain(value)
    const stored = (await knex('messages').first()) as { body_text: string; body_html: string }
    expect(stored.body_text).toContain(linkPage(kind))
    expect(stored.body_html).toContain(linkPage(kind))
  })

  it('have a link of their own for each attempt, and none when another was used meanwhile', async () => {
    server.refuse = () => 450
    await queue()
    await send()
    expect(await links()).toHaveLength(1)
    server.refuse = () => null
    await makeJobsDue(knex)
    await send()
    const [first, second] = await links()
    expect(second?.hash).toEqual(linkHash(linkIn(server.received[0]?.raw ?? '')))
    expect(first?.hash).not.toEqual(second?.hash)
  })

  it('are not sent when they are older than their link would live', async () => {
    await queue({ kind: 'password-reset' })
    await knex('messages').update({ created_at: knex.raw(`now() - interval '61 minutes'`) })
    await send()
    expect(server.received).toEqual([])
    expect(await knex('messages').first()).toMatchObject({ state: 'suppressed', error: 'link-outdated' })
    expect(await links()).toEqual([])
  })

  it('reach addresses of nobody’s account, in their language and with the sender of the company', async () => {
    const tenantId = (await knex('tenants').insert({ name: 'Radhafen', prefix: 'RH' }).returning('id'))[0].id as number
    const to = { email: 'new@world.example', language: 'de', name: 'Anna Berger' } as const
    await queue({ kind: 'rm-invitation', userId: null, to, tenantId, data: { inviter: 'Max', zones: 'Nord, Süd' } })
    await send()
    const [mail] = server.received
    expect(mail?.to).toBe('new@world.example')
    expect(mail?.header('From')).toBe('Radhafen <noreply@parken.example>')
    const text = mailText(mail?.raw ?? '')
    expect(text).toContain('Guten Tag Anna Berger,')
    expect(text).toContain('Max lädt Sie ein, Reservierungen bei Radhafen zu verwalten. Zonen: Nord, Süd.')
    expect(text).not.toContain('/profile')
    expect(await links()).toMatchObject([{ email: 'new@world.example' }])
  })

  it('are written into a folder for its owner alone if there is no mail server', async () => {
    await queue()
    await send({ mail: null, mailDir: join(folder, 'mail') })
    expect(await knex('messages').first()).toMatchObject({ state: 'sent', via: 'file' })
    const [name = ''] = await readdir(join(folder, 'mail'))
    expect(name).toMatch(/^message-\d+\.eml$/)
    const file = join(folder, 'mail', name)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const raw = await readFile(file, 'utf8')
    expect(await links()).toMatchObject([{ hash: linkHash(linkIn(raw)) }])
    expect(raw).toMatch(/^To: .*linked@example\.org/m)
  })
})
