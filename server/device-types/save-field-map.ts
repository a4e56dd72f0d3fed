import { saveFieldMap } from '../../contract/device-types.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { patchUnchanged } from '../../db/models/version.ts'
import { handle } from '../kernel/bus/handle.ts'

/**
 * Replaces a field map, unless somebody saved another one since it was read. The registries of all gateways with such
 * devices change with the row, so the next uplink uses it.
 */
export default handle(saveFieldMap, async ({ input, actor, trx, refuse }) => {
  const { deviceTypeId, version, fieldMap } = input
  const saved = await patchUnchanged(
    DeviceType.query(trx).findById(deviceTypeId),
    { field_map_version: version },
    { fieldMap, fieldMapVersion: version + 1, modifiedBy: actor.userId },
  )
  if (saved) return { version: version + 1 }
  const kept = await DeviceType.query(trx).findById(deviceTypeId).withGraphFetched('modifier')
  return kept ? refuse('field-map-changed', { by: kept.modifier?.shownName ?? '–' }) : refuse('not-found')
})
