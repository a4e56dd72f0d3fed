import type * as z from 'zod'
import { edit } from '../../contract/device-access-methods.ts'
import { DeviceAccessMethod } from '../../db/models/sites.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { mergeTranslations, translationsOf } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { ownTexts, waysOf } from './texts.ts'

/** The constraint that keeps names unique. */
export const nameTaken = { device_access_methods_name_key: { code: 'name-taken', field: 'name' } } as const

/** Saves all fields of an access method; devices that have it follow with the commit. */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { accessMethodId, version, translations, ...fields } = input
  const kept = await lockVersion(trx, refuse, {
    row: DeviceAccessMethod.query(trx).findById(accessMethodId),
    seen: version,
    current: valuesOf,
  })
  const row = {
    ...fields,
    translations: mergeTranslations(kept.translations, translations, ownTexts(fields)),
    modifiedBy: actor.userId,
  }
  const saved = await translateConstraints(trx, refuse, nameTaken, () => kept.$query(trx).patchAndFetch(row))
  return { accessMethodId, version: saved.version }
})

type Values = Omit<z.input<typeof edit.input>, 'accessMethodId' | 'version'>

/** What the method holds now, in the shape of the command's input. */
export function valuesOf(method: DeviceAccessMethod): Values {
  const { name, icon, disableControlWhenInState } = method
  const { texts } = translationsOf(method.translations, ownTexts(method))
  return {
    name,
    ...ownTexts(method),
    icon,
    attributes: waysOf(method),
    disableControlWhenInState,
    translations: { texts, confirmed: [] },
  }
}
