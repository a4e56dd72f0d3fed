import type { FieldIssue } from '../../contract/refusals.ts'
import { refusalText, useT } from '../i18n/i18n.ts'

/** What is wrong with a field, in the language of the page, also after the language changes. */
export function FieldError({ issue, params }: Omit<FieldIssue<string>, 'path'>) {
  useT()
  return refusalText(params ? { code: issue, params } : { code: issue })
}
