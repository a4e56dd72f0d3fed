import { companyPage } from '../../contract/session.ts'
import { answerAnybody } from '../kernel/bus/handle.ts'
import { companyOfPath } from './company-of-path.ts'

/** The company of a login page. */
export default answerAnybody(companyPage, async ({ input, trx }) => {
  const tenant = await companyOfPath(trx, input.path)
  return { company: tenant ? tenant.label || tenant.name : null }
})
