import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { list } from '../../contract/messages.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { startApp, type TestApp } from '../http/testing/app.ts'
import { cookieFor } from '../testing/sessions.ts'
import { makeWorld, type World } from '../testing/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
let cookie: string
const planted = 20_000
beforeAll(async () => {
  database = await createTestDatabase({ max: 12 })
  world = await makeWorld(database.knex)
  app = await startApp(database.knex)
  cookie = await cookieFor(database.knex, world.users.rm.id)
  await database.knex.raw(
    `insert into messages (channel, kind, recipient, language, subject, body_text, body_html, site_id, state, via, sent_at)
     select 'mail', 'gateway-silent', 'a@example.org', 'en', case n when 1 then E'x\\n=cmd()' when 2 then 'a;"b"' else repeat('long ', 40) end,
       't', 'h', ?, 'sent', 'outbox', now() from generate_series(1, ${planted}) n`,
    [world.own.siteId],
  )
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const path = (input: object) => `/lists/${list.name}/csv?input=${encodeURIComponent(JSON.stringify(input))}`
async function open(input: object): Promise<IncomingMessage> {
  const request = get({ port: app.port, path: path(input), headers: { cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}
const textOf = async (response: IncomingMessage): Promise<string> => {
  response.setEncoding('utf8')
  let text = ''
  for await (const part of response) text += String(part)
  return text
}
const inTransaction = async () => {
  const { rows } = await database.knex.raw<{ rows: object[] }>(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
  )
  return rows.length
}

describe('the file of a list', () => {
  it('holds every row of one moment, whatever happens while it is read', async () => {
    const response = await open({ sort: 'createdAt' })
    await once(response, 'readable')
    await database.knex('messages').insert({
      channel: 'sms',
      kind: 'gateway-silent',
      recipient: '+491',
      language: 'en',
      body_text: 'later',
      site_id: world.own.siteId,
      state: 'suppressed',
    })
    const text = await textOf(response)
    expect(text.match(/a@example\.org/g)).toHaveLength(planted)
    expect(text).not.toContain('+491')
    await expect.poll(inTransaction).toBe(0)
  })

  it('keeps line breaks in their cell and has no formulas, with heads in the language of its reader', async () => {
    const { text } = await app.ask('GET', path({ search: 'cmd()' }), { cookie, headers: { 'accept-language': 'de' } })
    const [head, row] = text.split('\r\n')
    expect(head).toMatch(/^"Erstellt";"Zeitzone";"Kanal";/)
    expect(row).toContain(`;"x\n'=cmd()";`)
    expect((await app.ask('GET', path({ search: 'a;"b"' }), { cookie })).text).toContain(';"a;""b""";')
  })

  it('is given up when its reader goes, and only a few are read at once', async () => {
    const readers = []
    for (let count = 0; count < 4; count += 1) readers.push(await open({}))
    expect((await app.ask('GET', path({}), { cookie })).status).toBe(503)
    for (const response of readers) response.destroy()
    await expect.poll(inTransaction).toBe(0)
    await expect.poll(async () => (await app.ask('HEAD', path({}), { cookie })).status).toBe(200)
  })

  it('is refused for unknown lists and bad input, to strangers of the list, and to nobody', async () => {
    expect((await app.ask('GET', '/lists/people.listViews/csv', { cookie })).status).toBe(404)
    for (const input of ['{', '{"sort":"x"}', '[]'])
      expect(
        (await app.ask('GET', `/lists/${list.name}/csv?input=${encodeURIComponent(input)}`, { cookie })).status,
      ).toBe(400)
    const visitor = await cookieFor(database.knex, world.users.visitor.id)
    expect((await app.ask('GET', path({}), { cookie: visitor })).status).toBe(403)
    expect((await app.ask('GET', path({}))).status).toBe(401)
  })
})
