import type { Knex } from 'knex'
import { mayBookAt } from '../access/open-site.ts'
import { seesSite } from '../access/scope.ts'
import type { UserActor } from '../bus/actor.ts'

/** Pictures of a site and its devices are for whoever operates it and for everybody who may book there. */
export async function maySeePictures(trx: Knex, actor: UserActor, siteId: number): Promise<boolean> {
  return (await seesSite(trx, actor, siteId)) || (await mayBookAt(trx, actor, siteId))
}

/** The site of a device in use, or null. */
export async function siteOfDevice(trx: Knex, deviceId: number): Promise<number | null> {
  const { rows } = await trx.raw<{ rows: { site_id: number }[] }>(
    'SELECT site_id FROM devices WHERE id = ? AND retired_at IS NULL',
    [deviceId],
  )
  return rows[0]?.site_id ?? null
}
