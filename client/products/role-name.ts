import { roles } from '../../contract/features.ts'
import { t } from '../i18n/i18n.ts'
import { nameIn } from '../i18n/named.ts'

/** Returns the name of a role in the language of the page: the four roles of the portal have texts, others translations. */
export function roleName(role: { readonly name: string; readonly names: Readonly<Record<string, string>> }): string {
  const standard = roles.find((each) => each === role.name)
  return standard === undefined ? nameIn(role) : t(`shell.role.${standard}`)
}
