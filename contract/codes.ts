/** Access codes, which open a private zone to whoever enters them (ADM-17). How people enter them: contract/access.ts. */
import * as z from 'zod'
import { plainText } from '../machines/plain-text.ts'
import { operatorFeatures } from './features.ts'
import { id, version, world } from './fields.ts'
import { command, query } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, removesRows } from './many.ts'

const named = z.object({ id, name: z.string() })

/** The name of a code as people enter it; spaces around it and invisible characters do not count. */
export const codeName = z.string().overwrite(plainText).min(1).max(45)

const fields = {
  name: codeName,
  zoneId: id,
  /** The only access time that it opens; null = all of the zone. */
  eventId: id.nullable(),
}

const row = z.object({
  id,
  version,
  name: z.string(),
  tenant: named,
  zone: named,
  event: named.nullable(),
  /** People who entered it. */
  users: z.number().int(),
  modifiedAt: z.string(),
})

/** Codes of the operator's zones. GET /codes. */
export const list = listOf('codes.list', {
  access: operatorFeatures,
  row,
  sorts: ['name', 'zone', 'tenant', 'event', 'users', 'modifiedAt'],
  order: 'zone',
  filters: { zoneId: id.optional(), tenantId: id.optional() },
})
export type CodeRow = z.output<typeof list.row>

/** All codes of the operator's zones with their companies. GET /codes/codesByTenant. */
export const byTenant = query({
  name: 'codes.byTenant',
  access: operatorFeatures,
  input: z.strictObject({}),
  reply: z.object({
    codes: z.array(row.pick({ id: true, name: true, tenant: true, zone: true, event: true, users: true })),
    tenants: z.array(named),
  }),
})

/** Private zones of the operator with their access times, which a code can open. */
export const zones = query({
  name: 'codes.zones',
  access: operatorFeatures,
  input: z.strictObject({}),
  reply: z.array(z.object({ zone: named, tenant: named, events: z.array(named) })),
})

/** One code. */
export const read = query({
  name: 'codes.read',
  access: operatorFeatures,
  input: z.strictObject({ codeId: id }),
  reply: row,
})

/** Adds a code to a private zone of the operator, for one of its access times or for all of them. */
export const add = command({
  name: 'codes.add',
  access: operatorFeatures,
  input: z.strictObject({ ...fields, eventId: fields.eventId.default(null) }),
  reply: z.object({ codeId: id }),
  refusals: ['code-exists', 'zone-not-private', 'event-not-in-zone'],
  guesses: ['code-exists'],
  privateInput: ['name'],
})

/** Changes a code; whoever entered it has the access that it gives now. */
export const edit = command({
  name: 'codes.edit',
  access: operatorFeatures,
  input: z.strictObject({ codeId: id, version, ...fields }),
  reply: z.object({ codeId: id, version }),
  refusals: ['changed-meanwhile', 'code-exists', 'zone-not-private', 'event-not-in-zone'],
  guesses: ['code-exists'],
  privateInput: ['name'],
})

/** Deletes a code, and with it the access of everybody who entered it. */
export const remove = command({
  name: 'codes.remove',
  access: operatorFeatures,
  input: z.strictObject({ codeId: id, version, world }),
  reply: z.object({ codeId: id }),
  refusals: ['changed-meanwhile', 'world-moved'],
})

/** Changes the same fields of several codes, after a preview. */
export const editMany = command({
  name: 'codes.editMany',
  access: operatorFeatures,
  ...editsRows({
    zoneId: fields.zoneId,
    eventId: fields.eventId,
  }),
})

/** Removes several codes, after a preview. */
export const removeMany = command({
  name: 'codes.removeMany',
  access: operatorFeatures,
  ...removesRows,
})
