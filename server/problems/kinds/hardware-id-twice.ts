import type { ProblemCheck } from '../problem-check.ts'

/** Devices with the same hardware id at two gateways: one of them was probably moved. */
export const hardwareIdTwice: ProblemCheck = {
  find: `select d.id, d.name, jsonb_build_object('hardwareId', d.hardware_id, 'gateway', g.name, 'otherId', o.id, 'otherGateway', og.name) as detail
  from devices d join devices o on o.hardware_id = d.hardware_id and o.id > d.id and o.gateway_id <> d.gateway_id
    and o.site_id = d.site_id and o.retired_at is null
    join gateways g on g.id = d.gateway_id join gateways og on og.id = o.gateway_id
  where d.retired_at is null`,
}
