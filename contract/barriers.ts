/** Barriers: which devices of a site lead in and out (ADM-7). */
import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { id, maxLength, text, version, world } from './fields.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, removesRows } from './many.ts'

const named = z.object({ id, name: z.string() })
export const barrierTypes = ['entrance', 'exit'] as const

const fields = {
  description: text(maxLength.note),
  /** Internal barrier number, unique. */
  pathNumber: z.number().int().min(0).max(2_147_483_647),
  type: z.enum(barrierTypes),
  siteId: id,
  gatewayId: id.nullable(),
  /** A device at the site; opening it counts as an entry or exit. */
  deviceId: id.nullable(),
}

const references = { site: named, gateway: named.nullable(), device: named.nullable() }

/** Barriers of the sites that the caller operates; admins see all. */
export const list = listOf('barriers.list', {
  access: operatorFeatures,
  row: z.object({
    id,
    version,
    description: z.string(),
    pathNumber: z.number().int(),
    type: z.enum(barrierTypes),
    status: z.string(),
    ...references,
    modifiedAt: z.string(),
  }),
  sorts: ['pathNumber', 'description', 'type', 'site', 'gateway', 'device', 'modifiedAt'],
  filters: { siteId: id.optional(), gatewayId: id.optional(), type: z.enum(barrierTypes).optional() },
})
export type BarrierRow = z.output<typeof list.row>

/** One barrier with all its fields, and the names of what it refers to. */
export const read = query({
  name: 'barriers.read',
  access: operatorFeatures,
  input: z.strictObject({ barrierId: id }),
  reply: z.object({ id, version, ...fields, status: z.string(), ...references }),
})

/** Makes a device of a site its entrance or exit. PATCH /barriers/add. */
export const add = command({
  name: 'barriers.add',
  access: operatorFeatures,
  input: z.strictObject(fields),
  reply: z.object({ barrierId: id }),
  refusals: ['path-number-taken'],
})

/** Saves all fields of a barrier; it keeps its device while that is reserved. PATCH /barriers/edit/:id. */
export const edit = command({
  name: 'barriers.edit',
  access: operatorFeatures,
  input: z.strictObject({ barrierId: id, version, ...fields }),
  reply: z.object({ barrierId: id, version }),
  refusals: ['changed-meanwhile', 'path-number-taken', 'barrier-in-use'],
})

/** Refused while its device is reserved. DELETE /barriers/delete/:id. */
export const remove = command({
  name: 'barriers.remove',
  access: operatorFeatures,
  input: z.strictObject({ barrierId: id, version, world }),
  reply: z.object({ barrierId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use'],
})

/** Returns the devices at a site that can be its barriers, by name. */
export const deviceOptions = query({
  name: 'barriers.deviceOptions',
  access: operatorFeatures,
  input: z.strictObject({ siteId: id, search: z.string().trim().max(maxLength.note).default('') }),
  reply: z.array(named),
})

/** A barrier as it is pushed; lists are queried again when it changes. */
export const barrierView = z.object({ description: z.string() })

/** Changes of the barriers that the caller may see. */
export const changes = watch({
  name: 'barriers.changes',
  access: operatorFeatures,
  input: z.strictObject({}),
  kinds: ['barrier'],
})

/** Changes the same fields of several barriers, after a preview. */
export const editMany = command({
  name: 'barriers.editMany',
  access: operatorFeatures,
  ...editsRows({
    type: fields.type,
    siteId: fields.siteId,
    gatewayId: fields.gatewayId,
  }),
})

/** Removes several barriers, after a preview. */
export const removeMany = command({
  name: 'barriers.removeMany',
  access: operatorFeatures,
  ...removesRows,
})
