import { simulationHours, startSimulation } from '../../contract/gateways.ts'
import { Gateway, Site } from '../../db/models/sites.ts'
import { setSimulated } from '../../telemetry/gateways/simulation.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Has the portal play the gateways of a site (rule D-18), but for those whose real one has a link. */
export default handle(startSimulation, async ({ input: { siteId }, trx, now, refuse }) => {
  if (!(await Site.query(trx).findById(siteId).select('id').forKeyShare())) return refuse('not-found')
  const gateways = await Gateway.query(trx).where('site_id', siteId).orderBy('id').forUpdate()
  if (gateways.length === 0) return refuse('no-gateway-at-site')
  const silent = gateways.filter(({ linked, simulatedUntil }) => !linked || simulatedUntil !== null)
  if (silent.length === 0) return refuse('gateways-speak')
  const until = new Date(now.getTime() + simulationHours * 3_600_000)
  const ids = silent.map(({ id }) => id)
  await setSimulated(trx, ids, until)
  return { gateways: silent.length, until: until.toISOString() }
})
