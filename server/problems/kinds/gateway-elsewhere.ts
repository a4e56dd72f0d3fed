import type { ProblemCheck } from '../problem-check.ts'

/** Devices whose gateway belongs to another site. */
export const gatewayElsewhere: ProblemCheck = {
  find: `select d.id, d.name, jsonb_build_object('siteId', d.site_id, 'gatewayId', g.id, 'gatewaySiteId', g.site_id) as detail
  from devices d join gateways g on g.id = d.gateway_id
  where d.retired_at is null and g.site_id <> d.site_id`,
}
