import { randomFillSync } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'

export interface Ballast {
  /** The disk is almost full: what can wait must not take what is left of it. */
  low(): boolean
  /** Looks no more; the file stays. */
  stop(): Promise<void>
}

interface Options {
  /** A file on the disk of the database. */
  readonly path: string
  readonly log: Logger
  readonly metrics: { readonly storageLow: { set(low: 0 | 1): void } }
  readonly bytes?: number
  readonly everyMs?: number
  /** Bytes that are free where the file is. */
  readonly free?: (path: string) => Promise<number>
}

const mib = 1_048_576
const usualBytes = 64 * mib
/** What is left of a file that nobody finished writing. */
const abandonedMs = 60_000

/**
 * Keeps room on the disk of the database in a file that is given up when the disk is almost full (a quarter of it is free), so that people go on while
 * readings wait in the gateways; written again as soon as twice of it is free. Whether the file is there is the state, the same for
 * every process that sees it. Throws when its folder cannot be read at the start.
 */
export async function startBallast(options: Options): Promise<Ballast> {
  const { path, log, metrics, bytes = usualBytes, everyMs = 500, free: freeAt = freeBytes } = options
  let low = false
  let looking: Promise<void> | null = null
  let stopped = false

  const look = async (): Promise<void> => {
    const free = await freeAt(path)
    const there = await exists(path)
    const short = there ? free < bytes / 4 : free < 2 * bytes
    if (there && short) await rm(path, { force: true })
    if (!there && !short && !(await fill(path, bytes))) return
    if (short !== low) tell(short, free)
  }
  const tell = (short: boolean, free: number): void => {
    low = short
    metrics.storageLow.set(low ? 1 : 0)
    if (low) log.error({ free }, 'the disk of the database is almost full: readings wait in the gateways')
    else log.info({ free }, 'the disk of the database has room again')
  }
  await look()
  const timer = setInterval(() => {
    if (stopped) return
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the disk of the database could not be looked at'))
      .finally(() => {
        looking = null
      })
  }, everyMs)
  timer.unref()
  return {
    low: () => low,
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
    },
  }
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path))
  return bavail * bsize
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/** Writes the file whole or not at all; false while another process does, or the disk filled up meanwhile. */
async function fill(path: string, bytes: number): Promise<boolean> {
  const part = `${path}.part`
  try {
    const file = await open(part, 'wx')
    try {
      // No zeros: some file systems keep none.
      const block = randomFillSync(Buffer.alloc(Math.min(mib, bytes)))
      for (let left = bytes; left > 0; left -= block.length) await file.write(block, 0, Math.min(left, block.length))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || (code === 'EEXIST' && (await isAbandoned(part)))) await rm(part, { force: true })
    if (code === 'ENOSPC' || code === 'EEXIST') return false
    throw error
  }
}

async function isAbandoned(part: string): Promise<boolean> {
  const { mtimeMs } = await stat(part).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
  return Date.now() - mtimeMs > abandonedMs
}
