import type { Knex } from 'knex'
import type { MediaView } from '../../contract/plan.ts'
import { many } from '../../db/sql.ts'
import { iso } from '../../telemetry/views/scope.ts'

interface Row {
  id: string
  file_name: string
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  created_at: Date
}

/** Where a picture is shown; a picture never changes under its address. */
export function urlOf(mediaId: string): string {
  return `/media/${mediaId}/file`
}

/** The pictures of a site or device (not both), oldest first. */
export function picturesOf(
  trx: Knex,
  { siteId, deviceId }: { siteId: number | null; deviceId: number | null },
): Promise<MediaView[]> {
  return pictures(trx, deviceId === null ? 'site_id = ?' : 'device_id = ?', [deviceId ?? siteId ?? 0])
}

/** Pictures in the order of their ids here. */
export async function picturesById(trx: Knex, ids: readonly string[]): Promise<MediaView[]> {
  const found = new Map((await pictures(trx, 'id = ANY (?::uuid[])', [[...ids]])).map((each) => [each.id, each]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

async function pictures(trx: Knex, where: string, bindings: readonly Knex.RawBinding[]): Promise<MediaView[]> {
  const found = await many<Row>(
    trx,
    `SELECT id, file_name, content_type, bytes::integer AS bytes, width, height, created_at FROM media
     WHERE kind = 'picture' AND ${where} ORDER BY created_at, id`,
    bindings,
  )
  return found.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    contentType: row.content_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    url: urlOf(row.id),
    createdAt: iso(row.created_at),
  }))
}
