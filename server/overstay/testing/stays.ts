import type { Knex } from 'knex'
import { one } from '../../../db/sql.ts'
import requestAction from '../../control/request-action.ts'
import { type BookingWorld, bookingWorld, type TestPerson } from '../../reservations/testing/booking-world.ts'
import { book, lifeHandlers } from '../../reservations/testing/life.ts'
import { overstayWork } from '../work.ts'

/** A site with boxes where time passes on request: rows in the database are shifted. */
export interface Boxes extends BookingWorld {
  readonly box: (place: number) => number
  /** Books an hour of a box, moved to these minutes from the creation of the site, paid from credit. Returns its id. */
  stay(person: TestPerson, place: number, from: number, until: number): Promise<number>
  /** Reports of the box, as of so many minutes from now. */
  report(place: number, status: string, minutes?: number): Promise<void>
  /** Runs the work once. */
  run(): ReturnType<typeof overstayWork>
  /** Shifts everything at this site into the past by so many minutes. */
  pass(minutes: number): Promise<void>
}

/** Hours in which bookings are made before they are shifted: no two overlap. */
let hours = 24

/** The tariff: an hour 1.50, up to 75 minutes 2.00, a day 6.00; 30 minutes of grace unless the access time says otherwise. */
export async function boxes(
  knex: Knex,
  { places = 3, event = {} }: { places?: number; event?: object } = {},
): Promise<Boxes> {
  const stages = [
    [60, 150],
    [75, 200],
    [1_440, 600],
  ] as const
  const world = await bookingWorld(knex, { handlers: [...lifeHandlers, requestAction], places, event, stages })
  await knex('devices')
    .whereIn('id', world.deviceIds)
    .update({ device_type_id: knex('device_types').select('id').where({ type: 'BIKE_BOX' }), auto_close: false })
  await knex('device_states').whereIn('device_id', world.deviceIds).update({ door_state: 'closed' })
  const box = (place: number): number => world.deviceIds[place] ?? 0
  const { base } = await one<{ base: Date }>(knex, 'select clock_timestamp() as base')
  const family = `id in (select id from reservations where site_id = ${world.siteId})`
  return {
    ...world,
    box,
    async stay(person, place, from, until) {
      hours += 2
      const { id } = await book(person, world, { deviceId: box(place), from: hours })
      await knex.raw(
        `update reservations set starts_at = ?::timestamptz + make_interval(secs => ?), ends_at = ?::timestamptz + make_interval(secs => ?)
         where id = ? or parent_id = ?`,
        [base, from * 60, base, until * 60, id, id],
      )
      return id
    },
    async report(place, status, minutes = 0) {
      await knex.raw(
        `insert into device_reports (device_id, at, status, door_state) values (?, clock_timestamp() + make_interval(secs => ?), ?, 'closed')`,
        [box(place), minutes * 60, status],
      )
      await knex('device_states')
        .where({ device_id: box(place) })
        .update({ status, status_at: new Date() })
    },
    run: () => overstayWork(knex),
    async pass(minutes) {
      const by = (column: string) => `${column} = ${column} - make_interval(mins => ${minutes})`
      await knex.raw(`update reservations set ${by('starts_at')}, ${by('ends_at')} where ${family}`)
      // Deleted and inserted again, because TimescaleDB moves no row from one day's chunk to another.
      await knex.raw(
        `with gone as (delete from device_reports where device_id = any (?) returning *)
         insert into device_reports (device_id, at, status, door_state, received_at)
           select device_id, at - make_interval(mins => ${minutes}), status, door_state, received_at from gone`,
        [world.deviceIds],
      )
      await knex.raw(
        `update overstays set ${by('began_at')}, ${by('until_at')}, ${by('ended_at')}, ${by('settled_at')} where device_id = any (?)`,
        [world.deviceIds],
      )
      await knex.raw(
        `update overstay_displacements set ${by('next_try_at')} where reservation_id in (select id from reservations where ${family})`,
      )
    },
  }
}
