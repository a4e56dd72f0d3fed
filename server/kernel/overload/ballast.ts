import { randomFillSync } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'

export interface Ballast {
  /** The disk is almost full: deferrable work must not take the rest. */
  low(): boolean
  /** Stops watching; the file stays. */
  stop(): Promise<void>
}

interface Options {
  /** A file on the database's disk. */
  readonly path: string
  readonly log: Logger
  readonly metrics: { readonly storageLow: { set(low: 0 | 1): void } }
  readonly bytes?: number
  readonly everyMs?: number
  /** Returns the free bytes of the file's disk. */
  readonly free?: (path: string) => Promise<number>
}

const mib = 1_048_576
const usualBytes = 64 * mib
/** Age at which an unfinished file counts as abandoned, and the delay before a retry. */
const abandonedMs = 60_000
const againMs = 30_000

/**
 * Keeps a file on the database's disk that is deleted when less than half its size is free, so that people can continue
 * while telemetry is slowed down, and written again when twice its size is free. Throws if something else has its name,
 * or the free space cannot be read.
 */
export async function startBallast(options: Options): Promise<Ballast> {
  const { path, log, metrics, bytes = usualBytes, everyMs = 100, free: freeAt = freeBytes } = options
  let low = false
  let looking: Promise<void> | null = null
  let stopped = false
  let fillAt = Number.NEGATIVE_INFINITY

  const look = async (): Promise<void> => {
    const free = await freeAt(path)
    const there = (await sizeOf(path)) === bytes
    const short = there ? free < bytes / 2 : free < 2 * bytes
    if (there && short) await rm(path, { force: true })
    if (!there && !short && performance.now() >= fillAt) await write()
    if (short !== low) tell(short, free)
  }
  const write = async (): Promise<void> => {
    try {
      await fill(path, bytes)
    } catch (error) {
      fillAt = performance.now() + againMs
      log.warn({ err: error }, 'the ballast could not be written')
    }
  }
  const tell = (short: boolean, free: number): void => {
    low = short
    metrics.storageLow.set(low ? 1 : 0)
    if (low) log.error({ free }, 'the disk of the database is almost full: telemetry is taken slowly')
    else log.info({ free }, 'the disk of the database has room again')
  }
  const size = await sizeOf(path)
  if (size !== null && size !== bytes)
    throw new Error(`DATABASE_BALLAST: ${path} is something else; name a file that is not there yet`)
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
  const { bavail, blocks, bsize } = await statfs(dirname(path))
  if (blocks === 0) throw new Error(`DATABASE_BALLAST: nobody says how much room there is for ${path}`)
  return bavail * bsize
}

/** Null = it does not exist, -1 = not a file. */
async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : -1),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
}

/** Writes the file completely or not at all, unless another process does. Throws the disk's error. */
async function fill(path: string, bytes: number): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'wx').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    if (await isAbandoned(part)) await rm(part, { force: true })
    return null
  })
  if (!file) return
  try {
    try {
      // Not zeros: some file systems do not store them.
      const block = randomFillSync(Buffer.alloc(Math.min(mib, bytes)))
      for (let left = bytes; left > 0; left -= block.length)
        await file.writeFile(left < block.length ? block.subarray(0, left) : block)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function isAbandoned(part: string): Promise<boolean> {
  const { mtimeMs } = await stat(part).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
  return Date.now() - mtimeMs > abandonedMs
}
