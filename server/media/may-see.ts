import type { Knex } from 'knex'
import { Device } from '../../db/models/sites.ts'
import { mayBookAt } from '../access/open-site.ts'
import { seesSite } from '../access/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

/**
 * Returns whether the actor may see the pictures of a site and its devices: its operators, and everybody who may book
 * there.
 */
export async function maySeePictures(trx: Knex, actor: UserActor, siteId: number): Promise<boolean> {
  return (await seesSite(trx, actor, siteId)) || (await mayBookAt(trx, actor, siteId))
}

/** The site of a device in use, or null. */
export async function siteOfDevice(trx: Knex, deviceId: number): Promise<number | null> {
  const device = await Device.query(trx).findById(deviceId).modify('inUse').select('site_id')
  return device?.siteId ?? null
}
