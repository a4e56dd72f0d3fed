import * as z from 'zod'
import { add, edit, list, newLocation, read, remove } from '../../contract/locations.ts'
import { ask, type HttpCall, pathId, type Reply, readQuery, sendCommand } from '../http/call.ts'
import { count, defined, text } from '../http/parameters.ts'
import { sendFields } from './fields.ts'

const locationsQuery = z.strictObject({
  query: text.optional(),
  sort: text.optional(),
  page: count.optional(),
  limit: count.optional(),
})

/** GET /locations/index_ajax: paging by page and limit, search by query; meta.record_count. */
export async function getLocations(call: HttpCall): Promise<Reply> {
  const { query: search, sort, page, limit: pageSize = 100 } = readQuery(call, locationsQuery)
  const input = defined({ search, sort, page, pageSize }) as z.input<typeof list.input>
  const { rows, recordCount } = await ask(call, list, input)
  return { json: { locations: rows, meta: { record_count: recordCount } } }
}

/** POST /locations/add with the fields of a location. Returns { location: { id } }. */
export async function postLocation(call: HttpCall): Promise<Reply> {
  const { locationId } = await sendFields(call, add, {}, {}, newLocation)
  return { json: { location: { id: locationId } } }
}

/** PATCH /locations/edit/:id with the fields to change; with `version`, only if nobody has changed the location since. */
export async function patchLocation(call: HttpCall): Promise<Reply> {
  const locationId = pathId(call)
  const { id: _id, translations, ...fields } = await ask(call, read, { locationId })
  const kept = { ...fields, translations: { texts: translations.texts } }
  const { version } = await sendFields(call, edit, {}, { locationId }, kept)
  return { json: { location: { id: locationId, version } } }
}

/** DELETE /locations/delete/:id: 409 with the sites and devices that are there in meta.dependants. */
export async function deleteLocation(call: HttpCall): Promise<Reply> {
  const locationId = pathId(call)
  const { version } = await ask(call, read, { locationId })
  await sendCommand(call, remove, { locationId, version })
  return { json: { location: { id: locationId } } }
}
