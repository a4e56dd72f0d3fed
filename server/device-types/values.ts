import type * as z from 'zod'
import { fieldMap } from '../../contract/device-types/field-map.ts'
import type { edit } from '../../contract/device-types.ts'
import type { DeviceType } from '../../db/models/sites.ts'
import type { Action } from '../../machines/device.ts'

/** The texts of a device type that have translations. */
export const ownTexts = ({
  displayName,
  pluralName,
  description,
}: Pick<DeviceType, 'displayName' | 'pluralName' | 'description'>) => ({ displayName, pluralName, description })

/** The stored field map; null if this release cannot read it. */
export const mapOf = (type: DeviceType) => fieldMap.safeParse(type.fieldMap).data ?? null

type Values = Omit<z.input<typeof edit.input>, 'deviceTypeId' | 'version' | 'fieldMap' | 'translations'>

/** The fields of a type but its field map and translations, as its commands take them. */
export function plainValues(type: DeviceType): Values & { controls: Action[] } {
  const { hasStatus, isReservable, occupiedBlocksControl, reportIntervalS, lowVoltage, onPowerLoss } = type
  return {
    type: type.type,
    ...ownTexts(type),
    icon: type.icon,
    hasStatus,
    isReservable,
    occupiedBlocksControl,
    reportIntervalS,
    lowVoltage,
    controls: type.controls as Action[],
    onPowerLoss,
  }
}
