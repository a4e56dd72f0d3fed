import type { Knex } from 'knex'
import type { MediaView, PictureOwner, ShownPicture } from '../../contract/media.ts'
import { Media } from '../../db/models/media.ts'
import { iso } from '../../telemetry/views/scope.ts'

/** Returns the address of a picture, which changes with its file. */
export function urlOf({ id, sha256 }: Pick<Media, 'id' | 'sha256'>): string {
  return `/media/${id}/file?v=${fileVersion(sha256)}`
}

/** First digits of the hash of a file, as addresses contain them. */
export const fileVersion = (sha256: Buffer): string => sha256.toString('hex').slice(0, 8)

/** SQL: picture m as ShownPicture. chr(63) is a question mark, which would be a binding. */
const shownSql = `jsonb_build_object('id', m.id, 'url', '/media/' || m.id || '/file' || chr(63) || 'v=' || left(encode(m.sha256, 'hex'), 8),
  'width', m.width, 'height', m.height, 'alt', m.alt)`
const shown = `m.kind = 'picture' AND m.width IS NOT NULL AND m.height IS NOT NULL`
const inOrder = 'm.position, m.created_at, m.id'

const mainOf = (owner: string) =>
  `(SELECT ${shownSql} FROM media m WHERE ${owner} AND ${shown} ORDER BY ${inOrder} LIMIT 1)`

/** SQL: the main picture of site s, otherwise of its location, as ShownPicture; null if it has none. */
export const mainPictureSql = `coalesce(${mainOf('m.site_id = s.id')}, ${mainOf('m.location_id = s.location_id')})`

/** SQL: pictures of site s, then of its location, as an array of ShownPicture. */
export const sitePicturesSql = `(SELECT coalesce(jsonb_agg(${shownSql} ORDER BY m.site_id IS NULL, ${inOrder}), '[]')
  FROM media m WHERE (m.site_id = s.id OR m.location_id = s.location_id) AND ${shown})`

/** SQL: the main picture of device d, otherwise of its site s or location. */
export const deviceMainPictureSql = `coalesce(${mainOf('m.device_id = d.id')}, ${mainPictureSql})`

export type MainPicture = ShownPicture | null

/** The column of the owner, and its id. */
export function ownerColumn(of: PictureOwner): { site_id: number } | { device_id: number } | { location_id: number } {
  if ('siteId' in of) return { site_id: of.siteId }
  return 'deviceId' in of ? { device_id: of.deviceId } : { location_id: of.locationId }
}

/** The pictures of a site, device or location, in their order. */
export async function picturesOf(trx: Knex, of: PictureOwner): Promise<MediaView[]> {
  const rows = await Media.query(trx)
    .where(ownerColumn(of))
    .where('kind', 'picture')
    .orderBy(['position', 'created_at', 'id'])
  return rows.map(viewOf)
}

/** Pictures in the order of their ids here. */
export async function picturesById(trx: Knex, ids: readonly string[]): Promise<MediaView[]> {
  const found = new Map((await Media.query(trx).findByIds([...ids])).map((each) => [each.id, viewOf(each)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function viewOf(media: Media): MediaView {
  const { id, version, fileName, contentType, bytes, width, height, alt, createdAt } = media
  return {
    id,
    version,
    fileName,
    contentType,
    bytes,
    width,
    height,
    url: urlOf(media),
    alt: alt as MediaView['alt'],
    createdAt: iso(createdAt),
  }
}
