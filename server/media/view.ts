import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import type { MediaView } from '../../contract/sites/plan.ts'
import { Media } from '../../db/models/media.ts'
import { iso } from '../../telemetry/views/scope.ts'

/** Returns the address of a picture, which never changes under it. */
export function urlOf(mediaId: string): string {
  return `/media/${mediaId}/file`
}

/** The pictures of a site or device (not both), oldest first. */
export function picturesOf(
  trx: Knex,
  { siteId, deviceId }: { siteId: number | null; deviceId: number | null },
): Promise<MediaView[]> {
  const of = deviceId === null ? { site_id: siteId ?? 0 } : { device_id: deviceId }
  return views(Media.query(trx).where(of))
}

/** Pictures in the order of their ids here. */
export async function picturesById(trx: Knex, ids: readonly string[]): Promise<MediaView[]> {
  const found = new Map((await views(Media.query(trx).findByIds([...ids]))).map((each) => [each.id, each]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

async function views(media: QueryBuilder<Media>): Promise<MediaView[]> {
  const pictures = await media.where('kind', 'picture').orderBy(['created_at', 'id'])
  return pictures.map(({ id, fileName, contentType, bytes, width, height, createdAt }) => ({
    id,
    fileName,
    contentType,
    bytes,
    width,
    height,
    url: urlOf(id),
    createdAt: iso(createdAt),
  }))
}
