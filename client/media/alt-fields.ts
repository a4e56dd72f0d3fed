import { describe } from '../../contract/media.ts'
import { formFields } from '../forms/form-fields.ts'

/** What a picture shows, in each language. */
export const altFields = formFields(
  describe,
  {
    de: 'forms.language.de',
    en: 'forms.language.en',
    fr: 'forms.language.fr',
    it: 'forms.language.it',
  },
  ['mediaId', 'version'],
)
