import type { Translations } from '../../db/models/entity.ts'
import { displayNames } from '../../telemetry/views/names.ts'

export const named = ({ id, name }: { id: number; name: string }) => ({ id, name })

interface Displayed {
  readonly id: number
  readonly displayName: string
  readonly translations: Translations
}
/** Returns a row that has a display name in several languages. */
export const translated = ({ id, displayName, translations }: Displayed) => ({
  id,
  name: displayName,
  names: displayNames(translations),
})
