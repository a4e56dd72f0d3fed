import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Account, asAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError } from './error.ts'
import type { Credentials } from './initialise.ts'
import { tryLogin } from './login.ts'
import { findPostmaster, removeStalePidFile } from './postmaster.ts'
import { serverArguments } from './settings.ts'

/** What starting or finding the server of a folder needs. */
export type Site = {
  dir: string
  dataDir: string
  binaries: Binaries
  account: Account
  credentials: Credentials
  fsync: boolean
}

/**
 * Starts the server, or takes over the one that runs in this folder. A leftover postmaster.pid is retried for some seconds, because a
 * killed server may not be reaped yet. `keepPort` insists on the stored port, which clients already use.
 */
export async function launch(site: Site, keepPort: boolean): Promise<{ port: number; adopted: boolean }> {
  const end = Date.now() + 60_000
  const patience = Date.now() + 4_000
  let socket = true
  let cleared = false
  for (;;) {
    const running = findPostmaster(site.dataDir)
    if (running) {
      if ((await tryLogin(site.dataDir, running.port, site.credentials)) === 'ready') {
        writeFileSync(portFile(site.dir), String(running.port))
        return { port: running.port, adopted: true }
      }
    } else {
      if (Date.now() > patience) removeStalePidFile(site.dataDir)
      const port = await choosePort(site.dir, keepPort)
      const outcome = await startOnce(site, { port, socket }, end)
      if (outcome === 'ready') return { port, adopted: false }
      if (outcome === 'no socket') {
        // We hold the data folder, so a killed server left the socket. If removing it does not help, TCP has to do.
        socket = !cleared && removeSocket(site.dataDir, port)
        cleared = true
      }
    }
    if (Date.now() > end)
      throw new EmbeddedDatabaseError(
        `The embedded PostgreSQL does not start within a minute. See ${logFile(site.dir)}`,
      )
    await wait(100)
  }
}

/**
 * Starts once. 'again': it ended for a temporary reason (port or data folder taken); 'no socket': it could not create
 * its socket.
 */
async function startOnce(
  site: Site,
  how: { port: number; socket: boolean },
  end: number,
): Promise<'ready' | 'again' | 'no socket'> {
  const { child, logStart } = spawnServer(site, how)
  let over: string | undefined
  child.once('error', (error) => (over = error.message))
  child.once('exit', (code, signal) => (over = `It ended with ${signal ?? `code ${code}`}.`))
  while (Date.now() < end) {
    if (over !== undefined) {
      const said = logSince(site.dir, logStart)
      const own = said.filter((line) => line.includes(`[${child.pid}]`)).join('\n')
      if (/could not create any TCP|lock file "postmaster.pid"|pre-existing shared memory/.test(own)) return 'again'
      if (how.socket && /lock file "\S*\.s\.PGSQL|could not create any Unix-domain/.test(own)) return 'no socket'
      throw new EmbeddedDatabaseError(
        `The embedded PostgreSQL does not start. ${over} Its log (${logFile(site.dir)}) says:\n${said.slice(-12).join('\n')}`,
      )
    }
    if ((await tryLogin(site.dataDir, how.port, site.credentials)) === 'ready') return 'ready'
    await wait(25)
  }
  child.kill('SIGQUIT')
  return 'again'
}

/** Removes the socket of a killed server. Returns false if there was none, or it cannot be removed. */
function removeSocket(dataDir: string, port: number): boolean {
  const path = join(dataDir, `.s.PGSQL.${port}`)
  const left = [path, `${path}.lock`].filter((each) => existsSync(each))
  try {
    for (const each of left) rmSync(each)
  } catch {
    return false
  }
  return left.length > 0
}

/** Spawns the server in its own session, so that Ctrl-C reaches only us, with its log in a file that outlives us. */
function spawnServer(site: Site, how: { port: number; socket: boolean }): { child: ChildProcess; logStart: number } {
  const log = logFile(site.dir)
  if (existsSync(log) && statSync(log).size > 10_000_000) renameSync(log, `${log}.1`)
  const output = openSync(log, 'a', 0o600)
  const logStart = fstatSync(output).size
  const child = spawn(site.binaries.postgres, serverArguments({ dataDir: site.dataDir, fsync: site.fsync, ...how }), {
    ...asAccount(site.account),
    cwd: site.dataDir,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  return { child, logStart }
}

async function choosePort(dir: string, keep: boolean): Promise<number> {
  const stored = existsSync(portFile(dir)) ? Number(readFileSync(portFile(dir), 'utf8')) : 0
  if (stored > 0 && (keep || (await isFree(stored)) === stored)) return stored
  const port = await isFree(0)
  if (port === undefined) throw new EmbeddedDatabaseError('No free port on 127.0.0.1 for the embedded PostgreSQL.')
  writeFileSync(portFile(dir), String(port))
  return port
}

/** Returns the port (0 = any) if it is free, else undefined. */
function isFree(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const bound = probe.address()
      probe.close(() => resolve(bound !== null && typeof bound === 'object' ? bound.port : undefined))
    })
  })
}

/** Returns the lines of the server log from a position on; several starters may write to it. */
function logSince(dir: string, position: number): string[] {
  const text = readFileSync(logFile(dir)).subarray(position).toString()
  return text.split('\n').filter((line) => line !== '')
}

function logFile(dir: string): string {
  return join(dir, 'postgres.log')
}

function portFile(dir: string): string {
  return join(dir, 'port')
}
