import type * as z from 'zod'
import { accessMethodTexts, edit, type read } from '../../../contract/device-access-methods.ts'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of an access method, by the path in the command. */
export const accessMethodFields = formFields(
  edit,
  {
    displayName: 'common.displayName',
    name: 'common.internalName',
    description: 'common.description',
    icon: 'common.icon',
    attributes: 'device-access-methods.attributes',
    disableControlWhenInState: 'device-access-methods.disableControlWhenInState',
  },
  ['accessMethodId', 'version', 'translations'],
)

export type AccessMethodView = z.output<typeof read.reply>
/** What the form of an access method holds. */
export type AccessMethodValues = Omit<z.input<typeof edit.input>, 'accessMethodId' | 'version'>

export const translatedTexts = [
  { name: 'displayName', maxLength: accessMethodTexts.displayName },
  { name: 'description', maxLength: accessMethodTexts.description, multiline: true },
]

export const newAccessMethod: AccessMethodValues = {
  name: '',
  displayName: '',
  description: null,
  icon: null,
  attributes: [],
  disableControlWhenInState: true,
  translations: { texts: {}, confirmed: [] },
}

/** Returns the values of a method that is edited. */
export function accessMethodValues({
  id: _id,
  version: _seen,
  translations,
  ...own
}: AccessMethodView): AccessMethodValues {
  return { ...own, translations: { texts: translations.texts, confirmed: [] } }
}
