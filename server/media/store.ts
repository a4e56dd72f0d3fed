import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Knex } from 'knex'

/** Age until which files without a row are left alone: their row may be about to be inserted. */
const orphanMs = 3_600_000
const namePattern = /^[0-9a-f]{2}\/[0-9a-f-]{36}\.webp$/

/**
 * Creates the folder of pictures, closed to other users, and its parents. Throws an Error in words if pictures cannot
 * be stored in it.
 */
export async function requireMediaDir(dir: string): Promise<void> {
  try {
    await mkdir(dirname(dir), { recursive: true })
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    const text = `MEDIA_DIR: pictures cannot be kept in ${dir} (${code}). Give a folder that this user may write to.`
    throw new Error(text, { cause: error })
  }
}

/** Stores a file under a name of our own and returns the name. Nothing from the upload becomes part of a path. */
export async function keepFile(dir: string, bytes: Buffer): Promise<string> {
  const id = randomUUID()
  const name = `${id.slice(0, 2)}/${id}.webp`
  const path = join(dir, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.part`, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  return name
}

/** Opens a stored file; null if it is gone (a restored backup without its folder). */
export async function openFile(dir: string, name: string): Promise<Readable | null> {
  if (!namePattern.test(name)) throw new Error(`${name} is no name of a kept file`)
  try {
    const handle = await open(join(dir, name), 'r')
    return createReadStream('', { fd: handle })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export async function forgetFiles(dir: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(dir, name), { force: true })
}

/** Removes files without a row that are older than an hour; returns how many. */
export async function tidyFiles(knex: Knex, dir: string, now: Date): Promise<number> {
  let gone = 0
  for (const folder of await listing(dir)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    const names = (await listing(join(dir, folder))).map((file) => `${folder}/${file}`)
    const { rows } = await knex.raw<{ rows: { storage_key: string }[] }>(
      'SELECT storage_key FROM media WHERE storage_key = ANY (?)',
      [names],
    )
    const kept = new Set(rows.map(({ storage_key }) => storage_key))
    for (const name of names) {
      const path = join(dir, name)
      if (kept.has(name) || now.getTime() - (await stat(path)).mtimeMs < orphanMs) continue
      await rm(path, { force: true })
      gone += 1
    }
  }
  return gone
}

async function listing(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
