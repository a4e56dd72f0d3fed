import * as z from 'zod'
import { add, edit, list, newEvent, read, remove } from '../../contract/events.ts'
import { ask, type HttpCall, pathId, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'
import { resource, toDocument, toOne } from '../http/jsonapi.ts'
import { count, defined, text } from '../http/parameters.ts'
import { sendFields } from './fields.ts'

/** Field names that differ between the call and the command. */
const names = { zone: 'zoneId', tariff: 'tariffId', deviceTypes: 'deviceTypeIds' }

const eventsQuery = z.strictObject({
  'filter[query]': text.optional(),
  sort: text.optional(),
  page: count.optional(),
  limit: count.optional(),
})

/** GET /events: paging by page and limit, search by filter[query]; meta.record_count. */
export async function getEvents(call: HttpCall): Promise<Reply> {
  const { limit: pageSize = 100, 'filter[query]': search, page, sort } = readQuery(call, eventsQuery)
  const input = defined({ search, page, sort, pageSize }) as z.input<typeof list.input>
  const { rows, recordCount } = await ask(call, list, input)
  const data = rows.map(({ zone, tariff, ...event }) =>
    resource('events', event, {
      zones: toOne('zones', zone.id),
      tariffs: toOne('tariffs', tariff?.id ?? null),
    }),
  )
  return { document: toDocument(data, { meta: { record_count: recordCount } }) }
}

/** The fields stand in `event`. */
const eventBody = z.strictObject({ event: z.record(z.string(), z.unknown()) })
const inner = (call: HttpCall): HttpCall => ({ ...call, body: readBody(call, eventBody).event })

/** POST /events/add_ajax with event: name, zone, startsOn and the other fields. Returns { event: { id, version } }. */
export async function postEvent(call: HttpCall): Promise<Reply> {
  const { eventId, version } = await sendFields(inner(call), add, names, {}, newEvent)
  return { json: { event: { id: eventId, version } } }
}

/** PATCH /events/edit_ajax/:id with event: the fields to change; with `version`, only if nobody has changed it since. */
export async function patchEvent(call: HttpCall): Promise<Reply> {
  const { id: eventId, zone: _, translations, ...fields } = await ask(call, read, { eventId: pathId(call) })
  const kept = { ...fields, translations: { texts: translations.texts } }
  const { version } = await sendFields(inner(call), edit, names, { eventId }, kept)
  return { json: { event: { id: eventId, version } } }
}

const idBody = z.strictObject({ event_id: z.number().int().positive().max(2_147_483_647) })

/** POST /events/softDelete with { event_id }: what is booked stays. 409 with the codes that open it. */
export async function postEventSoftDelete(call: HttpCall): Promise<Reply> {
  const { event_id: eventId } = readBody(call, idBody)
  const { version } = await ask(call, read, { eventId })
  await sendCommand(call, remove, { eventId, version })
  return { json: { event: { id: eventId } } }
}
