import type { AccessAttribute } from '../../contract/device-access-methods.ts'
import type { DeviceAccessMethod } from '../../db/models/sites.ts'

/** The texts of an access method that have translations. */
export const ownTexts = ({ displayName, description }: Pick<DeviceAccessMethod, 'displayName' | 'description'>) => ({
  displayName,
  description,
})

/** The ways of a method; the database keeps no others. */
export const waysOf = ({ attributes }: Pick<DeviceAccessMethod, 'attributes'>) => attributes as AccessAttribute[]
