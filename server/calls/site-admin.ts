import { add, edit, newSite, read } from '../../contract/sites/admin.ts'
import { ask, type HttpCall, pathId, type Reply } from '../http/call.ts'
import { sendFields } from './fields.ts'

/** Field names that differ between the call and the command. */
const names = { zones: 'zoneIds', location: 'locationId' }

/** POST /sites/add with name, zones and the other fields of a site. Returns { site: { id } }. */
export async function postSite(call: HttpCall): Promise<Reply> {
  const { siteId } = await sendFields(call, add, names, {}, newSite)
  return { json: { site: { id: siteId } } }
}

/** PATCH /sites/edit/:id with the fields to change; with `version`, only if nobody has changed the site since. */
export async function patchSite(call: HttpCall): Promise<Reply> {
  const siteId = pathId(call)
  const kept = await ask(call, read, { siteId })
  const { id: _id, location, zones, gateways, devices, barriers, translations, ...fields } = kept
  const { version } = await sendFields(
    call,
    edit,
    names,
    { siteId },
    { ...fields, translations: { texts: translations.texts } },
  )
  return { json: { site: { id: siteId, version } } }
}
