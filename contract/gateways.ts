/** Gateways: the boxes at the sites that speak to the devices, and the tokens by which they prove who they are (ADM-5). */
import * as z from 'zod'
import { adminFeatures } from './features.ts'
import { id, maxLength, optionalText, text, version, world } from './fields.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, removesRows } from './many.ts'

const named = z.object({ id, name: z.string() })

const fields = {
  name: text(maxLength.name),
  /** What is written on the box. */
  label: optionalText(maxLength.name),
  /** By which the gateway names itself; unique. */
  hardwareId: text(maxLength.note),
  comment: optionalText(),
  /** Where at the site it hangs. */
  premiseLocation: optionalText(maxLength.note),
  siteId: id.nullable(),
  monitoring: z.boolean(),
  /** One of `maintenanceStates` of devices; older systems may have others. */
  maintenanceState: text(maxLength.name),
  /** Its silence is mailed, once a day. */
  sendMail: z.boolean(),
  /** It keeps reservations and lets people in without an uplink. */
  allowOfflineCaching: z.boolean(),
}

/** A gateway as it is where nothing else is given. */
export const newGateway = {
  label: null,
  comment: null,
  premiseLocation: null,
  siteId: null,
  monitoring: true,
  maintenanceState: 'Delivery',
  sendMail: true,
  allowOfflineCaching: false,
} as const

/** Hours without a message after which a gateway is marked. */
export const lateHours = 3
export const silentHours = 6
/** `late` and `silent` = no message for so many hours, `never` = none yet. */
export const silences = ['heard', 'late', 'silent', 'never'] as const
export type Silence = (typeof silences)[number]

/** What a gateway says of itself. */
const heard = {
  lastMessageAt: z.string().nullable(),
  /** Has a live link now. */
  linked: z.boolean(),
  /** By how much its last fresh message was stamped after its arrival; negative = before. */
  clockAheadMs: z.number().int().nullable(),
  /** The portal plays it until then, or until the real one speaks; null = it does not. */
  simulatedUntil: z.string().nullable(),
}

/** All gateways. GET /gateways. */
export const list = listOf('gateways.list', {
  access: adminFeatures,
  row: z.object({
    id,
    version,
    name: z.string(),
    label: z.string().nullable(),
    hardwareId: z.string(),
    comment: z.string().nullable(),
    premiseLocation: z.string().nullable(),
    site: named.nullable(),
    monitoring: z.boolean(),
    maintenanceState: z.string(),
    sendMail: z.boolean(),
    allowOfflineCaching: z.boolean(),
    ...heard,
    silence: z.enum(silences),
    /** Devices in use. */
    devices: z.number().int(),
    modifiedAt: z.string(),
  }),
  sorts: ['name', 'hardwareId', 'site', 'lastMessageAt', 'devices', 'maintenanceState', 'modifiedAt'],
  filters: { siteId: id.optional(), silence: z.enum(silences).optional() },
})
export type GatewayRow = z.output<typeof list.row>

/** One gateway with all its fields, and when its valid tokens were made. */
export const read = query({
  name: 'gateways.read',
  access: adminFeatures,
  input: z.strictObject({ gatewayId: id }),
  reply: z.object({
    id,
    version,
    ...fields,
    ...heard,
    site: named.nullable(),
    devices: z.number().int(),
    /** Hardware id of one of its devices, for a first message; null = it has none. */
    sampleDevice: z.string().nullable(),
    /** The newest first. */
    tokens: z.array(z.object({ id, createdAt: z.string() })),
  }),
})

/** POST /gateways/add. */
export const add = command({
  name: 'gateways.add',
  access: adminFeatures,
  input: z.strictObject(fields),
  reply: z.object({ gatewayId: id }),
  refusals: ['gateway-id-taken'],
})

/** PATCH /gateways/edit/:id. */
export const edit = command({
  name: 'gateways.edit',
  access: adminFeatures,
  input: z.strictObject({ gatewayId: id, version, world, ...fields }),
  reply: z.object({ gatewayId: id, version }),
  refusals: ['changed-meanwhile', 'world-moved', 'gateway-id-taken'],
})

/** Removes a gateway without devices and barriers. DELETE /gateways/delete/:id. */
export const remove = command({
  name: 'gateways.remove',
  access: adminFeatures,
  input: z.strictObject({ gatewayId: id, version, world }),
  reply: z.object({ gatewayId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'gateway-in-use', 'gateway-remembered'],
})

/** Makes a token and an order key, returned once and never again. The token before stays valid beside it, if it is kept. */
export const makeToken = command({
  name: 'gateways.makeToken',
  access: adminFeatures,
  input: z.strictObject({ gatewayId: id, keepLast: z.boolean().default(true) }),
  reply: z.object({ token: z.string(), orderKey: z.string(), url: z.string() }),
  secretReply: true,
  refusals: [],
})

/** Hours after which a simulation ends by itself. */
export const simulationHours = 2

/** Has the portal play the gateways of a site and their devices, until a real one speaks. */
export const startSimulation = command({
  name: 'gateways.startSimulation',
  access: adminFeatures,
  input: z.strictObject({ siteId: id }),
  reply: z.object({ gateways: z.number().int(), until: z.string() }),
  refusals: ['no-gateway-at-site', 'gateways-speak'],
})

/** Ends the simulation at a site. */
export const stopSimulation = command({
  name: 'gateways.stopSimulation',
  access: adminFeatures,
  input: z.strictObject({ siteId: id }),
  reply: z.object({ gateways: z.number().int() }),
  refusals: [],
})

/** A gateway as it is pushed when it is edited, links, or is heard for the first time or again. */
export const gatewayView = z.object({ name: z.string(), ...heard })
export type GatewayView = z.output<typeof gatewayView>

/** All gateways, as they are added, edited, heard and deleted. */
export const changes = watch({
  name: 'gateways.changes',
  access: adminFeatures,
  input: z.strictObject({}),
  kinds: ['gateway'],
})

/** Changes the same fields of several gateways, after a preview. */
export const editMany = command({
  name: 'gateways.editMany',
  access: adminFeatures,
  ...editsRows({
    comment: fields.comment,
    premiseLocation: fields.premiseLocation,
    siteId: fields.siteId,
    monitoring: fields.monitoring,
    maintenanceState: fields.maintenanceState,
    sendMail: fields.sendMail,
    allowOfflineCaching: fields.allowOfflineCaching,
  }),
})

/** Removes several gateways, after a preview. */
export const removeMany = command({
  name: 'gateways.removeMany',
  access: adminFeatures,
  ...removesRows,
})
