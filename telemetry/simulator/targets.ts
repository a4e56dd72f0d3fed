import type { SimulatedDevice } from './device.ts'
import { deviceFaults, gatewayFaults, impossible, isDeviceFault, isGatewayFault } from './faults.ts'
import type { SimulatedGateway } from './gateway.ts'

/** A request that cannot be fulfilled; its message is for people. */
export class WrongRequest extends Error {}

export interface Target {
  readonly gateway: SimulatedGateway
  readonly device: SimulatedDevice
}

export function findGateway(gateways: readonly SimulatedGateway[], hardwareId: string): SimulatedGateway {
  const found = gateways.find(({ config }) => config.hardwareId === hardwareId)
  if (!found) throw new WrongRequest(`There is no gateway ${hardwareId}.`)
  return found
}

/** Returns a device by hardware id, or by gateway/hardware id where several gateways have it. */
export function findDevice(gateways: readonly SimulatedGateway[], name: string): Target {
  const slash = name.indexOf('/')
  const [at, hardwareId] = slash < 0 ? [null, name] : [name.slice(0, slash), name.slice(slash + 1)]
  const found = gateways.flatMap((gateway) => {
    const device = gateway.devices.get(hardwareId)
    return device && (at === null || gateway.config.hardwareId === at) ? [{ gateway, device }] : []
  })
  const [first, second] = found
  if (!first) throw new WrongRequest(`There is no device ${name}. "list" shows them all.`)
  if (second) {
    const names = found.map(({ gateway }) => `${gateway.config.hardwareId}/${hardwareId}`)
    throw new WrongRequest(`Several gateways have a device ${name}. Say which: ${names.join(' or ')}.`)
  }
  return first
}

/** Sets a fault of a device or gateway. Returns one line that says what was done. */
export function setFault(gateways: readonly SimulatedGateway[], target: string, fault: string): string {
  const gateway = gateways.find(({ config }) => config.hardwareId === target)
  if (gateway) {
    if (!isGatewayFault(fault)) throw new WrongRequest(unknownFault('gateway', fault, Object.keys(gatewayFaults)))
    gateway.setFault(fault)
    return `Gateway ${target} (${gateway.config.name}) ${gatewayFaults[fault]}.`
  }
  const found = findDevice(gateways, target)
  if (!isDeviceFault(fault)) throw new WrongRequest(unknownFault('device', fault, Object.keys(deviceFaults)))
  const { config } = found.device
  const never = impossible(fault, config.type)
  if (never) throw new WrongRequest(`${config.name} cannot have "${fault}": ${never}.`)
  found.gateway.setDeviceFault(found.device, fault)
  return `Device ${config.hardwareId} (${config.name}, ${found.gateway.config.site}) ${deviceFaults[fault]}.`
}

function unknownFault(what: string, fault: string, known: string[]): string {
  return `A ${what} cannot be told "${fault}". It can: ${known.join(', ')}.`
}
