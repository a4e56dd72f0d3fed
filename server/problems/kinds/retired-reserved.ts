import type { ProblemCheck } from '../problem-check.ts'

/** Devices out of use that are reserved. */
export const retiredReserved: ProblemCheck = {
  find: `select distinct on (d.id) d.id, d.name, jsonb_build_object('reservationId', r.id, 'number', r.number) as detail
  from devices d join reservations r on r.device_id = d.id
  where d.retired_at is not null and r.state in ('CREATED', 'RESERVED') and r.ends_at > :now order by d.id, r.ends_at`,
}
