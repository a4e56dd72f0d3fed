import type { ReactNode } from 'react'
import { roleTexts } from '../../../contract/roles.ts'
import { SwitchField, TextField } from '../../forms/fields.tsx'
import { TranslationTabs } from '../../forms/translation-tabs.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { type NewRoleValues, type RoleDetails, type RoleValues, translatedTexts } from './role-fields.ts'

interface RoleFormProps<V extends RoleValues | NewRoleValues> {
  form: CommandForm<V>
  /** The role that is edited. */
  role?: RoleDetails
  /** Which role of the portal it works like. */
  kind: ReactNode
}

/** The fields of a role. */
export function RoleForm<V extends RoleValues | NewRoleValues>({ form, role, kind }: RoleFormProps<V>) {
  const t = useT()
  const standard = role?.standard === true
  return (
    <TranslationTabs form={form} translated={translatedTexts(standard)} outdated={role?.translations.outdated ?? []}>
      <TextField
        form={form}
        path="name"
        maxLength={roleTexts.name}
        readOnly={standard}
        {...(standard ? { description: t('roles.name.standard') } : {})}
      />
      <TextField form={form} path="description" maxLength={roleTexts.description} multiline />
      {kind}
      <SwitchField form={form} path="canHaveTenants" description={t('roles.canHaveTenants.hint')} />
      <SwitchField form={form} path="canHaveZones" description={t('roles.canHaveZones.hint')} />
    </TranslationTabs>
  )
}
