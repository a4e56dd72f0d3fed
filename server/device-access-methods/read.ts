import { read } from '../../contract/device-access-methods.ts'
import { DeviceAccessMethod } from '../../db/models/sites.ts'
import { translationsOf } from '../admin/translations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { ownTexts, waysOf } from './texts.ts'

/** One access method. */
export default answer(read, async ({ input, trx, refuse }) => {
  const method = await DeviceAccessMethod.query(trx).findById(input.accessMethodId)
  if (!method) return refuse('not-found')
  const { id, version, name, icon, disableControlWhenInState } = method
  return {
    id,
    version,
    name,
    ...ownTexts(method),
    icon,
    attributes: waysOf(method),
    disableControlWhenInState,
    translations: translationsOf(method.translations, ownTexts(method)),
  }
})
