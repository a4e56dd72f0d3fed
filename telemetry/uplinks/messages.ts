import { createHash } from 'node:crypto'
import type { FieldMap } from '../../contract/device-types/field-map.ts'
import { type MapFault, mapUplink } from '../../contract/device-types/map-uplink.ts'
import type { GatewayMessage } from '../../contract/gateway.ts'
import type { NetworkServer, Uplink, UplinkReply } from '../../contract/uplinks.ts'

/** Returns the messages of a device's uplink, and what could not be read. */
export function messagesOf(
  server: NetworkServer,
  uplink: Uplink,
  device: string,
  map: FieldMap,
): { messages: GatewayMessage[]; refused: UplinkReply['refused'] } {
  const { messages, faults } = mapUplink(map, uplink)
  const id = uplinkId(server, uplink.key)
  return {
    messages: messages.map(({ part, body }) => ({ id: `${id}.${part}`, at: uplink.at, device, ...body })),
    refused: faults.map((fault) => ({ id, code: fault.code, detail: detailOf(fault) })),
  }
}

/** Returns an id of at most 60 printable characters; longer keys and those with other characters are hashed. */
export function uplinkId(server: NetworkServer, key: string): string {
  return /^[\x21-\x7e]{1,48}$/.test(key)
    ? `${server}-${key}`
    : `${server}-${createHash('sha256').update(key).digest('base64url')}`
}

/** Details of refusals. */
export const details = {
  'not-decoded': 'the network server decoded nothing: give the device profile a codec',
  'no-field-map': 'the device type has no field map',
  'no-model': 'no model of the field map fits what was decoded',
  'nothing-mapped': 'the field map finds nothing in what was decoded',
  'unknown-device': 'this gateway has no device with this DevEUI',
} as const

function detailOf(fault: MapFault): string {
  return fault.code === 'bad-value'
    ? `${fault.path} cannot be read as ${fault.target}: ${JSON.stringify(fault.value)}`
    : details[fault.code]
}
