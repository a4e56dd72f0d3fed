import { requireFactorOfAdmins } from '../../contract/session/security.ts'
import { handle } from '../kernel/bus/handle.ts'
import { adminsNeedFactor } from './factors/second-factor.ts'
import { requireFresh } from './require-fresh.ts'

export default handle(requireFactorOfAdmins, async ({ input: { required }, actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  await trx('settings')
    .insert({ key: adminsNeedFactor, value: JSON.stringify(required) })
    .onConflict('key')
    .merge()
  return { required }
})
