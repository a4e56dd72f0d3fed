import { changeNotificationSettings, notificationSettings } from '../../contract/people.ts'
import { ask, type HttpCall, noParameters, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'

/** GET /notificationSettings/update: which messages the caller wants, and how. */
export async function getNotificationSettings(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: await ask(call, notificationSettings, {}) }
}

/** POST /notificationSettings/update with the settings to change. Returns all settings after the change. */
export async function postNotificationSettings(call: HttpCall): Promise<Reply> {
  return { json: await sendCommand(call, changeNotificationSettings, readBody(call, changeNotificationSettings.input)) }
}
