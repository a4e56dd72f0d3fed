import { createHash } from 'node:crypto'
import { parse } from 'node:path'
import type { Knex } from 'knex'
import { Media } from '../../db/models/media.ts'
import { checkFile, type FileRefusal } from './check.ts'
import { type Picture, remakePicture } from './picture.ts'
import type { ReceivedFile } from './receive.ts'
import { forgetFiles, keepFile } from './store.ts'

export interface NewPicture extends Picture {
  readonly fileName: string
  readonly storageKey: string
}
export interface KeptPictures {
  readonly pictures: readonly NewPicture[]
  readonly refused: readonly { fileName: string; code: FileRefusal }[]
}

/**
 * Checks files one after the other, re-encodes them and stores those that pass; the database does not know them yet.
 */
export async function keepPictures(dir: string, files: readonly ReceivedFile[]): Promise<KeptPictures> {
  const pictures: NewPicture[] = []
  const refused: { fileName: string; code: FileRefusal }[] = []
  try {
    for (const { name, bytes } of files) {
      const code = bytes ? await checkFile(name, bytes) : 'file-too-large'
      const made = code ?? (await remakePicture(bytes as Buffer))
      if (typeof made === 'string') refused.push({ fileName: shownName(name), code: made })
      else pictures.push({ ...made, fileName: `${baseName(name)}.webp`, storageKey: await keepFile(dir, made.bytes) })
    }
  } catch (error) {
    await forgetFiles(dir, namesOf(pictures))
    throw error
  }
  return { pictures, refused }
}

export const namesOf = (pictures: readonly NewPicture[]): string[] => pictures.map(({ storageKey }) => storageKey)

/** Inserts the rows of stored pictures; returns their ids in the same order. */
export async function writePictures(
  trx: Knex.Transaction,
  pictures: readonly NewPicture[],
  of: { siteId: number | null; deviceId: number | null; userId: number },
): Promise<string[]> {
  if (pictures.length === 0) return []
  const rows = pictures.map(({ fileName, storageKey, bytes, width, height }) => ({
    kind: 'picture' as const,
    siteId: of.deviceId === null ? of.siteId : null,
    deviceId: of.deviceId,
    fileName,
    contentType: 'image/webp',
    bytes: bytes.length,
    width,
    height,
    sha256: createHash('sha256').update(bytes).digest(),
    storageKey,
    createdBy: of.userId,
  }))
  const made = await Media.query(trx).insert(rows)
  return made.map(({ id }) => id)
}

/** Returns a file name for display: no folders, no control or invisible characters, at most 200 characters. */
function shownName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  return last
    .normalize('NFC')
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .trim()
    .slice(0, 200)
}

function baseName(name: string): string {
  return parse(shownName(name)).name.trim() || 'picture'
}
