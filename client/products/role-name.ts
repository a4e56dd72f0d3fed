import { roles } from '../../contract/features.ts'
import { t } from '../i18n/i18n.ts'

/** Returns the name of a role in the language of the page. */
export function roleName({ name }: { readonly name: string }): string {
  const known = roles.find((each) => each === name)
  return known === undefined ? name : t(`shell.role.${known}`)
}
