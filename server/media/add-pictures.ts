import { createHash } from 'node:crypto'
import { parse } from 'node:path'
import type { Knex } from 'knex'
import type { PictureOwner } from '../../contract/media.ts'
import { Media } from '../../db/models/media.ts'
import { checkFile, type FileRefusal, fileTooLarge } from './check.ts'
import { type Picture, remakePicture } from './picture.ts'
import type { ReceivedFile } from './receive.ts'
import { forgetFiles, keepFile } from './store.ts'
import { ownerColumn } from './view.ts'

export interface NewPicture extends Picture {
  readonly fileName: string
  readonly storageKey: string
}
export interface KeptPictures {
  readonly pictures: readonly NewPicture[]
  readonly refused: readonly RefusedFile[]
}
export type RefusedFile = FileRefusal & { readonly fileName: string }

/**
 * Checks files one after the other, re-encodes them and stores those that pass; the database does not know them yet.
 */
export async function keepPictures(dir: string, files: readonly ReceivedFile[]): Promise<KeptPictures> {
  const pictures: NewPicture[] = []
  const refused: RefusedFile[] = []
  try {
    for (const { name, bytes } of files) {
      const made = bytes === null ? fileTooLarge : ((await checkFile(name, bytes)) ?? (await remakePicture(bytes)))
      if ('code' in made) refused.push({ ...made, fileName: shownName(name) })
      else pictures.push({ ...made, fileName: `${baseName(name)}.webp`, storageKey: await keepFile(dir, made.bytes) })
    }
  } catch (error) {
    await forgetFiles(dir, namesOf(pictures))
    throw error
  }
  return { pictures, refused }
}

export const namesOf = (pictures: readonly NewPicture[]): string[] => pictures.map(({ storageKey }) => storageKey)

/** Inserts the rows of stored pictures behind those that are there; returns their ids in the same order. */
export async function writePictures(
  trx: Knex.Transaction,
  pictures: readonly NewPicture[],
  { of, userId }: { of: PictureOwner; userId: number },
): Promise<string[]> {
  if (pictures.length === 0) return []
  const { last } = (await trx('media').where(ownerColumn(of)).max('position as last').first()) as {
    last: number | null
  }
  const rows = pictures.map((picture, at) => ({
    ...of,
    ...fileColumns(picture),
    kind: 'picture' as const,
    position: (last ?? -1) + 1 + at,
    createdBy: userId,
    modifiedBy: userId,
  }))
  const made = await Media.query(trx).insert(rows)
  return made.map(({ id }) => id)
}

/** Puts another file in the place of a picture, which keeps its order and texts. The former file stays for 30 days. */
export async function replacePicture(
  trx: Knex.Transaction,
  media: Media,
  { picture, userId }: { picture: NewPicture; userId: number },
): Promise<void> {
  await media.$query(trx).patch({ ...fileColumns(picture), modifiedBy: userId })
}

function fileColumns({ fileName, storageKey, bytes, width, height }: NewPicture) {
  const sha256 = createHash('sha256').update(bytes).digest()
  return { fileName, contentType: 'image/webp', bytes: bytes.length, width, height, sha256, storageKey }
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
