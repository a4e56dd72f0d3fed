import type { Knex } from 'knex'
import * as z from 'zod'
import { operatorFeatures } from '../../contract/features.ts'
import { deleteMedia as deleteDef, type MediaView, media as mediaDef } from '../../contract/sites/plan.ts'
import { many } from '../../db/sql.ts'
import { readOnly, write } from '../../db/transaction.ts'
import { seesSite } from '../access/scope.ts'
import { ask, type HttpCall, pathId, type Reply, read, sendCommand } from '../http/call.ts'
import { resource, toList } from '../http/jsonapi.ts'
import { admit } from '../kernel/bus/dispatch.ts'
import { refused as refusal } from '../kernel/bus/refuse.ts'
import { languageOf, refusalText } from '../kernel/language.ts'
import { keepPictures, namesOf, writePictures } from '../media/add-pictures.ts'
import { maxBytes } from '../media/check.ts'
import { maySeePictures, siteOfDevice } from '../media/may-see.ts'
import { type Received, withUpload } from '../media/receive.ts'
import { forgetFiles, openFile } from '../media/store.ts'
import { picturesById } from '../media/view.ts'
import { audit } from '../session/audit.ts'

const number = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))
const target = z.union([z.strictObject({ siteId: number }), z.strictObject({ deviceId: number })])
const rate = { points: 20, seconds: 60 }

/** POST /media, multipart: siteId or deviceId, and up to ten files. Returns `stored`, and `refused` with code and text; 201 if any was stored, else 200. */
export async function postMedia(call: HttpCall): Promise<Reply> {
  await read(call, { name: 'http.postMedia', access: operatorFeatures, rate }, async () => undefined)
  return withUpload(call.request, call.response, (received) => store(call, received))
}

async function store(call: HttpCall, { fields, files }: Received): Promise<Reply> {
  const { knex, config } = call.context
  const parsed = target.safeParse(fields)
  if (!parsed.success || files.length === 0) {
    const path = parsed.success ? 'files' : 'siteId'
    throw refusal({ code: 'bad-input', fields: [{ path, issue: 'field-invalid' }] })
  }
  await readOnly(knex, (trx) => mayAdd(trx, call, parsed.data))
  const { pictures, refused } = await keepPictures(config.mediaDir, files)
  let stored: MediaView[]
  try {
    stored = await write(knex, async (trx) => {
      const { userId, siteId, deviceId } = await mayAdd(trx, call, parsed.data)
      const ids = await writePictures(trx, pictures, { siteId, deviceId, userId })
      const input = { ...parsed.data, stored: ids, refused: refused.map(({ code }) => code) }
      await audit(trx, { actor: `user:${userId}`, name: 'media.add', input, refusal: null, userId })
      return picturesById(trx, ids)
    })
  } catch (error) {
    await forgetFiles(config.mediaDir, namesOf(pictures))
    throw error
  }
  const language = languageOf(call.request.get('accept-language'))
  const words = (code: (typeof refused)[number]['code']) => refusalText(code, language, { most: maxBytes / 1_048_576 })
  const json = { stored, refused: refused.map((file) => ({ ...file, detail: words(file.code) })) }
  return { status: stored.length > 0 ? 201 : 200, json }
}

/** Only operators of the site add pictures. For everybody else who cannot see it, it does not exist. */
async function mayAdd(
  trx: Knex.Transaction,
  call: HttpCall,
  of: z.output<typeof target>,
): Promise<{ userId: number; siteId: number; deviceId: number | null }> {
  const { actor } = await admit(trx, call.sessionHash, operatorFeatures)
  const deviceId = 'deviceId' in of ? of.deviceId : null
  const siteId = 'siteId' in of ? of.siteId : await siteOfDevice(trx, of.deviceId)
  if (siteId === null || !(await seesSite(trx, actor, siteId))) throw refusal({ code: 'not-found' })
  return { userId: actor.userId, siteId, deviceId }
}

/** GET /sites/:id/media: the pictures of a site. */
export async function getSiteMedia(call: HttpCall): Promise<Reply> {
  return listed((await ask(call, mediaDef, { siteId: pathId(call) })).media)
}

/** GET /devices/:id/media: the pictures of a device. */
export async function getDeviceMedia(call: HttpCall): Promise<Reply> {
  return listed((await ask(call, mediaDef, { deviceId: pathId(call) })).media)
}

function listed(pictures: readonly MediaView[]): Reply {
  return { document: toList(pictures.map((picture) => resource('media', { ...picture }))) }
}

/** DELETE /media/:id: deletes a picture. */
export async function deleteMedia(call: HttpCall): Promise<Reply> {
  await sendCommand(call, deleteDef, { mediaId: mediaId(call) })
  return { status: 204 }
}

/** GET /media/:id/file: the picture, for anyone who may see its site. Content at an address never changes, and is never rendered as a page. */
export async function getMediaFile(call: HttpCall): Promise<Reply> {
  const id = mediaId(call)
  const file = await read(
    call,
    { name: 'http.mediaFile', access: 'session', rate: { points: 300, seconds: 10 } },
    async ({ trx, actor }) => {
      const [row] = await many<{ site_id: number | null; name: string; type: string; key: string }>(
        trx,
        `SELECT coalesce(m.site_id, (SELECT d.site_id FROM devices d WHERE d.id = m.device_id)) AS site_id,
         m.file_name AS name, m.content_type AS type, m.storage_key AS key
       FROM media m WHERE m.id = ? AND m.kind = 'picture'`,
        [id],
      )
      return row && row.site_id !== null && (await maySeePictures(trx, actor, row.site_id)) ? row : null
    },
  )
  const content = file && (await openFile(call.context.config.mediaDir, file.key))
  if (!file || !content) throw refusal({ code: 'not-found' })
  call.response.set({
    'Cache-Control': 'private, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  return { download: { name: file.name, type: file.type, content } }
}

function mediaId(call: HttpCall): string {
  const parsed = z.uuid().safeParse(call.request.params['id'])
  if (!parsed.success) throw refusal({ code: 'not-found' })
  return parsed.data
}
