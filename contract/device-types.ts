/** Device types: the abilities of devices, and how uplinks of network servers are mapped (ADM-8, GW-7). */
import * as z from 'zod'
import { actions } from '../machines/device.ts'
import { fieldMap } from './device-types/field-map.ts'
import { adminFeatures } from './features.ts'
import { distinctBy, id, maxLength, optionalText, text, version, whole, world } from './fields.ts'
import { command, query } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, removesRows } from './many.ts'
import type { RefusalCode } from './refusals.ts'
import { translationsInput, translationsView } from './translations.ts'

/** State of a lock without power: locked, or open for people to leave. */
export const powerLosses = ['secure', 'safe'] as const

/** Texts of a type that can be translated, with their maximum lengths. */
export const deviceTypeTexts = {
  displayName: maxLength.name,
  pluralName: maxLength.name,
  description: maxLength.description,
} as const

const maxReportIntervalS = 31 * 24 * 60 * 60

const fields = {
  /** Internal name: unique, and the same in all languages. */
  type: text().refine((type) => /^[A-Z][A-Z0-9_]*$/.test(type), { error: 'field-capitals' satisfies RefusalCode }),
  displayName: text(deviceTypeTexts.displayName),
  pluralName: text(deviceTypeTexts.pluralName),
  description: optionalText(deviceTypeTexts.description),
  icon: optionalText(maxLength.note),
  hasStatus: z.boolean(),
  /** Can be the main device of a reservation. */
  isReservable: z.boolean(),
  occupiedBlocksControl: z.boolean(),
  /** Seconds; devices that are silent for three times as long are unreachable. */
  reportIntervalS: whole.min(1).max(maxReportIntervalS),
  /** Volts below which the battery is low; null = mains. */
  lowVoltage: z.number().positive().max(1_000).nullable(),
  controls: z.array(z.enum(actions)).superRefine(distinctBy((action) => action)),
  onPowerLoss: z.enum(powerLosses),
  /** Absent = unchanged. */
  fieldMap: fieldMap.optional(),
  translations: translationsInput(deviceTypeTexts),
}

/** All types. */
export const list = listOf('deviceTypes.list', {
  access: adminFeatures,
  row: z.object({
    id,
    version,
    type: z.string(),
    displayName: z.string(),
    /** Display name by language. */
    names: z.record(z.string(), z.string()),
    description: z.string().nullable(),
    icon: z.string().nullable(),
    hasStatus: z.boolean(),
    isReservable: z.boolean(),
    occupiedBlocksControl: z.boolean(),
    reportIntervalS: z.number().int(),
    lowVoltage: z.number().nullable(),
    controls: z.array(z.enum(actions)),
    /** Number of devices in use. */
    devices: z.number().int(),
    /** Number of those that network servers can name: their hardware id is a DevEUI. */
    lorawan: z.number().int(),
    /** Models of the field map; null if this release cannot read it. */
    models: z.array(z.string()).nullable(),
    modifiedAt: z.string(),
  }),
  sorts: ['displayName', 'type', 'devices', 'lorawan', 'modifiedAt'],
  filters: { isReservable: z.boolean().optional() },
})
export type DeviceTypeRow = z.output<typeof list.row>

/** One type with all its fields. */
export const read = query({
  name: 'deviceTypes.read',
  access: adminFeatures,
  input: z.strictObject({ deviceTypeId: id }),
  reply: z.object({
    id,
    version,
    type: z.string(),
    displayName: z.string(),
    pluralName: z.string(),
    description: z.string().nullable(),
    icon: z.string().nullable(),
    hasStatus: z.boolean(),
    isReservable: z.boolean(),
    occupiedBlocksControl: z.boolean(),
    reportIntervalS: z.number().int(),
    lowVoltage: z.number().nullable(),
    controls: z.array(z.enum(actions)),
    onPowerLoss: z.enum(powerLosses),
    /** Null if this release cannot read the stored one. */
    fieldMap: fieldMap.nullable(),
    translations: translationsView,
  }),
})

export const add = command({
  name: 'deviceTypes.add',
  access: adminFeatures,
  input: z.strictObject(fields),
  reply: z.object({ deviceTypeId: id }),
  refusals: ['name-taken'],
})

/** A changed field map applies from the next uplink on. */
export const edit = command({
  name: 'deviceTypes.edit',
  access: adminFeatures,
  input: z.strictObject({ deviceTypeId: id, version, ...fields }),
  reply: z.object({ deviceTypeId: id, version }),
  refusals: ['changed-meanwhile', 'name-taken'],
})

/** Removes a type without devices. */
export const remove = command({
  name: 'deviceTypes.remove',
  access: adminFeatures,
  input: z.strictObject({ deviceTypeId: id, version, world }),
  reply: z.object({ deviceTypeId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use'],
})

/** Changes the same fields of several device types, after a preview. */
export const editMany = command({
  name: 'deviceTypes.editMany',
  access: adminFeatures,
  ...editsRows({
    icon: fields.icon,
    hasStatus: fields.hasStatus,
    isReservable: fields.isReservable,
    occupiedBlocksControl: fields.occupiedBlocksControl,
    reportIntervalS: fields.reportIntervalS,
    lowVoltage: fields.lowVoltage,
    onPowerLoss: fields.onPowerLoss,
  }),
})

/** Removes several device types, after a preview. */
export const removeMany = command({
  name: 'deviceTypes.removeMany',
  access: adminFeatures,
  ...removesRows,
})
