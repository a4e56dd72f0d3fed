import type { Knex } from 'knex'
import { type Room, rooms } from '../../contract/rooms.ts'
import { Device, Site } from '../../db/models/sites.ts'
import type { Scope } from '../../telemetry/views/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

/** Returns what an actor may see: everything (admins), or the sites of their zones. */
export function scopeOf(actor: UserActor): Scope {
  return actor.seesAll ? { all: true } : { zoneIds: actor.zoneIds }
}

/** Returns the rooms for everything in the actor's scope. */
export function roomsOf(actor: UserActor): Room<'all' | 'zone'>[] {
  return actor.seesAll ? [rooms.all()] : actor.zoneIds.map(rooms.zone)
}

/** Returns whether the site exists and is in the actor's scope. */
export async function seesSite(trx: Knex, actor: UserActor, siteId: number): Promise<boolean> {
  return (await Site.query(trx).findById(siteId).modify('visibleTo', actor).select('id')) !== undefined
}

/** Returns whether the device is in use and at a site of the actor's scope. */
export async function seesDevice(trx: Knex, actor: UserActor, deviceId: number): Promise<boolean> {
  const device = await Device.query(trx).findById(deviceId).modify('inUse').modify('visibleTo', actor).select('id')
  return device !== undefined
}
