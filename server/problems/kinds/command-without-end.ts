import type { ProblemCheck } from '../problem-check.ts'

/** Commands without an outcome more than 5 minutes after their deadline. */
export const commandWithoutEnd: ProblemCheck = {
  find: `select d.id, d.name, jsonb_build_object('supportCode', o.support_code, 'state', o.state) as detail
  from device_commands o join devices d on d.id = o.device_id
  where o.state in ('queued', 'sent', 'taken') and o.deadline < :now::timestamptz - interval '5 minutes'`,
}
