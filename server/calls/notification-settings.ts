import { changeNotificationSettings, notificationSettings } from '../../contract/people.ts'
import { ask, type HttpCall, noParameters, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'

/** GET /notificationSettings/update: what the caller wants to be told, and how. */
export async function getNotificationSettings(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: await ask(call, notificationSettings, {}) }
}

/** POST /notificationSettings/update with what is to change; answers everything as it is then. */
export async function postNotificationSettings(call: HttpCall): Promise<Reply> {
  return { json: await sendCommand(call, changeNotificationSettings, readBody(call, changeNotificationSettings.input)) }
}
