import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import pino from 'pino'
import type { Context } from '../../context.ts'
import { redacted } from '../../log.ts'
import { registry } from '../../registry.ts'
import { testContext } from '../../testing/context.ts'
import { createApp } from '../app.ts'
import { checkDocument } from './check-document.ts'
import { checkBySchema } from './official-schema.ts'

interface TestResource {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships: Record<string, { data: unknown }>
}
interface TestError {
  status: string
  code: string
  title: string
  detail: string
  source?: unknown
  meta?: unknown
}
export interface Answered {
  status: number
  headers: Headers
  text: string
  /** Parsed when it is JSON, else empty; every JSON:API document has passed the official schema and checkDocument. */
  body: { meta?: Record<string, unknown>; included?: TestResource[]; [member: string]: unknown }
  /** The primary data. */
  data: TestResource[]
  /** The first error, of an error document. */
  error: TestError | undefined
}
export interface AskOptions {
  cookie?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string or Buffer as it is. */
  body?: unknown
}
export interface TestApp {
  readonly port: number
  readonly context: Context
  /** What pino wrote. */
  readonly log: () => string
  ask(method: string, path: string, options?: AskOptions): Promise<Answered>
  login(login: string, password: string, headers?: Record<string, string>): Promise<string>
  close(): Promise<void>
}

/** The HTTP edge listening on a free port, with a small built client and a log that can be read. */
export async function startApp(
  knex: Knex,
  change: (context: Context) => Partial<Context> = () => ({}),
): Promise<TestApp> {
  const clientDir = mkdtempSync(join(tmpdir(), 'holdfast-client-'))
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(
    join(clientDir, 'index.html'),
    '<!doctype html><title>Holdfast</title><script type="module" src="/assets/a-1b2c.js"></script>',
  )
  writeFileSync(join(clientDir, 'assets/a-1b2c.js'), 'export {}\n'.repeat(500))
  writeFileSync(join(clientDir, 'sw.js'), '')
  let written = ''
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const log = pino(
    { level: 'trace', redact: { paths: redacted, censor: '[redacted]' } },
    { write: (line: string) => void (written += line) },
  )
  const addresses = { portal: `http://127.0.0.1:${port}`, admin: `http://admin.localhost:${port}` }
  const base = { ...testContext(knex, registry()), log, addresses }
  const context: Context = { ...base, ...change(base) }
  const ingest = { accept: async () => ({ ok: false as const, status: 503 as const, detail: 'no gateway here' }) }
  server.on('request', createApp(context, { ingest, clientDir }))

  const ask = async (method: string, path: string, { cookie, headers, body }: AskOptions = {}): Promise<Answered> => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'client-id': 'test',
        ...(body !== undefined && !raw ? { 'content-type': 'application/vnd.api+json' } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const parsed = /json/.test(type) ? (JSON.parse(text) as unknown) : undefined
    if (type.startsWith('application/vnd.api+json')) {
      checkBySchema(parsed)
      checkDocument(parsed, response.status)
    }
    const whole = (parsed ?? {}) as { data?: TestResource | TestResource[]; errors?: TestError[] }
    const data = whole.data === undefined ? [] : [whole.data].flat()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: { ...whole },
      data,
      error: whole.errors?.[0],
    }
  }
  return {
    port,
    context,
    log: () => written,
    ask,
    async login(login, password, headers = {}) {
      const answer = await ask('POST', '/users/login', {
        headers,
        body: { data: { type: 'users', attributes: { login, password } } },
      })
      if (answer.status !== 200) throw new Error(`login ${answer.status}: ${answer.text}`)
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
