import type { Knex } from 'knex'
import * as z from 'zod'
import { operatorFeatures } from '../../contract/features.ts'
import { type MediaView, type PictureOwner, pictures, pictureWidths, remove } from '../../contract/media.ts'
import { Media } from '../../db/models/media.ts'
import { readOnly, write } from '../../db/transaction.ts'
import { ask, type HttpCall, limitAddress, pathId, type Reply, read, readQuery, sendCommand } from '../http/call.ts'
import { resource, toList } from '../http/jsonapi.ts'
import { admit, enter, limit } from '../kernel/bus/dispatch.ts'
import { refused as refusal } from '../kernel/bus/refuse.ts'
import { languageOf, refusalText } from '../kernel/language.ts'
import { keepPictures, type NewPicture, namesOf, replacePicture, writePictures } from '../media/add-pictures.ts'
import { mayEditPictures, ownerOf } from '../media/may-edit.ts'
import { maySeePictures } from '../media/may-see.ts'
import { type Received, withUpload } from '../media/receive.ts'
import { forgetFiles, openFile, openNarrow } from '../media/store.ts'
import { fileVersion, picturesById } from '../media/view.ts'
import { audit } from '../session/audit.ts'

const number = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))
const target = z.union([
  z.strictObject({ siteId: number }),
  z.strictObject({ deviceId: number }),
  z.strictObject({ locationId: number }),
  z.strictObject({ mediaId: z.uuid() }),
])
type Target = z.output<typeof target>
const rate = { points: 60, seconds: 60 }

/**
 * POST /media, multipart: siteId, deviceId or locationId, and up to ten files; or mediaId and one file, which replaces that of the picture.
 * Returns `stored`, and `refused` with code and text; 201 if any was stored, else 200.
 */
export async function postMedia(call: HttpCall): Promise<Reply> {
  await read(call, { name: 'http.postMedia', access: operatorFeatures, rate }, async () => undefined)
  return withUpload(call.request, call.response, (received) => store(call, received))
}

async function store(call: HttpCall, { fields, files }: Received): Promise<Reply> {
  const { knex, config } = call.context
  const parsed = target.safeParse(fields)
  if (!parsed.success || files.length === 0 || ('mediaId' in parsed.data && files.length > 1)) {
    const path = parsed.success ? 'files' : 'siteId'
    throw refusal({ code: 'bad-input', fields: [{ path, issue: 'field-invalid' }] })
  }
  await readOnly(knex, (trx) => checkTarget(trx, call, parsed.data))
  const { pictures: made, refused } = await keepPictures(config.mediaDir, files)
  let stored: MediaView[]
  try {
    stored = await write(knex, async (trx) => {
      const userId = await checkTarget(trx, call, parsed.data)
      const ids = await writeTo(trx, parsed.data, made, userId)
      const input = { ...parsed.data, stored: ids, refused: refused.map(({ code }) => code) }
      await audit(trx, { actor: `user:${userId}`, name: 'media.add', input, refusal: null, userId })
      return picturesById(trx, ids)
    })
  } catch (error) {
    await forgetFiles(config.mediaDir, namesOf(made))
    throw error
  }
  const language = languageOf(call.request.get('accept-language'))
  const told = refused.map((file) => ({ ...file, detail: refusalText(file.code, language, file.params) }))
  return { status: stored.length > 0 ? 201 : 200, json: { stored, refused: told } }
}

/** Returns the caller's id. To people who may not edit the pictures, their owner does not exist. */
async function checkTarget(trx: Knex.Transaction, call: HttpCall, to: Target): Promise<number> {
  const { actor } = await admit(trx, call.sessionHash, operatorFeatures)
  const of = 'mediaId' in to ? await ownerOfPicture(trx, to.mediaId) : to
  if (of === null || !(await mayEditPictures(trx, actor, of))) throw refusal({ code: 'not-found' })
  return actor.userId
}

async function ownerOfPicture(trx: Knex, mediaId: string): Promise<PictureOwner | null> {
  const media = await Media.query(trx).findById(mediaId).where({ kind: 'picture' })
  return media ? ownerOf(media) : null
}

async function writeTo(
  trx: Knex.Transaction,
  to: Target,
  made: readonly NewPicture[],
  userId: number,
): Promise<string[]> {
  if (!('mediaId' in to)) return writePictures(trx, made, { of: to, userId })
  const [picture] = made
  if (!picture) return []
  const media = await Media.query(trx).findById(to.mediaId).forUpdate()
  if (!media) throw refusal({ code: 'not-found' })
  await replacePicture(trx, media, { picture, userId })
  return [media.id]
}

/** GET /sites/:id/media: the pictures of a site, in their order. */
export async function getSiteMedia(call: HttpCall): Promise<Reply> {
  return listed(call, { siteId: pathId(call) })
}

/** GET /devices/:id/media: the pictures of a device. */
export async function getDeviceMedia(call: HttpCall): Promise<Reply> {
  return listed(call, { deviceId: pathId(call) })
}

/** GET /locations/:id/media: the pictures of a location. */
export async function getLocationMedia(call: HttpCall): Promise<Reply> {
  return listed(call, { locationId: pathId(call) })
}

async function listed(call: HttpCall, of: PictureOwner): Promise<Reply> {
  const { media } = await ask(call, pictures, of)
  return { document: toList(media.map((picture) => resource('media', { ...picture }))) }
}

/** DELETE /media/:id: deletes a picture. */
export async function deleteMedia(call: HttpCall): Promise<Reply> {
  await sendCommand(call, remove, { mediaId: mediaId(call) })
  return { status: 204 }
}

const fileQuery = z.strictObject({
  v: z.string().max(64).optional(),
  width: z.enum(pictureWidths.map(String)).transform(Number).optional(),
})
const fileRate = { points: 300, seconds: 10 }

/**
 * GET /media/:id/file?v=…&width=…: the picture, or a smaller one, for anyone who may see what it belongs to. Content at an address never
 * changes, and is never rendered as a page.
 */
export async function getMediaFile(call: HttpCall): Promise<Reply> {
  const id = mediaId(call)
  const { v, width } = readQuery(call, fileQuery)
  const media = await readOnly(call.context.knex, async (trx) => {
    const { actor } = await enter(trx, call.sessionHash, 'public')
    if (actor) await limit(call.context, `user:${actor.userId}`, 'http.mediaFile', fileRate)
    else await limitAddress(call, 'http.mediaFile', fileRate)
    const found = await Media.query(trx).findById(id).where({ kind: 'picture' })
    const of = found && ownerOf(found)
    return of && (await maySeePictures(trx, actor, of)) ? found : null
  })
  const dir = call.context.config.mediaDir
  const content =
    media &&
    (width === undefined || width >= (media.width ?? 0)
      ? await openFile(dir, media.storageKey)
      : await openNarrow(dir, media.storageKey, width))
  if (!media || !content) throw refusal({ code: 'not-found' })
  call.response.set({
    'Cache-Control': v === fileVersion(media.sha256) ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  return { download: { name: media.fileName, type: media.contentType, content } }
}

function mediaId(call: HttpCall): string {
  const parsed = z.uuid().safeParse(call.request.params['id'])
  if (!parsed.success) throw refusal({ code: 'not-found' })
  return parsed.data
}
