import * as z from 'zod'
import { deviceStatuses, doorStates } from '../../machines/device.ts'
import { type Feature, operatorFeatures } from '../features.ts'
import { id, ids, maxLength, optionalText, text, version, whole, world } from '../fields.ts'
import { command, query } from '../kit.ts'
import { listOf } from '../list.ts'
import { editsRows, links, removesRows } from '../many.ts'

/*
 * Administration of devices (ADM-6). Lengths in millimetres, times in the unit of their name, −1 = never or every path.
 */
const admins = ['BASIC_ADM'] as const satisfies readonly Feature[]
const named = z.object({ id, name: z.string() })
/** A name given by an operator: `name` in English, `names` by language. */
const translated = named.extend({ names: z.record(z.string(), z.string()) })
const unlimited = whole.min(-1)
const length = whole.min(1).nullable()

/** A device is offered and monitored in the first of these states only. */
export const maintenanceStates = ['Delivery', 'Installation', 'Repair', 'Storage'] as const

/** Maximum delay after an action of a device, ms. */
const maxDelayMs = 3_600_000

/** What a place offers (ATTR-1), and how large it is. */
export const placeAttributes = ['socket', 'cargoBike', 'lowRow', 'accessible'] as const
export const sizeClasses = ['S', 'M', 'L', 'XL'] as const

const attributes = {
  socket: z.boolean(),
  cargoBike: z.boolean(),
  lowRow: z.boolean(),
  accessible: z.boolean(),
  sizeClass: z.enum(sizeClasses).nullable(),
}

/** Fields that only admins change: what the device is, and where. */
export const wiring = ['hardwareId', 'gatewayId', 'siteId', 'locationId', 'deviceTypeId', 'type'] as const

const fields = {
  name: text(maxLength.name),
  /** Unique within its gateway among the devices in use. */
  hardwareId: text(maxLength.note),
  gatewayId: id,
  siteId: id,
  locationId: id.nullable(),
  deviceTypeId: id,
  /** Legacy kind; the device type decides. */
  type: text(maxLength.name),
  comment: optionalText(),
  monitoring: z.boolean(),
  sendMail: z.boolean(),
  /** One of `maintenanceStates`; older systems may have others. */
  maintenanceState: text(maxLength.name),
  autoClose: z.boolean(),
  autoCloseGatetimeSec: unlimited,
  autoCloseUnusedGatetimeSec: unlimited,
  isMandatory: z.boolean(),
  isOptional: z.boolean(),
  pathNumber: unlimited,
  pathName: optionalText(maxLength.name),
  pathIcon: optionalText(maxLength.note),
  sequenceNumber: whole,
  postActionDelayMs: z.number().int().min(0).max(maxDelayMs),
  upperLeftXMm: whole.nullable(),
  upperLeftYMm: whole.nullable(),
  widthMm: length,
  heightMm: length,
  rotationDeg: z.number().int().min(0).max(359),
  ...attributes,
  /** Its access methods. */
  accessMethodIds: ids(50),
}

/** Defaults of a new device. */
export const newDevice = {
  locationId: null,
  type: 'PARKING_LOT',
  comment: null,
  monitoring: true,
  sendMail: true,
  maintenanceState: 'Delivery',
  autoClose: true,
  autoCloseGatetimeSec: 60,
  autoCloseUnusedGatetimeSec: 180,
  isMandatory: false,
  isOptional: false,
  pathNumber: -1,
  pathName: null,
  pathIcon: null,
  sequenceNumber: 0,
  postActionDelayMs: 0,
  upperLeftXMm: null,
  upperLeftYMm: null,
  widthMm: null,
  heightMm: null,
  rotationDeg: 0,
  socket: false,
  cargoBike: false,
  lowRow: false,
  accessible: false,
  sizeClass: null,
  accessMethodIds: [],
}

/** Devices in use at the sites that the caller operates; admins see all. */
export const list = listOf('devices.list', {
  access: operatorFeatures,
  row: z.object({
    id,
    version,
    name: z.string(),
    hardwareId: z.string(),
    comment: z.string().nullable(),
    site: named.extend({ timeZone: z.string() }),
    gateway: named,
    type: translated,
    status: z.enum(deviceStatuses),
    doorState: z.enum(doorStates).nullable(),
    lastMessageAt: z.string().nullable(),
    /** It has never reported, or not for longer than three of its intervals. */
    silent: z.boolean(),
    supplyVoltage: z.number().nullable(),
    sensorDirty: z.boolean(),
    monitoring: z.boolean(),
    maintenanceState: z.string(),
    pathNumber: z.number().int(),
    pathName: z.string().nullable(),
    sequenceNumber: z.number().int(),
    ...attributes,
    modifiedAt: z.string(),
  }),
  sorts: ['name', 'hardwareId', 'site', 'gateway', 'type', 'lastMessageAt', 'maintenanceState', 'modifiedAt'],
  filters: {
    siteId: id.optional(),
    gatewayId: id.optional(),
    deviceTypeId: id.optional(),
    maintenanceState: text(maxLength.name).optional(),
    silent: z.boolean().optional(),
    attribute: z.enum(placeAttributes).optional(),
    sizeClass: z.enum(sizeClasses).optional(),
  },
})
export type DeviceListRow = z.output<typeof list.row>

/** One device with all its fields, and the names of what it refers to. */
export const read = query({
  name: 'devices.read',
  access: operatorFeatures,
  input: z.strictObject({ deviceId: id }),
  reply: z.object({
    id,
    version,
    ...fields,
    gateway: named,
    site: named,
    location: named.nullable(),
    deviceType: translated,
    accessMethods: z.array(translated),
  }),
})

/** POST /devices/add. */
export const add = command({
  name: 'devices.add',
  access: admins,
  input: z.strictObject(fields),
  reply: z.object({ deviceId: id }),
  refusals: ['hardware-id-taken'],
  // Programs set up whole sites.
  limit: { points: 200, seconds: 10 },
})

/**
 * Saves all fields of a device. Operators of its site change its name and behaviour; only admins change what it is and
 * where (`wiring`), and not while a command is in flight, nor site and type while it is reserved. POST
 * /devices/edit/:id.
 */
export const edit = command({
  name: 'devices.edit',
  access: operatorFeatures,
  input: z.strictObject({ deviceId: id, version, ...fields }),
  reply: z.object({ deviceId: id, version }),
  refusals: ['changed-meanwhile', 'hardware-id-taken', 'device-in-use', 'command-in-flight'],
})

/**
 * Takes a device out of use: deletes it if nothing refers to it, otherwise retires it and frees its hardware id.
 * Refused while it is reserved, or a barrier or a command in flight depends on it. DELETE /devices/delete/:id.
 */
export const remove = command({
  name: 'devices.remove',
  access: admins,
  input: z.strictObject({ deviceId: id, version, world }),
  reply: z.object({ deviceId: id, retired: z.boolean() }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use', 'command-in-flight'],
})

/** An object that a device refers to. */
export const optionKinds = ['gateway', 'site', 'location', 'deviceType', 'accessMethod'] as const

/** Returns the options of a device's fields, or of the filters of its list: the first 50 by name. */
export const options = query({
  name: 'devices.options',
  access: operatorFeatures,
  input: z.strictObject({ of: z.enum(optionKinds), search: z.string().trim().max(maxLength.note).default('') }),
  reply: z.array(translated),
})

/** Changes the same fields of several devices, after a preview. */
export const editMany = command({
  name: 'devices.editMany',
  access: operatorFeatures,
  ...editsRows({
    locationId: fields.locationId,
    deviceTypeId: fields.deviceTypeId,
    comment: fields.comment,
    monitoring: fields.monitoring,
    sendMail: fields.sendMail,
    maintenanceState: fields.maintenanceState,
    autoClose: fields.autoClose,
    autoCloseGatetimeSec: fields.autoCloseGatetimeSec,
    autoCloseUnusedGatetimeSec: fields.autoCloseUnusedGatetimeSec,
    isMandatory: fields.isMandatory,
    isOptional: fields.isOptional,
    pathNumber: fields.pathNumber,
    pathName: fields.pathName,
    postActionDelayMs: fields.postActionDelayMs,
    accessMethodIds: links(50),
  }),
})

/** Removes several devices, after a preview. */
export const removeMany = command({
  name: 'devices.removeMany',
  access: admins,
  ...removesRows,
})
