import { saveFieldMap } from '../../contract/device-types.ts'
import { many } from '../../db/sql.ts'
import { handle } from '../bus/handle.ts'

/**
 * Replaces a field map, unless somebody saved another one since it was looked at. The registries of all gateways with such devices move with
 * the row, so the next uplink is read by it.
 */
export default handle(saveFieldMap, async ({ input, actor, trx, refuse }) => {
  const { deviceTypeId, version, fieldMap } = input
  const [kept] = await many<{ version: number; by: string | null }>(
    trx,
    `select t.field_map_version as version,
       (select coalesce(nullif(trim(concat_ws(' ', u.firstname, u.lastname)), ''), u.username) from users u where u.id = t.modified_by) as by
     from device_types t where t.id = ? for no key update of t`,
    [deviceTypeId],
  )
  if (!kept) return refuse('not-found')
  if (kept.version !== version) return refuse('field-map-changed', { by: kept.by ?? '–' })
  await trx('device_types')
    .where({ id: deviceTypeId })
    .update({ field_map: JSON.stringify(fieldMap), field_map_version: version + 1, modified_by: actor.userId })
  return { version: version + 1 }
})
