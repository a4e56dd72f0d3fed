import { read } from '../../contract/gateways.ts'
import { Device, Gateway } from '../../db/models/sites.ts'
import { answer } from '../kernel/bus/handle.ts'
import { heardOf, siteOf, valuesOf } from './values.ts'

/** One gateway with its site, valid tokens and number of devices. */
export default answer(read, async ({ input, trx, refuse }) => {
  const gateway = await Gateway.query(trx)
    .findById(input.gatewayId)
    .withGraphFetched('[site, tokens]')
    .modifyGraph('tokens', (tokens) => {
      void tokens.whereNull('revoked_at').where({ simulated: false }).orderBy('id', 'desc')
    })
  if (!gateway) return refuse('not-found')
  const { id, version, tokens = [] } = gateway
  const devices = Device.query(trx).modify('inUse').where('gateway_id', id)
  const [sample] = await devices.clone().orderBy('id').limit(1)
  return {
    id,
    version,
    ...valuesOf(gateway),
    ...heardOf(gateway),
    site: siteOf(gateway),
    devices: await devices.resultSize(),
    sampleDevice: sample?.hardwareId ?? null,
    tokens: tokens.map((token) => ({ id: token.id, createdAt: token.createdAt.toISOString() })),
  }
})
