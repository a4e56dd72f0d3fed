import * as barriers from '../../contract/barriers.ts'
import * as devices from '../../contract/devices/admin.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { ask, type HttpCall, pathId, type Reply, sendCommand } from '../http/call.ts'
import { HttpRefused } from '../http/errors.ts'
import { Refused } from '../kernel/bus/refuse.ts'
import { sendFields } from './fields.ts'

/** Field names that differ between the call and the command. */
const deviceNames = { deviceId: 'hardwareId', deviceAccessMethods: 'accessMethodIds' }
/** Barriers have their number under both names. */
const barrierNames = { path_number: 'pathNumber', pathNumber: 'pathNumber' }
/** Existing callers expect 209 for a successful removal and 461 when something depends on the row. */
const removed = 209
const dependsOn = 461
const dependencies: readonly RefusalCode[] = ['in-use', 'command-in-flight']

/** POST /devices/add with the fields of a device; deviceId = its hardware id, deviceAccessMethods = ids. Returns { device: { id } }. */
export async function postDevice(call: HttpCall): Promise<Reply> {
  const { deviceId } = await sendFields(call, devices.add, deviceNames, {}, devices.newDevice)
  return { json: { device: { id: deviceId } } }
}

/** POST /devices/edit/:id with the fields to change; with `version`, only if nobody has changed the device since. */
export async function postDeviceEdit(call: HttpCall): Promise<Reply> {
  const deviceId = pathId(call)
  const kept = await ask(call, devices.read, { deviceId })
  const { id: _id, gateway, site, location, deviceType, accessMethods, ...fields } = kept
  const { version } = await sendFields(call, devices.edit, deviceNames, { deviceId }, fields)
  return { json: { device: { id: deviceId, version } } }
}

/** DELETE /devices/delete/:id: 209 when removed, 461 with what depends on it in meta.dependants. */
export async function deleteDevice(call: HttpCall): Promise<Reply> {
  const deviceId = pathId(call)
  const version = await versionOf(ask(call, devices.read, { deviceId }))
  const { retired } = await orDependent(() => sendCommand(call, devices.remove, { deviceId, version }))
  return { status: removed, json: { device: { id: deviceId, retired } } }
}

/** PATCH /barriers/add with description, path_number, type, siteId, and its gatewayId or deviceId. */
export async function patchBarrierAdd(call: HttpCall): Promise<Reply> {
  const unhung = { gatewayId: null, deviceId: null }
  const { barrierId } = await sendFields(call, barriers.add, barrierNames, {}, unhung)
  return { json: { barrier: { id: barrierId } } }
}

/** PATCH /barriers/edit/:id with the fields to change; with `version`, only if nobody has changed the barrier since. */
export async function patchBarrier(call: HttpCall): Promise<Reply> {
  const barrierId = pathId(call)
  const kept = await ask(call, barriers.read, { barrierId })
  const { id: _id, status, site, gateway, device, ...fields } = kept
  const { version } = await sendFields(call, barriers.edit, barrierNames, { barrierId }, fields)
  return { json: { barrier: { id: barrierId, version } } }
}

/** DELETE /barriers/delete/:id: 209, or 461 with what depends on it in meta.dependants. */
export async function deleteBarrier(call: HttpCall): Promise<Reply> {
  const barrierId = pathId(call)
  const { version } = await ask(call, barriers.read, { barrierId })
  await orDependent(() => sendCommand(call, barriers.remove, { barrierId, version }))
  return { status: removed, json: { barrier: { id: barrierId } } }
}

/** Returns the version of what is removed; what is not there has none, and the command refuses it after the rights. */
async function versionOf(reading: Promise<{ version: number }>): Promise<number> {
  try {
    return (await reading).version
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'not-found') return 0
    throw error
  }
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
