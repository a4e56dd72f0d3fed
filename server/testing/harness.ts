import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '../kernel/project-root.ts'

export interface RunningPortal {
  readonly port: number
  /** The portal's address; the administration is at `adminUrl`, another host name of the same port. */
  readonly url: string
  readonly adminUrl: string
  readonly child: ChildProcess
  /** Its whole output. */
  readonly output: () => string
  /** Sends a signal and waits for the end; resolves with the exit code (null after a kill). */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

const root = projectRoot(import.meta.dirname)

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return typeof address === 'object' && address ? address.port : 0
}

/** Above any real start-up time. */
const hangsMs = 4 * 60_000

/** Starts the built server as a separate process on a database; resolves when it is ready. */
export async function startPortal(options: {
  databaseUrl?: string
  port?: number
  env?: Record<string, string>
  /** The line it prints when ready. */
  readyText?: string
}): Promise<RunningPortal> {
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const adminUrl = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(root, 'dist/portal/main.js')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: String(port),
      PORTAL_URL: url,
      ADMIN_URL: adminUrl,
      LOG_LEVEL: 'info',
      HOLDFAST_STRICT: '1',
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the portal hangs while starting:\n${output}`))
    }, hangsMs)
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        if (!line.includes(options.readyText ?? '"msg":"ready"')) return
        clearTimeout(timer)
        resolve()
      })
    }
    void ended.then((code) => {
      clearTimeout(timer)
      reject(new Error(`the portal ended with ${code}:\n${output}`))
    })
  })
  await ready
  return {
    port,
    url,
    adminUrl,
    child,
    output: () => output,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      return await ended
    },
  }
}
