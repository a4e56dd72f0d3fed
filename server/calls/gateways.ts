import * as z from 'zod'
import { add, edit, list, newGateway, read, remove } from '../../contract/gateways.ts'
import { ask, type HttpCall, pathId, type Reply, readQuery, sendCommand } from '../http/call.ts'
import { HttpRefused } from '../http/errors.ts'
import { resource, toDocument } from '../http/jsonapi.ts'
import { count, defined, text } from '../http/parameters.ts'
import { Refused } from '../kernel/bus/refuse.ts'
import { sendFields } from './fields.ts'
import { firstDependants } from './first-dependants.ts'

const gatewaysQuery = z.strictObject({
  'filter[query]': text.optional(),
  'filter[siteId]': count.optional(),
  'filter[silence]': text.optional(),
  sort: text.optional(),
  page: count.optional(),
  limit: count.optional(),
})

/** GET /gateways: paging by page and limit, search by filter[query], filter[siteId], filter[silence]; meta.record_count. */
export async function getGateways(call: HttpCall): Promise<Reply> {
  const given = readQuery(call, gatewaysQuery)
  const { limit: pageSize = 100, 'filter[query]': search, page, sort } = given
  const filters = defined({ siteId: given['filter[siteId]'], silence: given['filter[silence]'] })
  const input = defined({ search, page, sort, pageSize, filters })
  const { rows, recordCount } = await ask(call, list, input as z.input<typeof list.input>)
  const data = rows.map((gateway) => resource('gateways', gateway))
  return { document: toDocument(data, { meta: { record_count: recordCount } }) }
}

/** POST /gateways/add with name, hardwareId and the other fields of a gateway. Returns { gateway: { id } }. */
export async function postGateway(call: HttpCall): Promise<Reply> {
  const { gatewayId } = await sendFields(call, add, {}, {}, newGateway)
  return { json: { gateway: { id: gatewayId } } }
}

/** PATCH /gateways/edit/:id with the fields that change; with `version`, only if nobody has changed the gateway since. */
export async function patchGateway(call: HttpCall): Promise<Reply> {
  const {
    id: gatewayId,
    site: _site,
    devices: _devices,
    sampleDevice: _sample,
    tokens: _tokens,
    lastMessageAt: _heard,
    linked: _linked,
    clockAheadMs: _clock,
    simulatedUntil: _simulated,
    ...kept
  } = await ask(call, read, { gatewayId: pathId(call) })
  const { version } = await sendFields(call, edit, {}, { gatewayId }, kept)
  return { json: { gateway: { id: gatewayId, version } } }
}

/** DELETE /gateways/delete/:id: 409 with `case`, and devices, barriers and parking lots in lists, while any of them hangs on it. */
export async function deleteGateway(call: HttpCall): Promise<Reply> {
  const gatewayId = pathId(call)
  const { version } = await ask(call, read, { gatewayId })
  try {
    await sendCommand(call, remove, { gatewayId, version })
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== 'gateway-in-use') throw error
    const lists = {
      devices: firstDependants(error.refusal, 'device'),
      barriers: firstDependants(error.refusal, 'barrier').map(described),
      parkinglots: firstDependants(error.refusal, 'parking-lot').map(described),
    }
    throw new HttpRefused(409, error.refusal, { case: 'devices, barriers, parkinglots', ...lists })
  }
  return { json: { gateway: { id: gatewayId } } }
}

const described = ({ id, name }: { id: number; name: string }) => ({ id, description: name })
