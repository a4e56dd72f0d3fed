import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Knex } from 'knex'
import pino from 'pino'
import { createIngest } from '../../../telemetry/ingest/ingest.ts'
import { createStorer } from '../../../telemetry/ingest/ingest-storer.ts'
import { createApp } from '../../app.ts'
import type { Kernel } from '../../kernel/bus/handlers.ts'
import { redacted } from '../../kernel/log.ts'
import { registry } from '../../registry.ts'
import { testContext } from '../../testing/context.ts'
import { type Ask, askAt } from './ask.ts'

/** Content of assets/b-3c4d.js, which also exists compressed, as after a build. */
export const builtScript = 'export const built = true\n'.repeat(100)

export interface TestApp {
  readonly port: number
  readonly context: Kernel
  /** The log. */
  readonly log: () => string
  readonly ask: Ask
  login(login: string, password: string, headers?: Record<string, string>): Promise<string>
  close(): Promise<void>
}

/** The HTTP edge on a free port, with a small built client and a readable log. */
export async function startApp(
  knex: Knex,
  change: (context: Kernel) => Partial<Kernel> = () => ({}),
): Promise<TestApp> {
  const clientDir = mkdtempSync(join(tmpdir(), 'holdfast-client-'))
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(
    join(clientDir, 'index.html'),
    '<!doctype html><title>Holdfast</title><script type="module" src="/assets/a-1b2c.js"></script>',
  )
  writeFileSync(join(clientDir, 'assets/a-1b2c.js'), 'export {}\n'.repeat(500))
  const built = join(clientDir, 'assets/b-3c4d.js')
  writeFileSync(built, builtScript)
  writeFileSync(`${built}.br`, brotliCompressSync(builtScript))
  writeFileSync(`${built}.gz`, gzipSync(builtScript))
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
  const context: Kernel = { ...base, ...change(base) }
  const ingest = createIngest(createStorer({ knex, log }))
  server.on('request', createApp(context, { ingest, clientDir }))

  const ask = askAt(`http://127.0.0.1:${port}`, `admin.localhost:${port}`)
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
    async close() {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      rmSync(clientDir, { recursive: true })
    },
  }
}
