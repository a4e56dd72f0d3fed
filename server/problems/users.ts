import { users } from '../../contract/problems.ts'
import { answer } from '../kernel/bus/handle.ts'
import { problemsOfArea } from './of-area.ts'

/** Finds what is inconsistent in users and companies. */
export default answer(users, async ({ trx, now }) =>
  (await problemsOfArea(trx, now, 'users')).map(({ kind, subject, id, name, detail }) => ({
    kind,
    userId: subject === 'user' ? id : null,
    tenantId: subject === 'tenant' ? id : null,
    name,
    detail,
  })),
)
