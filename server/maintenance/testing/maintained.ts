import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { type MaintenanceScope, preview, revoke, set } from '../../../contract/maintenance.ts'
import { plantUser } from '../../../db/testing/fixtures.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from '../../reservations/testing/booking-world.ts'
import { lifeHandlers } from '../../reservations/testing/life.ts'
import affected from '../affected.ts'
import editHandler from '../edit.ts'
import listHandler from '../list.ts'
import periods from '../periods.ts'
import previewHandler from '../preview.ts'
import readHandler from '../read.ts'
import removeHandler from '../remove.ts'
import revokeHandler from '../revoke.ts'
import setHandler from '../set.ts'
import { workThrough } from '../work-through.ts'

export const maintenanceHandlers = [
  ...[setHandler, revokeHandler, editHandler, removeHandler],
  ...[previewHandler, affected, periods, listHandler, readHandler],
]

export interface MaintainedWorld extends BookingWorld {
  /** A super manager of the zone whose tenant bought the product. */
  readonly srm: TestPerson
}

/** A site with places, people and a super manager. */
export async function maintainedWorld(
  knex: Knex,
  options: Omit<Parameters<typeof bookingWorld>[1], 'handlers'> = {},
): Promise<MaintainedWorld> {
  const world = await bookingWorld(knex, { ...options, handlers: [...lifeHandlers, ...maintenanceHandlers] })
  await knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'MAINTENANCE'`,
    [world.tenantId],
  )
  return { ...world, srm: await manager(knex, world, { type: 'SUPER' }) }
}

export async function manager(
  knex: Knex,
  world: BookingWorld,
  { type = 'NORMAL', role = 'Reservation Manager', inZone = true }: { type?: string; role?: string; inZone?: boolean },
): Promise<TestPerson> {
  const userId = await plantUser(knex, `manager-${randomUUID().slice(0, 8)}`, role)
  await knex('users').where({ id: userId }).update({ type })
  await knex('user_tenants').insert({ user_id: userId, tenant_id: world.tenantId })
  if (inZone) await knex('user_zones').insert({ user_id: userId, zone_id: world.zoneId })
  return world.as(userId)
}

export interface PeriodRequest {
  scope?: MaintenanceScope
  targetId: number
  start: string
  end?: string | null
}

/** Previews a period, then sets it as previewed. */
export async function plan(person: TestPerson, { scope = 'device', targetId, start, end = null }: PeriodRequest) {
  const request = { scope, targetId, start, end }
  const seen = done(await person.ask(preview, request))
  const given = { ...request, reason: 'Paint', description: null, safetyWord: seen.target.safetyWord }
  const { periodId } = done(await person.send(set, { ...given, version: seen.version }))
  return { periodId, seen }
}

export async function takeBack(person: TestPerson, periodId: number): Promise<void> {
  done(await person.send(revoke, { periodId, reason: 'done early' }))
}

export interface AffectedRow {
  reservation_id: number
  outcome: string
  from_device_id: number | null
  to_device_id: number | null
  planned_device_id: number | null
  next_try_at: Date | null
  last_try_at: Date | null
  tries: number
}

export async function rowsOf(knex: Knex, periodId: number): Promise<AffectedRow[]> {
  return knex('reservation_maintenance_periods')
    .where({ maintenance_period_id: periodId })
    .orderBy('reservation_id') as unknown as Promise<AffectedRow[]>
}

/** Runs all due work, as the portal does. */
export async function workThroughAll(knex: Knex): Promise<void> {
  await workThrough(knex, { error: (...what: unknown[]) => failures.push(what) } as never)
  if (failures.length > 0) throw new Error(`work failed: ${JSON.stringify(failures.splice(0))}`)
}
const failures: unknown[] = []

/** The messages of a reservation about maintenance, in order. */
export async function messagesOf(
  knex: Knex,
  reservationId: number,
): Promise<{ kind: string; data: Record<string, unknown> }[]> {
  return knex('messages')
    .where({ reservation_id: reservationId, channel: 'mail' })
    .where('dedupe_key', 'like', 'maintenance:%')
    .orderBy('id')
    .select('kind', 'data') as unknown as Promise<{ kind: string; data: Record<string, unknown> }[]>
}
