import type { ProblemCheck } from '../problem-check.ts'

/** Active reservation managers without a zone: they sign in and can do nothing. */
export const managerWithoutZone: ProblemCheck = {
  find: `select u.id, coalesce(nullif(u.full_name, ''), u.username) as name, '{}'::jsonb as detail
  from users u join roles r on r.id = u.role_id and r.name = 'Reservation Manager'
  where u.state = 'ACTIVE' and not exists (select from user_zones uz where uz.user_id = u.id)`,
}
