import type { Knex } from 'knex'
import { rooms } from '../../contract/rooms.ts'
import { prepared } from '../../db/sql.ts'
import { type Scope, siteScope } from '../../telemetry/views/scope.ts'
import type { UserActor } from '../bus/actor.ts'

/** What an actor may see: everything (admins), or the sites of his zones. */
export function scopeOf(actor: UserActor): Scope {
  return actor.seesAll ? { all: true } : { zoneIds: actor.zoneIds }
}

/** The rooms in which everything of the actor's scope is told. */
export function roomsOf(actor: UserActor): string[] {
  return actor.seesAll ? [rooms.all()] : actor.zoneIds.map(rooms.zone)
}

/** True when the site exists and lies in the actor's scope. */
export async function seesSite(trx: Knex, actor: UserActor, siteId: number): Promise<boolean> {
  const { sql, bindings } = siteScope(scopeOf(actor), 's.id')
  const { rows } = await trx.raw<{ rows: object[] }>(`SELECT FROM sites s WHERE s.id = ? AND ${sql}`, [
    siteId,
    ...bindings,
  ])
  return rows.length > 0
}

/** True when the device is in use and stands at a site of the actor's scope. */
export async function seesDevice(trx: Knex, actor: UserActor, deviceId: number): Promise<boolean> {
  const { sql, bindings } = siteScope(scopeOf(actor), 'd.site_id')
  const rows = await prepared<object>(trx, `SELECT FROM devices d WHERE d.id = ? AND d.retired_at IS NULL AND ${sql}`, [
    deviceId,
    ...bindings,
  ])
  return rows.length > 0
}
