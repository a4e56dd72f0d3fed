import { useSnapshot } from 'valtio'
import { maxLength } from '../../../contract/fields.ts'
import { sites } from '../../../contract/sites.ts'
import { managerOptions, tenants } from '../../../contract/zones.ts'
import { SwitchField, TextField } from '../../forms/fields.tsx'
import { type Named, ReferenceField, ReferencesField } from '../../forms/reference-field.tsx'
import { TranslationTabs } from '../../forms/translation-tabs.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { translatedTexts, type ZoneValues, type ZoneView } from './zone-fields.ts'

interface ZoneFormProps {
  form: CommandForm<ZoneValues>
  /** The zone that is edited. */
  zone?: ZoneView
  /** The company that is chosen at first. */
  tenant?: Named | null
}

/** The fields of a zone. */
export function ZoneForm({ form, zone, tenant = zone?.tenant ?? null }: ZoneFormProps) {
  const t = useT()
  const { role } = useSnapshot(session)
  const isAdmin = role === 'Admin'
  return (
    <TranslationTabs form={form} translated={translatedTexts} outdated={zone?.translations.outdated ?? []}>
      <TextField form={form} path="name" maxLength={maxLength.name} />
      <ReferenceField
        form={form}
        path="tenantId"
        query={tenants}
        toQuery={(search) => ({ search })}
        toOptions={(found) => found}
        known={tenant ? [tenant] : []}
        {...(zone && !isAdmin ? { description: t('zones.tenant.hint') } : {})}
      />
      <TextField form={form} path="description" maxLength={maxLength.description} multiline />
      <TextField
        form={form}
        path="additionalSupportInfo"
        maxLength={maxLength.description}
        multiline
        description={t('zones.additionalSupportInfo.hint')}
      />
      <TextField
        form={form}
        path="emailSenderName"
        maxLength={maxLength.note}
        description={t('zones.emailSenderName.hint')}
      />
      <SwitchField form={form} path="private" description={t('zones.private.hint')} />
      <SwitchField form={form} path="readableWithoutLogin" description={t('zones.readableWithoutLogin.hint')} />
      <SwitchField form={form} path="monitoring" description={t('zones.monitoring.hint')} />
      <ReferencesField
        form={form}
        path="siteIds"
        query={sites}
        toQuery={(query) => ({ query, limit: 50 })}
        toOptions={(found) => found.items}
        known={zone?.sites ?? []}
      />
      <ReferencesField
        form={form}
        path="managerIds"
        query={managerOptions}
        toQuery={(search) => ({ search })}
        toOptions={(found) => found}
        known={zone?.managers ?? []}
        description={t(isAdmin ? 'zones.managers.hint' : 'zones.managers.you')}
      />
    </TranslationTabs>
  )
}
