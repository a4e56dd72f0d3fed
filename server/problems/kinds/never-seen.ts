import type { ProblemCheck } from '../problem-check.ts'

/** Monitored devices that have not reported once in a week. */
export const neverSeen: ProblemCheck = {
  find: `select d.id, d.name, jsonb_build_object('gateway', g.name, 'since', d.created_at) as detail
  from devices d join device_states s on s.device_id = d.id join gateways g on g.id = d.gateway_id
  where d.retired_at is null and d.monitoring and s.last_message_at is null and d.created_at < :now::timestamptz - interval '7 days'`,
}
