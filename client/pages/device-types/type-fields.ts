import type * as z from 'zod'
import type { FieldMap } from '../../../contract/device-types/field-map.ts'
import { deviceTypeTexts, edit, type read } from '../../../contract/device-types.ts'
import { formFields } from '../../forms/form-fields.ts'
import { draftOf, type ModelDraft, typedMap } from './draft.ts'

/** The inputs of a device type, by the path in the command. */
export const deviceTypeFields = formFields(
  edit,
  {
    displayName: 'common.displayName',
    pluralName: 'device-types.pluralName',
    type: 'common.internalName',
    description: 'common.description',
    icon: 'common.icon',
    isReservable: 'device-types.isReservable',
    hasStatus: 'device-types.hasStatus',
    occupiedBlocksControl: 'device-types.occupiedBlocksControl',
    controls: 'common.commands',
    onPowerLoss: 'device-types.onPowerLoss',
    reportIntervalS: 'device-types.reportIntervalS',
    lowVoltage: 'device-types.lowVoltage',
    'fieldMap.models': 'device-types.column.map',
    'fieldMap.models.name': 'device-types.model.name',
    'fieldMap.models.when': 'device-types.model.when',
    'fieldMap.models.when.path': 'device-types.model.when',
    'fieldMap.models.when.is': 'device-types.model.when',
    'fieldMap.models.rules': 'device-types.rules',
  },
  ['deviceTypeId', 'version', 'translations'],
)

export type DeviceTypeView = z.output<typeof read.reply>
type Input = z.input<typeof edit.input>
type Plain = Omit<Input, 'deviceTypeId' | 'version' | 'fieldMap'>
/** What the form of a device type holds: its field map as it is typed. */
export type DeviceTypeValues = Plain & { fieldMap: readonly ModelDraft[] }

export const translatedTexts = [
  { name: 'displayName', maxLength: deviceTypeTexts.displayName },
  { name: 'pluralName', maxLength: deviceTypeTexts.pluralName },
  { name: 'description', maxLength: deviceTypeTexts.description, multiline: true },
]

export const newDeviceType: DeviceTypeValues = {
  type: '',
  displayName: '',
  pluralName: '',
  description: null,
  icon: null,
  hasStatus: true,
  isReservable: false,
  occupiedBlocksControl: true,
  reportIntervalS: 600,
  lowVoltage: null,
  controls: [],
  onPowerLoss: 'secure',
  fieldMap: [],
  translations: { texts: {}, confirmed: [] },
}

const draftsOf = (map: FieldMap | null | undefined) => (map?.models ?? []).map(draftOf)

/** Returns the values of a type that is edited. */
export function deviceTypeValues(type: DeviceTypeView): DeviceTypeValues {
  const { id: _id, version: _seen, translations, fieldMap, ...own } = type
  return { ...own, fieldMap: draftsOf(fieldMap), translations: { texts: translations.texts, confirmed: [] } }
}

/** Returns the values that the server has now as the form holds them. */
export function presentValues({ fieldMap, ...values }: Readonly<Record<string, unknown>>): DeviceTypeValues {
  return { ...(values as Plain), fieldMap: draftsOf(fieldMap as FieldMap | null) }
}

/** Returns the values as the commands take them. `keepsMap` = a stored map that cannot be read stays unless there is another. */
export function toEdit(
  { fieldMap, ...values }: DeviceTypeValues,
  keepsMap = false,
): Omit<Input, 'deviceTypeId' | 'version'> {
  if (keepsMap && fieldMap.length === 0) return values
  return { ...values, fieldMap: typedMap(fieldMap) as FieldMap }
}
