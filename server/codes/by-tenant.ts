import { byTenant } from '../../contract/codes.ts'
import { answer } from '../kernel/bus/handle.ts'
import { codeRow, codesOf } from './values.ts'

/** Returns the codes of the caller's zones (admins: all) by zone and name, and the companies they belong to. */
export default answer(byTenant, async ({ actor, trx }) => {
  const found = await codesOf(trx, actor).orderByRaw('lower(zone.name), zone.id, lower(codes.name)')
  const codes = found.map(codeRow)
  return { codes, tenants: [...new Map(codes.map(({ tenant }) => [tenant.id, tenant])).values()] }
})
