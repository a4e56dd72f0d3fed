import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { initialise } from './initialise.ts'
import { launch, type Site } from './launch.ts'
import { address, socketAddress } from './login.ts'
import { otherOwner, sweepAbandoned, takeOwnership } from './owner.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { supervise } from './supervise.ts'

export type EmbeddedOptions = {
  /** Folder of data, log, port and passwords; created when absent. */
  dir: string
  /** Delete the folder at stop. */
  temporary?: boolean
  /** false: do not wait for the disk. Temporary servers only. Default true. */
  fsync?: boolean
  /** Restart the server on the same port when it dies. Default: not for temporary ones. */
  supervised?: boolean
  log?: (line: string) => void
}

export type Embedded = {
  /** Address of the database `holdfast` as its owner `holdfast`. */
  url: string
  /** The same over the socket, for processes that do not outlive the server. */
  socketUrl: string
  /** The same as superuser, for checks such as amcheck. Never for the application. */
  superuserUrl: string
  /** A server already running in this folder was taken over. */
  adopted: boolean
  /** Process id of the server, undefined without one. */
  pid(): number | undefined
  /** Stops fast; leaves a server that another living process owns. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of the npm package in a folder, on 127.0.0.1 and a free port that is kept, or takes over the
 * one that a killed process left. As root it runs the server as another user. Committed data survive any kill. Throws
 * an EmbeddedDatabaseError for the person at the terminal.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { temporary = false, fsync = true, supervised = !temporary, log = () => undefined } = options
  if (!fsync && !temporary) throw new EmbeddedDatabaseError('Only a temporary database may run without fsync.')
  const binaries = await findBinaries()
  const asked = resolve(options.dir)
  mkdirSync(asked, { recursive: true, mode: 0o755 })
  const dir = realpathSync(asked)
  if (temporary) await sweepAbandoned(dirname(dir), binaries.pgCtl)

  const account = chooseAccount(dir, binaries)
  const credentials = await initialise(dir, binaries, account, fsync)
  const site: Site = { dir, dataDir: join(dir, 'data'), binaries, account, credentials, fsync }
  const { port, adopted } = await launch(site, false)
  const shared = adopted ? otherOwner(dir) : undefined
  if (shared === undefined) takeOwnership(dir, temporary)
  if (adopted) log(`Took over the database server that was running in ${dir}`)

  const release = supervised && shared === undefined ? supervise(site, log) : async () => undefined
  const url = address('holdfast', credentials.application, port, 'holdfast')
  return {
    url,
    socketUrl: socketAddress(url, site.dataDir),
    superuserUrl: address('postgres', credentials.superuser, port, 'holdfast'),
    adopted,
    pid: () => findPostmaster(site.dataDir)?.pid,
    stop: async () => {
      await release()
      if (shared !== undefined) return
      await stopPostmaster(site.dataDir, binaries.pgCtl, temporary ? 'immediate' : 'fast')
      if (temporary) rmSync(dir, { recursive: true, force: true })
    },
  }
}
