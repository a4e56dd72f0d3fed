import type { Knex } from 'knex'
import type { PictureOwner } from '../../contract/media.ts'
import { Device, Site } from '../../db/models/sites.ts'
import { exists } from '../../db/sql.ts'
import { seesSite } from '../access/scope.ts'
import { readZoneAccess } from '../access/zone-access.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

/**
 * Returns whether a person (null = signed out) may see these pictures. Those of a site and its devices: its operators, people who may
 * book there or have a reservation there. Those of a location: admins, and people who may see those of a site there.
 */
export async function maySeePictures(trx: Knex, actor: UserActor | null, of: PictureOwner): Promise<boolean> {
  if ('locationId' in of) {
    if (actor?.features.has('BASIC_ADM')) return true
    const sites = await Site.query(trx).where('location_id', of.locationId).select('id').orderBy('id')
    for (const { id } of sites) if (await maySeeSite(trx, actor, id)) return true
    return false
  }
  const siteId = 'siteId' in of ? of.siteId : await siteOfDevice(trx, of.deviceId)
  return siteId !== null && (await maySeeSite(trx, actor, siteId))
}

async function maySeeSite(trx: Knex, actor: UserActor | null, siteId: number): Promise<boolean> {
  if (actor && (await seesSite(trx, actor, siteId))) return true
  if ((await readZoneAccess(trx, actor, [siteId])).some(({ open }) => open)) return true
  return actor !== null && (await hasStayAt(trx, actor, siteId))
}

/** An access code may be over before the reservation that it permitted. */
function hasStayAt(trx: Knex, { userId }: UserActor, siteId: number): Promise<boolean> {
  return exists(
    trx,
    `select from reservations where user_id = ? and site_id = ? and state in ('CREATED', 'RESERVED')`,
    [userId, siteId],
  )
}

/** The site of a device in use, or null. */
async function siteOfDevice(trx: Knex, deviceId: number): Promise<number | null> {
  const device = await Device.query(trx).findById(deviceId).modify('inUse').select('site_id')
  return device?.siteId ?? null
}
