import type { Knex } from 'knex'

/** Makes the rows due that `waiting` selects and locks; returns how many. */
async function tryNow(knex: Knex, waiting: string, bindings: Knex.ValueDict): Promise<number> {
  const { rows } = await knex.raw<{ rows: object[] }>(
    `with ${waiting}
     update reservation_maintenance_periods p set next_try_at = clock_timestamp() from waiting w
     where p.reservation_id = w.reservation_id and p.maintenance_period_id = w.maintenance_period_id returning 1`,
    bindings,
  )
  return rows.length
}

/** Searches again at once for reservations that wait for a place like those freed by these reservations (rule MT-8). */
export async function lookAgain(knex: Knex, reservationIds: readonly number[]): Promise<number> {
  return tryNow(
    knex,
    `freed as (
       select r.site_id, r.span, d.device_type_id from reservations r join devices d on d.id = r.device_id where r.id = any (:ids)),
     waiting as materialized (
       select p.reservation_id, p.maintenance_period_id
       from reservation_maintenance_periods p join reservations r on r.id = p.reservation_id join devices d on d.id = r.device_id
       where p.outcome = 'not-moved' and p.next_try_at > clock_timestamp() and p.planned_device_id is null
         and exists (select from freed f where f.site_id = r.site_id and f.device_type_id = d.device_type_id and f.span && r.span)
       order by p.reservation_id, p.maintenance_period_id for update of p skip locked)`,
    { ids: [...reservationIds] },
  )
}

/** Checks at once whether a period still affects these reservations, which were moved (rule MT-10). */
export async function askAgain(knex: Knex, reservationIds: readonly number[]): Promise<number> {
  return tryNow(
    knex,
    `waiting as materialized (
       select reservation_id, maintenance_period_id from reservation_maintenance_periods
       where reservation_id = any (:ids) and outcome = 'not-moved' and planned_device_id is null order by 1, 2 for update skip locked)`,
    { ids: [...reservationIds] },
  )
}

/** Searches again for reservations that wait at the sites of a period that ended early. */
export async function lookAgainAround(knex: Knex, periodId: number): Promise<number> {
  return tryNow(
    knex,
    `sites as materialized (
       select m.site_id as id from maintenance_periods m where m.id = :periodId and m.site_id is not null
       union select d.site_id from maintenance_periods m join devices d on d.id = m.device_id where m.id = :periodId
       union select z.site_id from maintenance_periods m join site_zones z on z.zone_id = m.zone_id where m.id = :periodId),
     waiting as materialized (
       select p.reservation_id, p.maintenance_period_id from reservation_maintenance_periods p join reservations r on r.id = p.reservation_id
       where p.outcome = 'not-moved' and p.next_try_at > clock_timestamp() and p.planned_device_id is null and r.site_id in (select id from sites)
       order by 1, 2 for update of p skip locked)`,
    { periodId },
  )
}

/** Returns the periods that concern these reservations. */
export async function periodsOf(knex: Knex, reservationIds: readonly number[]): Promise<number[]> {
  const { rows } = await knex.raw<{ rows: { id: number }[] }>(
    'select distinct maintenance_period_id as id from reservation_maintenance_periods where reservation_id = any (?) order by 1',
    [[...reservationIds]],
  )
  return rows.map(({ id }) => id)
}
