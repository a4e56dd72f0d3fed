import { addBarrier, editBarrier, removeBarrier } from '../../contract/barriers.ts'
import { addDevice, deviceProblems, editDevice, removeDevice } from '../../contract/devices/admin.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { ask, type HttpCall, noParameters, pathId, type Reply, readQuery, sendCommand } from '../http/call.ts'
import { HttpRefused } from '../http/errors.ts'
import { Refused } from '../kernel/bus/refuse.ts'
import { sendFields } from './fields.ts'

/** Field names that differ between the call and the command. */
const deviceNames = { deviceId: 'hardwareId', deviceAccessMethods: 'accessMethodIds' }
/** Existing callers expect 209 for a successful removal and 461 when something depends on the row. */
const removed = 209
const dependsOn = 461
const dependencies: readonly RefusalCode[] = ['device-in-use', 'barrier-in-use', 'command-in-flight']

/** POST /devices/add with the fields of a device; deviceId = its hardware id, deviceAccessMethods = ids. Returns { device: { id } }. */
export async function postDevice(call: HttpCall): Promise<Reply> {
  const { deviceId } = await sendFields(call, addDevice, deviceNames)
  return { json: { device: { id: deviceId } } }
}

/** POST /devices/edit/:id with the fields to change. */
export async function postDeviceEdit(call: HttpCall): Promise<Reply> {
  const { deviceId } = await sendFields(call, editDevice, deviceNames, { deviceId: pathId(call) })
  return { json: { device: { id: deviceId } } }
}

/** DELETE /devices/delete/:id: 209 when removed, 461 while something depends on it. */
export async function deleteDevice(call: HttpCall): Promise<Reply> {
  const input = { deviceId: pathId(call) }
  const { deviceId, retired } = await orDependent(() => sendCommand(call, removeDevice, input))
  return { status: removed, json: { device: { id: deviceId, retired } } }
}

/** GET /devices/databaseProblems */
export async function getDeviceProblems(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: { problems: await ask(call, deviceProblems, {}) } }
}

/** PATCH /barriers/add with description, pathNumber, type, siteId, and its gatewayId or deviceId. */
export async function patchBarrierAdd(call: HttpCall): Promise<Reply> {
  const { barrierId } = await sendFields(call, addBarrier, {})
  return { json: { barrier: { id: barrierId } } }
}

/** PATCH /barriers/edit/:id with the fields to change. */
export async function patchBarrier(call: HttpCall): Promise<Reply> {
  const { barrierId } = await sendFields(call, editBarrier, {}, { barrierId: pathId(call) })
  return { json: { barrier: { id: barrierId } } }
}

/** DELETE /barriers/delete/:id: 209 when removed, 461 while something depends on it. */
export async function deleteBarrier(call: HttpCall): Promise<Reply> {
  const input = { barrierId: pathId(call) }
  const { barrierId } = await orDependent(() => sendCommand(call, removeBarrier, input))
  return { status: removed, json: { barrier: { id: barrierId } } }
}

async function orDependent<T>(removal: () => Promise<T>): Promise<T> {
  try {
    return await removal()
  } catch (error) {
    if (error instanceof Refused && dependencies.includes(error.refusal.code))
      throw new HttpRefused(dependsOn, error.refusal)
    throw error
  }
}
