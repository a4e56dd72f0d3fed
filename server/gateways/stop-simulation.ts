import { stopSimulation } from '../../contract/gateways.ts'
import { Gateway } from '../../db/models/sites.ts'
import { setSimulated } from '../../telemetry/gateways/simulation.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Ends the simulation of the gateways of a site (rule D-18). */
export default handle(stopSimulation, async ({ input: { siteId }, trx }) => {
  const simulated = await Gateway.query(trx)
    .where('site_id', siteId)
    .whereNotNull('simulated_until')
    .orderBy('id')
    .forUpdate()
  const ids = simulated.map(({ id }) => id)
  if (ids.length > 0) await setSimulated(trx, ids, null)
  return { gateways: ids.length }
})
