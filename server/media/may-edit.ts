import type { Knex } from 'knex'
import type { PictureOwner } from '../../contract/media.ts'
import { Media } from '../../db/models/media.ts'
import { Location } from '../../db/models/sites.ts'
import { seesDevice, seesSite } from '../access/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

/** Returns whether the actor may add, order and delete these pictures: operators of the site; admins those of locations. */
export async function mayEditPictures(trx: Knex, actor: UserActor, of: PictureOwner): Promise<boolean> {
  if ('siteId' in of) return seesSite(trx, actor, of.siteId)
  if ('deviceId' in of) return seesDevice(trx, actor, of.deviceId)
  if (!actor.features.has('BASIC_ADM')) return false
  return (await Location.query(trx).findById(of.locationId).select('id')) !== undefined
}

/** Returns what a picture belongs to; null for other files. */
export function ownerOf({
  siteId,
  deviceId,
  locationId,
}: Pick<Media, 'siteId' | 'deviceId' | 'locationId'>): PictureOwner | null {
  if (siteId !== null) return { siteId }
  if (deviceId !== null) return { deviceId }
  return locationId === null ? null : { locationId }
}

/** Locks a picture and returns it; null if it does not exist for the actor. */
export async function lockPicture(trx: Knex, actor: UserActor, mediaId: string): Promise<Media | null> {
  const media = await Media.query(trx).findById(mediaId).where({ kind: 'picture' }).forUpdate()
  const of = media && ownerOf(media)
  return of && (await mayEditPictures(trx, actor, of)) ? media : null
}
