import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { narrowPicture } from './picture.ts'

/** Age until which files without a row are left alone: their row may be about to be inserted. */
const orphanMs = 3_600_000
/** Time for which the file of a deleted picture is kept: so long its row can come back. */
const binMs = 30 * 86_400_000
const namePattern = /^[0-9a-f]{2}\/[0-9a-f-]{36}(?:@\d+)?\.webp$/

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
  await mkdir(dirname(join(dir, name)), { recursive: true, mode: 0o700 })
  await writeWhole(join(dir, name), bytes)
  return name
}

/** Writes a file so that nobody ever reads a part of it. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.${randomUUID()}.part`
  const file = await open(part, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

/**
 * Opens a stored picture in a smaller width, which is made and stored when it is first requested; null if the picture
 * is gone.
 */
export async function openNarrow(dir: string, name: string, width: number): Promise<Readable | null> {
  const narrow = narrowName(name, width)
  const known = await openFile(dir, narrow)
  if (known) return known
  const bytes = await readWhole(dir, name)
  if (bytes === null) return null
  await writeWhole(join(dir, narrow), await narrowPicture(bytes, width))
  return openFile(dir, narrow)
}

const narrowName = (name: string, width: number) => name.replace('.webp', `@${width}.webp`)

async function readWhole(dir: string, name: string): Promise<Buffer | null> {
  const content = await openFile(dir, name)
  return content && buffer(content)
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

/**
 * Removes files without a row: of an upload that failed, and of pictures that were deleted 30 days ago. An empty file
 * beside such a file (`.gone`) has the time when its row was first missed; it goes when the row comes back. Returns how
 * many pictures were removed.
 */
export async function tidyFiles(knex: Knex, dir: string, now: Date): Promise<number> {
  let gone = 0
  for (const folder of await listing(dir)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    const files = byPicture(await listing(join(dir, folder)))
    const kept = await keptIn(knex, folder)
    for (const [id, names] of files) {
      const paths = names.map((name) => join(dir, folder, name))
      if (kept.has(`${folder}/${id}.webp`)) await rm(join(dir, folder, `${id}.gone`), { force: true })
      else if (await isDue(join(dir, folder, id), paths, now)) {
        for (const path of paths) await rm(path, { force: true })
        gone += 1
      }
    }
  }
  return gone
}

/** Files by the id with which their names begin. */
function byPicture(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const name of names) {
    const id = name.slice(0, 36)
    found.set(id, [...(found.get(id) ?? []), name])
  }
  return found
}

async function keptIn(knex: Knex, folder: string): Promise<ReadonlySet<string>> {
  const found = await many<{ storage_key: string }>(knex, 'SELECT storage_key FROM media WHERE storage_key LIKE ?', [
    `${folder}/%`,
  ])
  return new Set(found.map(({ storage_key }) => storage_key))
}

/** Whether the files of a picture without a row are to be removed; marks them when they are seen for the first time. */
async function isDue(stem: string, paths: readonly string[], now: Date): Promise<boolean> {
  const marker = `${stem}.gone`
  if (paths.includes(marker)) return now.getTime() - (await stat(marker)).mtimeMs >= binMs
  const whole = paths.find((path) => path === `${stem}.webp`)
  const newest = Math.max(...(await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs))))
  if (now.getTime() - newest < orphanMs) return false
  if (whole === undefined) return true
  await writeFile(marker, '', { mode: 0o600 })
  await utimes(marker, now, now)
  return false
}

async function listing(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
