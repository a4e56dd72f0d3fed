import * as z from 'zod'
import { fieldMap } from './device-types/field-map.ts'
import type { Feature } from './features.ts'
import { command, query } from './kit.ts'

const id = z.number().int().positive()
const admins = ['BASIC_ADM'] as const satisfies readonly Feature[]

/** Device types with their field maps, by which uplinks of network servers are read (GW-7). */
export const list = query({
  name: 'deviceTypes.list',
  access: admins,
  input: z.strictObject({}),
  reply: z.array(
    z.object({
      id,
      type: z.string(),
      name: z.string(),
      /** By language. */
      names: z.record(z.string(), z.string()),
      /** Devices in use. */
      devices: z.number().int(),
      /** Those of them that network servers can name: their hardware id is a DevEUI. */
      lorawan: z.number().int(),
      /** Null if this release cannot read the stored one. */
      fieldMap: fieldMap.nullable(),
      version: z.number().int(),
    }),
  ),
})

/** Replaces the field map of a device type, from the next uplink on. Refused if somebody saved meanwhile (`by`). */
export const saveFieldMap = command({
  name: 'deviceTypes.saveFieldMap',
  access: admins,
  input: z.strictObject({ deviceTypeId: id, version: z.number().int().min(0), fieldMap }),
  reply: z.object({ version: z.number().int() }),
  refusals: ['field-map-changed'],
})
